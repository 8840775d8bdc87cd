"""`byzanz bot`: one of our own bots as a program of the bot protocol."""

import sys
from typing import Annotated

import typer

from byzanz.cli.arguments import integer_parser
from byzanz.cli.command_line import BadInput
from byzanz.dice import LARGEST_SEED

EXAMPLE = "Example: byzanz bot strong --prepare"
LONGEST_NAME = 24  # characters that the arena shows

BotId = Annotated[
    str,
    typer.Argument(
        metavar="BOT",
        help="beginner, greedy, solid, strong, expert, or expert:250 (expert with 250 play-outs "
        "per decision).",
    ),
]
Seed = Annotated[
    int,
    typer.Option(
        metavar="S",
        parser=integer_parser(0, LARGEST_SEED),
        help="Seed of the bot's dice. The same seed gives the same answers in the same game.",
    ),
]
Prepare = Annotated[
    bool,
    typer.Option("--prepare", metavar="", help="Only compile what the bot needs, then exit."),
]


def bot(bot_id: BotId, *, seed: Seed = 0, prepare: Prepare = False) -> None:
    """Play a bot by the bot protocol: JSON lines on standard input and output.

    So an older release, installed elsewhere, can meet this one in an arena:
    byzanz arena --bots "exec:old/bin/byzanz bot strong,strong,strong"
    """
    from byzanz import __version__  # noqa: PLC0415
    from byzanz.bots.roster import UnknownBot, is_searching  # noqa: PLC0415
    from byzanz.programs.bot_program import BotProgram  # noqa: PLC0415
    from byzanz.programs.failure import ProgramFailed  # noqa: PLC0415

    try:
        program = BotProgram(bot_id, f"{bot_id} {__version__}"[:LONGEST_NAME], seed)
    except UnknownBot as error:
        raise typer.BadParameter(str(error), param_hint="'BOT'") from None
    if is_searching(bot_id):
        _load_search(bot_id, may_compile=prepare)
    if prepare:
        return
    try:
        program.play(sys.stdin.buffer, _write)
    except ProgramFailed as failed:
        raise BadInput(f"byzanz: {failed.detail}: expected a line of the bot protocol") from None


def _write(line: bytes) -> None:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


def _load_search(bot_id: str, *, may_compile: bool) -> None:
    """Load the compiled search; compiling it would take longer than an arena waits."""
    from byzanz.cli.search_readiness import prepare_search  # noqa: PLC0415
    from byzanz.fast.cache import is_compiled  # noqa: PLC0415
    from byzanz.precompile.plan import SEARCH  # noqa: PLC0415

    if not may_compile and not is_compiled(SEARCH):
        raise BadInput(
            f"byzanz: {bot_id} is not compiled yet: expected 'byzanz bot {bot_id} --prepare' first"
        )
    prepare_search()
