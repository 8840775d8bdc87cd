"""The terminal, or what stands for it when the output goes elsewhere."""

from collections.abc import Iterable

import typer
from rich.console import Console
from rich.text import Text


def output() -> Console:
    """Standard output; plain and 80 cells wide when it is no terminal."""
    return Console(highlight=False, soft_wrap=False)


def messages() -> Console:
    """Standard error: progress and remarks, never data."""
    return Console(stderr=True, highlight=False)


def is_live(console: Console) -> bool:
    """Can pictures follow each other here? FORCE_COLOR alone makes no terminal of a pipe."""
    return console.file.isatty() and not console.is_dumb_terminal


def print_lines(console: Console, lines: Iterable[Text]) -> None:
    """Lines that are cut to their width already."""
    for line in lines:
        if console.is_terminal:
            console.print(line, no_wrap=True, crop=True)
        else:
            typer.echo(line.plain.rstrip())
