"""Arguments that several commands share, and parsers for options with numbers."""

from collections.abc import Callable
from typing import Annotated

import typer

MOST_DIGITS = 40
MOST_JOBS = 256


def integer_parser(least: int, greatest: int) -> Callable[[str], int]:
    """Return a parser for integers in a range; it raises `typer.BadParameter`."""

    def parse(given: str | int) -> int:
        text = str(given)  # Typer passes a default as an int
        value = int(text) if is_number(text) else least - 1
        if not least <= value <= greatest:
            raise typer.BadParameter(
                f"expected a whole number from {least} to {greatest}, not {text[:30]!r}"
            )
        return value

    return parse


def decimal_parser(least: float, greatest: float) -> Callable[[str], float]:
    """Return a parser for numbers in a range; it raises `typer.BadParameter`."""

    def parse(given: str | float) -> float:
        try:
            value = float(given)
        except ValueError:
            value = least - 1
        if not least <= value <= greatest:
            raise typer.BadParameter(
                f"expected a number from {least:g} to {greatest:g}, not {str(given)[:30]!r}"
            )
        return value

    return parse


def parse_integer(given: str | int) -> int:
    """Read an integer whose range depends on the record; raises `typer.BadParameter`."""
    text = str(given)
    if not is_number(text.removeprefix("-")):
        raise typer.BadParameter(f"expected a whole number, not {text[:30]!r}")
    return int(text)


def is_number(text: str) -> bool:
    """Return whether a text is only digits 0 to 9; `int()` alone also accepts spaces, _ and ²."""
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS


File = Annotated[str, typer.Argument(metavar="FILE", help="A record, or - for standard input.")]
Files = Annotated[
    list[str], typer.Argument(metavar="FILE", help="Records, or - for standard input.")
]
At = Annotated[
    int | None,
    typer.Option(
        metavar="K", parser=parse_integer, help="The position after K moves. Default: after all."
    ),
]
Json = Annotated[bool, typer.Option("--json", metavar="", help="Print JSON.")]
