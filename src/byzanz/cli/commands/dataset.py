"""`byzanz dataset`: games of bots as Parquet files."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from byzanz.cli.arguments import Json, integer_parser
from byzanz.cli.command_line import BAD_INPUT, INTERRUPTED, BadInput, Command, CommandLine
from byzanz.cli.commands.arena import (
    MOST_DECKS,
    Bots,
    Decks,
    Jobs,
    Players,
    Seconds,
    Seed,
    read_bots,
)
from byzanz.cli.match_pools import RayAddress, check_bots_for_ray
from byzanz.cli.record_input import printable
from byzanz.cli.render.json_output import print_json

if TYPE_CHECKING:
    from byzanz.dataset.manifest import Manifest

MAKE = "Example: byzanz dataset make games --bots solid,greedy,beginner --decks 100"
CHECK = "Example: byzanz dataset check games --every 100"
SHOW = "Example: byzanz dataset show games --game 7"
EXAMPLE = MAKE
PART_GAMES = 20_000  # in a file

app = typer.Typer(
    cls=CommandLine,
    suggest_commands=False,
    help="Make, check and show datasets: games of bots as Parquet files.",
    epilog=EXAMPLE,
)

FolderName = Annotated[
    Path, typer.Argument(metavar="DIR", help="The folder of the dataset.", show_default=False)
]
PartGames = Annotated[
    int,
    typer.Option(
        metavar="G",
        parser=integer_parser(1, 1_000_000),
        help="About how many games a file has.",
    ),
]
Every = Annotated[
    int,
    typer.Option(
        metavar="K",
        parser=integer_parser(1, MOST_DECKS),
        help="Play only each K-th game again. All rows are read and compared anyway.",
    ),
]
GameOption = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=integer_parser(0, 2**40),
        help="Print the record of this game, counted from 0.",
    ),
]


class Summary(msgspec.Struct, frozen=True):
    """The facts of a dataset."""

    version: str
    bots: tuple[str, ...]
    seed: int
    decks: int
    games: int
    parts: int
    finished_parts: int
    bytes: int
    bytes_per_game: float | None  # None if no part is finished


@app.command(cls=Command, epilog=MAKE)
def make(  # noqa: PLR0913 - the options of the command
    folder: FolderName,
    *,
    bots: Bots,
    players: Players = None,
    decks: Decks = 1000,
    seed: Seed = 1,
    jobs: Jobs = None,
    seconds: Seconds = 5.0,
    part_games: PartGames = PART_GAMES,
    ray: RayAddress = None,
) -> None:
    """Play every deck with every bot in every seat, and write the games as Parquet files.

    If you interrupt it, the same command continues. With more decks it makes the dataset longer.
    """
    # Imported here because NumPy, Numba and pyarrow take seconds to load.
    from byzanz.arena.plan import Plan  # noqa: PLC0415
    from byzanz.cli.dataset_making import make as make_parts  # noqa: PLC0415
    from byzanz.dataset.manifest import BadDataset, new_manifest  # noqa: PLC0415
    from byzanz.ledger_file import LedgerInUse  # noqa: PLC0415

    plan = Plan(read_bots(bots, players), decks, seed, seconds)
    check_bots_for_ray(plan.bots, ray)
    name = printable(str(folder))
    try:
        manifest = make_parts(
            folder, new_manifest(plan, part_games), jobs or os.cpu_count() or 1, ray
        )
    except BadDataset as error:
        raise BadInput(f"{name}: {error}") from None
    except LedgerInUse:
        raise BadInput(f"{name}: another process is making this dataset") from None
    except KeyboardInterrupt:
        typer.echo("Interrupted; the games so far are saved. The same command continues.", err=True)
        raise typer.Exit(INTERRUPTED) from None
    _print_summary(summary_of(folder, manifest))


@app.command(cls=Command, epilog=CHECK)
def check(folder: FolderName, *, every: Every = 1, jobs: Jobs = None, json: Json = False) -> None:
    """Check a dataset: every row, and the games by the rules."""
    from byzanz.cli.dataset_making import check_parts  # noqa: PLC0415
    from byzanz.dataset.checking import check_folder  # noqa: PLC0415

    manifest = _manifest(folder)
    checks = list(check_parts(folder, manifest, every, jobs or os.cpu_count() or 1))
    problems = [problem for found in checks for problem in found.problems]
    problems += check_folder(folder, manifest)
    games = sum(found.games for found in checks)
    replayed = sum(found.replayed for found in checks)
    if json:
        print_json({"games": games, "replayed": replayed, "problems": problems})
    else:
        for problem in problems:
            typer.echo(problem)
        typer.echo(f"{games} games, {replayed} played again: {_verdict(len(problems))}")
    if problems:
        raise typer.Exit(BAD_INPUT)


@app.command(cls=Command, epilog=SHOW)
def show(folder: FolderName, *, game: GameOption = None, json: Json = False) -> None:
    """Show what a dataset has, or print one of its games as a record."""
    manifest = _manifest(folder)
    if game is not None:
        typer.echo(_record(folder, manifest, game), nl=False)
    elif json:
        print_json(summary_of(folder, manifest))
    else:
        _print_summary(summary_of(folder, manifest))


def summary_of(folder: Path, manifest: "Manifest") -> Summary:
    """Return the facts of a dataset, finished or not."""
    from byzanz.dataset.manifest import part_path  # noqa: PLC0415
    from byzanz.dataset.parts import is_written  # noqa: PLC0415

    written = [part for part in range(manifest.part_count) if is_written(folder, manifest, part)]
    size = sum(part_path(folder, part).stat().st_size for part in written)
    games = sum(len(manifest.part_numbers(part)) for part in written)
    return Summary(
        version=manifest.version,
        bots=manifest.plan.bot_ids,
        seed=manifest.plan.seed,
        decks=manifest.plan.decks,
        games=manifest.game_count,
        parts=manifest.part_count,
        finished_parts=len(written),
        bytes=size,
        bytes_per_game=size / games if games else None,
    )


def _manifest(folder: Path) -> "Manifest":
    from byzanz.dataset.manifest import BadDataset, read_manifest  # noqa: PLC0415

    try:
        return read_manifest(folder)
    except BadDataset as error:
        raise BadInput(f"{printable(str(folder))}: {error}") from None


def _record(folder: Path, manifest: "Manifest", game: int) -> str:
    from byzanz.dataset.manifest import BadDataset  # noqa: PLC0415
    from byzanz.dataset.parts import read_game  # noqa: PLC0415
    from byzanz.dataset.records import record_of  # noqa: PLC0415
    from byzanz.game.refusal import Refused  # noqa: PLC0415

    name = printable(str(folder))
    if game >= manifest.game_count:
        raise BadInput(f"{name}: game {game}: expected 0 to {manifest.game_count - 1}")
    try:
        return record_of(read_game(folder, manifest, game))
    except (BadDataset, Refused, ValueError) as error:
        raise BadInput(f"{name}: game {game}: {error}") from None


def _print_summary(summary: Summary) -> None:
    typer.echo(f"{summary.games} games of {', '.join(summary.bots)}")
    typer.echo(f"{summary.decks} decks, seed {summary.seed}, version {summary.version}")
    size = summary.bytes_per_game
    of_a_game = "" if size is None else f", {size:.1f} a game"
    typer.echo(
        f"{summary.finished_parts} of {summary.parts} files, {summary.bytes} bytes{of_a_game}"
    )


def _verdict(problem_count: int) -> str:
    if not problem_count:
        return "all is right"
    return "1 problem" if problem_count == 1 else f"{problem_count} problems"
