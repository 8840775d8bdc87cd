"""Makes Byzanz ready inside its own folder, then starts what was asked.

`./byzanz test …` starts the checks, any other words go to the `byzanz` command. Standard library
only and readable by Python 3.8, because this runs before anything is installed.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setup_folder import WINDOWS, Folder, is_ready


def main(words: list[str]) -> int:
    """Set up if needed, then become the program asked for; returns only where that fails."""
    folder = Folder(Path(__file__).resolve().parent.parent)
    os.environ.setdefault("BYZANZ_CACHE_DIR", str(folder.cache / "byzanz"))
    try:
        level = "dev" if words[:1] == ["test"] else "run"
        if not is_ready(folder, level):
            # Imported late: its imports would double the time of every later start.
            from setup_steps import set_up  # noqa: PLC0415

            exit_code = set_up(folder, level)
            if exit_code:
                return exit_code
        return start(command_line(folder, words))
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        print(f"Byzanz cannot start: {error}.", file=sys.stderr)
        return 1


def command_line(folder: Folder, words: list[str]) -> list[str]:
    """The command that the user's words stand for."""
    if words[:1] == ["test"]:
        return [str(folder.python), str(folder.root / "scripts" / "checks.py"), *words[1:]]
    return [str(folder.python), "-m", "byzanz", *words]


def start(command: list[str]) -> int:
    """Hand over to the command: terminal, signals and exit code are its own."""
    if not WINDOWS:
        os.execv(command[0], command)
    # There execv would return to the shell at once, with the program still running.
    import subprocess  # noqa: PLC0415

    return subprocess.call(command)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
