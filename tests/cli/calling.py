"""Running the command line, in this process and in another."""

import json
import os
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner, Result

from byzanz.cli.main import app

DATA = Path(__file__).parent.parent / "conformance" / "data"
GAMES = DATA / "games"
NAMES = sorted(path.stem for path in GAMES.glob("*.byz"))
TERMINAL = {"COLUMNS": "80", "LINES": "24"}
COLOURS = ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")  # removed
COVERAGE = "COVERAGE_PROCESS_CONFIG"  # a signal during coverage's work would leave it locked
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name not in {*COLOURS, COVERAGE}},
    **TERMINAL,
    "PYTHONWARNINGS": "error",
}


def call(*arguments: object, text: str | bytes | None = None) -> Result:
    """Run `byzanz` with arguments and standard input."""
    result = CliRunner(env={**TERMINAL, **dict.fromkeys(COLOURS)}).invoke(
        app, [str(argument) for argument in arguments], input=text, prog_name="byzanz"
    )
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def output(*arguments: object, text: str | bytes | None = None) -> str:
    """The output of a successful call."""
    result = call(*arguments, text=text)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def printed_json(*arguments: object):
    """The JSON output of a call."""
    return json.loads(output(*arguments, "--json"))


def refused(exit_code: int, *arguments: object) -> str:
    """The error sentence of a call that fails without output."""
    result = call(*arguments)
    assert (result.exit_code, result.stdout) == (exit_code, "")
    assert result.stderr.count("\n") == 1
    return result.stderr.rstrip("\n")


def command(*arguments: object) -> list[str]:
    """The command that runs `byzanz` in another process."""
    return [sys.executable, "-m", "byzanz", *map(str, arguments)]


def process(*arguments: object, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run `byzanz` in another process."""
    return subprocess.run(
        command(*arguments),
        input=data,
        capture_output=True,
        env=ENVIRONMENT,
        check=False,
        timeout=60,
    )


def game_file(name: str) -> Path:
    """The file of a recorded game."""
    return GAMES / f"{name}.byz"


def rows(name: str) -> list[dict]:
    """The conformance data about all recorded games."""
    return json.loads((DATA / f"{name}.json").read_text())
