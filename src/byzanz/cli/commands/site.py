"""`byzanz site`: the game against bots as a folder of plain files."""

from pathlib import Path
from typing import Annotated

import typer

from byzanz.cli.command_line import BadInput
from byzanz.pages.report_page import NotBuilt
from byzanz.pages.site import NotEmpty, write_site

EXAMPLE = "Example: byzanz site public/byzanz"
MEGA = 1_000_000

Out = Annotated[Path, typer.Argument(metavar="OUT", help="A new or empty folder.")]


def site(out: Out) -> None:
    """Write the game against bots as plain files, to be published by any web host.

    The README in the folder says how.
    """
    try:
        size = write_site(out)
    except (NotBuilt, NotEmpty) as error:
        raise BadInput(f"byzanz: {error}") from None
    except OSError as error:
        raise BadInput(f"byzanz: {out} can't be written: {error.strerror}") from None
    typer.echo(f"{out}: {size / MEGA:.1f} MB. Publish it as {out / 'README.md'} says.")
