"""Printing data for programs."""

import msgspec
import typer


def print_json(value: object) -> None:
    """One line of JSON on standard output."""
    typer.echo(msgspec.json.encode(value))
