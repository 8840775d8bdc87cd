"""Arguments and options that several commands share."""

from collections.abc import Callable
from typing import Annotated

import typer

LONGEST_NUMBER = 40  # digits
MOST_JOBS = 256


def number(least: int, greatest: int) -> Callable[[str], int]:
    """Read a whole number between two bounds; raises `typer.BadParameter`."""

    def read(word: str | int) -> int:
        text = str(word)  # a default comes as it is
        value = int(text) if is_number(text) else least - 1
        if not least <= value <= greatest:
            raise typer.BadParameter(
                f"expected a whole number from {least} to {greatest}, not {text[:30]!r}"
            )
        return value

    return read


def decimal(least: float, greatest: float) -> Callable[[str], float]:
    """Read a number between two bounds; raises `typer.BadParameter`."""

    def read(word: str | float) -> float:
        try:
            value = float(word)
        except ValueError:
            value = least - 1
        if not least <= value <= greatest:
            raise typer.BadParameter(
                f"expected a number from {least:g} to {greatest:g}, not {str(word)[:30]!r}"
            )
        return value

    return read


def whole_number(word: str | int) -> int:
    """Read a whole number whose bounds only the file knows; raises `typer.BadParameter`."""
    text = str(word)
    if not is_number(text.removeprefix("-")):
        raise typer.BadParameter(f"expected a whole number, not {text[:30]!r}")
    return int(text)


def is_number(text: str) -> bool:
    """Digits and nothing else; int() would read spaces, underscores and foreign digits too."""
    return text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER


File = Annotated[str, typer.Argument(metavar="FILE", help="A record, or - for standard input.")]
Files = Annotated[list[str], typer.Argument(metavar="FILE", help="Records; - is standard input.")]
At = Annotated[
    int | None,
    typer.Option(
        metavar="K", parser=whole_number, help="The position after K moves; else after all."
    ),
]
Json = Annotated[bool, typer.Option("--json", metavar="", help="Print JSON.")]
