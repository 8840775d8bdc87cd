"""Arguments and options that several commands share."""

from collections.abc import Callable
from typing import Annotated

import typer

LARGEST_SEED = 2**63 - 1


def number(least: int, greatest: int) -> Callable[[str], int]:
    """Read a whole number between two bounds; raises `typer.BadParameter`."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if not least <= value <= greatest:
            raise typer.BadParameter(
                f"expected a whole number from {least} to {greatest}, not {text[:30]!r}"
            )
        return value

    return read


def whole_number(text: str) -> int:
    """Read a whole number whose bounds only the file knows; raises `typer.BadParameter`."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"expected a whole number, not {text[:30]!r}") from None


File = Annotated[str, typer.Argument(metavar="FILE", help="A record, or - for standard input.")]
Files = Annotated[list[str], typer.Argument(metavar="FILE", help="Records; - is standard input.")]
At = Annotated[
    int | None,
    typer.Option(
        metavar="K", parser=whole_number, help="The position after K moves; else after all."
    ),
]
Json = Annotated[bool, typer.Option("--json", metavar="", help="Print JSON.")]
