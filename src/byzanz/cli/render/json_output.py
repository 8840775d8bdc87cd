"""Printing JSON."""

import msgspec
import typer


def print_json(value: object) -> None:
    """Print a value as one line of JSON on standard output."""
    typer.echo(msgspec.json.encode(value))
