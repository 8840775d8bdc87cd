"""The exit codes of all commands, and errors as one sentence on standard error."""

import os
import re
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

from byzanz.extras import MissingExtra, missing_extra

BAD_INPUT = 1
INTERRUPTED = 130  # the exit code after Ctrl-C: 128 + SIGINT, the shells' convention
BROKEN_PIPE = 141  # 128 + SIGPIPE


class BadInput(typer.TyperException):
    """Input that cannot be used, such as a bad record; the message is printed as it is."""

    exit_code = BAD_INPUT


class Command(TyperCommand):
    """A command whose help shows --help without a type."""

    def get_help_option(self, ctx: Any) -> TyperOption | None:
        """Return the option --help."""
        return _without_type(super().get_help_option(ctx))


class CommandLine(TyperGroup):
    """The group of all commands; its `main` turns every exception into a message and a code."""

    def get_help_option(self, ctx: Any) -> TyperOption | None:
        """Return the option --help."""
        return _without_type(super().get_help_option(ctx))

    def main(self, *args: Any, **extra: Any) -> NoReturn:
        """Run the command and exit with its code."""
        sys.exit(self._exit_code(*args, **extra))

    def _exit_code(self, *args: Any, **extra: Any) -> int:
        try:
            code = super().main(*args, **{**extra, "standalone_mode": False})
            sys.stdout.flush()
        except typer.TyperException as error:
            typer.echo(error_sentence(error), err=True)
            return error.exit_code
        except (BrokenPipeError, SystemExit):  # Typer and Rich call sys.exit on a broken pipe
            _discard_output()
            return BROKEN_PIPE
        except ImportError as error:
            typer.echo(f"byzanz: {_as_missing_extra(error)}", err=True)
            return BAD_INPUT
        except OSError as error:
            _discard_output()
            typer.echo(f"byzanz: {error.strerror or error}", err=True)
            return BAD_INPUT
        return code if isinstance(code, int) else 0


def _as_missing_extra(error: ImportError) -> MissingExtra:
    """Return an import error that an extra would mend; raises any other one again."""
    if isinstance(error, MissingExtra):
        return error
    missing = missing_extra(error) if isinstance(error, ModuleNotFoundError) else None
    if missing is None:
        raise error
    return missing


def error_sentence(error: typer.TyperException) -> str:
    """Return the error and what was expected, on one line."""
    if isinstance(error, BadInput):
        return error.message
    text = " ".join(error.format_message().split())
    context = getattr(error, "ctx", None)
    text = text[:1].lower() + text[1:].rstrip(".")
    if not re.search(r"\bexpected\b", text) and context is not None:
        text += f": expected {_expected(text, context)}"
    return f"byzanz: {text}"


def _expected(text: str, context: typer.Context) -> str:
    group = context.command
    if text.startswith("no such command") and isinstance(group, TyperGroup):
        return "one of " + ", ".join(group.list_commands(context))
    usage = context.get_usage().removeprefix("Usage: ").translate({ord("{"): None, ord("}"): None})
    return " ".join(usage.split())


def _discard_output() -> None:
    """Discard buffered output: Python would flush it at exit, fail again, and exit with 120."""
    with suppress(OSError, ValueError), Path(os.devnull).open("wb") as null:
        os.dup2(null.fileno(), sys.stdout.fileno())


def _without_type(option: TyperOption | None) -> TyperOption | None:
    if option is not None:
        option.metavar = ""
    return option
