"""Calling the command line, in this process and in another."""

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
COLOURS = ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE")  # not as the caller has
COVERAGE = "COVERAGE_PROCESS_CONFIG"  # a signal that meets coverage at work leaves its lock locked
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name not in {*COLOURS, COVERAGE}},
    **TERMINAL,
    "PYTHONWARNINGS": "error",
}


def call(*words: object, text: str | bytes | None = None) -> Result:
    """Run `byzanz` with these words and this standard input."""
    result = CliRunner(env={**TERMINAL, **dict.fromkeys(COLOURS)}).invoke(
        app, [str(word) for word in words], input=text, prog_name="byzanz"
    )
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def output(*words: object, text: str | bytes | None = None) -> str:
    """What a call prints that goes well."""
    result = call(*words, text=text)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def printed_json(*words: object):
    """The JSON that a call prints."""
    return json.loads(output(*words, "--json"))


def refused(exit_code: int, *words: object) -> str:
    """The one sentence of a call that fails before it prints anything."""
    result = call(*words)
    assert (result.exit_code, result.stdout) == (exit_code, "")
    assert result.stderr.count("\n") == 1
    return result.stderr.rstrip("\n")


def command(*words: object) -> list[str]:
    """The command line of another process."""
    return [sys.executable, "-m", "byzanz", *map(str, words)]


def process(*words: object, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run `byzanz` in a process of its own."""
    return subprocess.run(
        command(*words), input=data, capture_output=True, env=ENVIRONMENT, check=False, timeout=60
    )


def game_file(name: str) -> Path:
    """A recorded game."""
    return GAMES / f"{name}.byz"


def rows(name: str) -> list[dict]:
    """The expected facts of all recorded games."""
    return json.loads((DATA / f"{name}.json").read_text())
