"""Sets Byzanz up in its own folder if needed, then starts a command.

`./byzanz test …` runs the checks; any other arguments go to the `byzanz` command. Uses only the
standard library and the syntax of Python 3.8, because it runs before anything is installed.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setup_folder import WINDOWS, Folder, is_ready


def main(arguments: list[str]) -> int:
    """Set up if needed, then replace this process with the command; returns only on failure."""
    folder = Folder(Path(__file__).resolve().parent.parent)
    os.environ.setdefault("BYZANZ_CACHE_DIR", str(folder.cache / "byzanz"))
    try:
        level = "dev" if arguments[:1] == ["test"] else "run"
        if not is_ready(folder, level):
            # Imported here because it would double the time of every later start.
            from setup_steps import set_up  # noqa: PLC0415

            exit_code = set_up(folder, level)
            if exit_code:
                return exit_code
        return start(command_line(folder, arguments))
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        print(f"Byzanz cannot start: {error}.", file=sys.stderr)
        return 1


def command_line(folder: Folder, arguments: list[str]) -> list[str]:
    """Return the command to start for the user's arguments."""
    if arguments[:1] == ["test"]:
        return [str(folder.python), str(folder.root / "scripts" / "checks.py"), *arguments[1:]]
    return [str(folder.python), "-m", "byzanz", *arguments]


def start(command: list[str]) -> int:
    """Replace this process with the command, which then owns terminal, signals and exit code."""
    if not WINDOWS:
        os.execv(command[0], command)
    # On Windows, execv would return to the shell while the command still runs.
    import subprocess  # noqa: PLC0415

    return subprocess.call(command)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
