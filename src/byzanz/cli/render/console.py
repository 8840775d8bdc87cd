"""The consoles for standard output and standard error."""

from collections.abc import Iterable

import typer
from rich.console import Console
from rich.text import Text


def output_console() -> Console:
    """Return a console for standard output; without colours and 80 cells wide in a pipe."""
    return Console(highlight=False, soft_wrap=False)


def message_console() -> Console:
    """Return a console for standard error, for progress and messages."""
    return Console(stderr=True, highlight=False)


def is_interactive(console: Console) -> bool:
    """Return whether the console can redraw; FORCE_COLOR makes `is_terminal` true in a pipe."""
    return console.file.isatty() and not console.is_dumb_terminal


def print_lines(console: Console, lines: Iterable[Text]) -> None:
    """Print lines without wrapping; they must already fit the width."""
    for line in lines:
        if console.is_terminal:
            console.print(line, no_wrap=True, crop=True)
        else:
            typer.echo(line.plain.rstrip())
