"""`byzanz puzzles`: playing the puzzles of this release, and making and checking them."""

import random
from pathlib import Path
from typing import Annotated

import typer

from byzanz.cli.arguments import Json, integer_parser
from byzanz.cli.command_line import BAD_INPUT, INTERRUPTED, BadInput, Command, CommandLine
from byzanz.cli.record_input import printable
from byzanz.cli.render.json_output import print_json
from byzanz.dice import LARGEST_SEED

EXAMPLE = "Example: byzanz puzzles --level hard"
MAKE = "Example: byzanz puzzles make --ledger ledger.jsonl --count 900 collection.jsonl.gz"
CHECK = "Example: byzanz puzzles check --count 50"
LEVELS = ("easy", "medium", "hard")
MOST_PUZZLES = 100_000
BAR = 0.98  # the least share of the puzzles that a check has to confirm


def parse_level(text: str) -> str:
    """Read a difficulty; raises `typer.BadParameter`."""
    if text not in LEVELS:
        raise typer.BadParameter(f"expected {', '.join(LEVELS)}, not {text[:30]!r}")
    return text


Level = Annotated[
    str | None,
    typer.Option(metavar="L", parser=parse_level, help="easy, medium or hard. Default: all."),
]
Count = Annotated[
    int, typer.Option(metavar="N", parser=integer_parser(1, MOST_PUZZLES), help="How many.")
]
SomeCount = Annotated[
    int | None,
    typer.Option(
        metavar="N", parser=integer_parser(1, MOST_PUZZLES), help="How many. Default: all."
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        metavar="S", parser=integer_parser(0, LARGEST_SEED), help="The same seed, the same ones."
    ),
]
CheckSeed = Annotated[
    int,
    typer.Option(
        metavar="S", parser=integer_parser(2, LARGEST_SEED), help="They were made with seed 1."
    ),
]
LedgerFile = Annotated[
    Path,
    typer.Option(
        "--ledger",
        metavar="FILE",
        help="Everything found so far, to continue after an interruption.",
    ),
]
CollectionFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="The collection, replaced at the end.")
]

app = typer.Typer(
    cls=CommandLine,
    suggest_commands=False,
    invoke_without_command=True,
    help="Play puzzles: what would you do here?",
    epilog=EXAMPLE,
)


@app.callback()
def puzzles(
    context: typer.Context, *, level: Level = None, count: Count = 5, seed: Seed = None
) -> None:
    """Play puzzles of this release. Type quit to leave."""
    if context.invoked_subcommand is not None:
        return
    from byzanz.cli.play.dialogue import new_dialogue  # noqa: PLC0415
    from byzanz.cli.play.puzzle_loop import PuzzleLoop  # noqa: PLC0415
    from byzanz.puzzles.collection import shipped_collection  # noqa: PLC0415

    chosen = [
        puzzle
        for puzzle in shipped_collection().puzzles.values()
        if level is None or puzzle.level == level
    ]
    random.Random(seed).shuffle(chosen)
    dialogue = new_dialogue(None)
    loop = PuzzleLoop(chosen[:count], dialogue)
    try:
        loop.play()
    except EOFError:
        dialogue.say(("The input has ended",))
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None
    dialogue.say(loop.result_phrase())


@app.command(cls=Command, epilog=MAKE)
def make(
    file: CollectionFile, *, ledger: LedgerFile = Path("puzzles.jsonl"), count: Count = 900
) -> None:
    """Search games between bots for puzzles, and write a collection of them. It takes hours.

    Everything found is saved. If you interrupt it, the collection has what was found so far, and
    the same command continues the search.
    """
    from byzanz.cli.commands.arena import check_writable  # noqa: PLC0415
    from byzanz.cli.puzzle_making import make_puzzles  # noqa: PLC0415
    from byzanz.ledger_file import LedgerInUse  # noqa: PLC0415
    from byzanz.puzzles.ledger import BadLedger  # noqa: PLC0415

    check_writable(file)
    try:
        has_finished = make_puzzles(ledger, file, count)
    except LedgerInUse:
        name = printable(str(ledger))
        raise BadInput(f"{name}: in use: expected a ledger of no other search") from None
    except BadLedger as error:
        raise BadInput(f"{printable(str(ledger))}: {error}: expected a ledger") from None
    if not has_finished:
        raise typer.Exit(INTERRUPTED)


@app.command(cls=Command, epilog=CHECK)
def check(*, count: SomeCount = None, seed: CheckSeed = 2, json: Json = False) -> None:
    """Confirm the puzzles of this release with another seed and at other search depths.

    With a count, it confirms a random sample. Ends with an error below 98 %.
    """
    from byzanz.cli.puzzle_making import confirm_puzzles  # noqa: PLC0415
    from byzanz.puzzles.collection import shipped_collection  # noqa: PLC0415

    chosen = list(shipped_collection().puzzles.values())
    random.Random(seed).shuffle(chosen)
    confirmations = confirm_puzzles(chosen[:count], seed, is_quiet=json)
    confirmed = sum(each.is_confirmed for each in confirmations)
    if json:
        print_json(confirmations)
    else:
        typer.echo(f"{confirmed} of {len(confirmations)} puzzles confirmed")
    if confirmed < BAR * len(confirmations):
        raise typer.Exit(BAD_INPUT)
