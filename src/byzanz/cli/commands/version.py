"""`byzanz version`: the version of the program."""

import typer

import byzanz

EXAMPLE = "Example: byzanz version"


def version() -> None:
    """Print the version."""
    typer.echo(f"byzanz {byzanz.__version__}")
