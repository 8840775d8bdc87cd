"""`byzanz tune`: the parameters of the bot solid, tuned by self-play."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from byzanz.cli.arguments import decimal_parser, integer_parser
from byzanz.cli.command_line import INTERRUPTED, BadInput
from byzanz.cli.commands.arena import check_writable
from byzanz.cli.match_pools import RayAddress, opened_cluster
from byzanz.cli.record_input import printable
from byzanz.cli.render.console import message_console
from byzanz.dice import LARGEST_SEED

if TYPE_CHECKING:
    from byzanz.tuning.candidates import Arena

EXAMPLE = "Example: byzanz tune --players 3 --out parameters.json"
MOST = 1_000_000

Players = Annotated[
    int, typer.Option(metavar="N", parser=integer_parser(3, 6), help="Number of players.")
]
Out = Annotated[
    Path,
    typer.Option(
        metavar="FILE",
        help="Write the parameters of all numbers of players; the others are those of this "
        "release, or of the file if it exists.",
    ),
]
Generations = Annotated[
    int, typer.Option(metavar="G", parser=integer_parser(1, MOST), help="Of the policy.")
]
TuningDecks = Annotated[
    int,
    typer.Option(
        metavar="D", parser=integer_parser(1, MOST), help="Decks of each candidate and field."
    ),
]
Step = Annotated[
    float,
    typer.Option(
        metavar="S", parser=decimal_parser(0.0001, 10), help="Step size of the first generation."
    ),
]
LeafDecks = Annotated[
    int,
    typer.Option(metavar="D", parser=integer_parser(1, MOST), help="Decks of the leaf's games."),
]
LeafGenerations = Annotated[
    int, typer.Option(metavar="G", parser=integer_parser(1, MOST), help="Of the leaf evaluation.")
]
Seed = Annotated[
    int,
    typer.Option(
        metavar="S", parser=integer_parser(0, LARGEST_SEED), help="The same seed, the same result."
    ),
]


def tune(  # noqa: PLR0913 - the options of the command
    *,
    players: Players,
    out: Out,
    generations: Generations = 150,
    decks: TuningDecks = 80,
    step: Step = 0.05,
    leaf_decks: LeafDecks = 1000,
    leaf_generations: LeafGenerations = 40,
    seed: Seed = 1,
    ray: RayAddress = None,
) -> None:
    """Tune the parameters of the bot solid, and of the searching bots' leaf, by self-play.

    A release plays by src/byzanz/engine/evaluation/parameters.json: copy the result there.
    """
    from byzanz.tuning.tuner import Tuner, stored_in  # noqa: PLC0415

    check_writable(out)
    try:
        stored_in(out)  # now, not after a long run
    except ValueError as error:
        raise BadInput(f"{printable(str(out))}: {error}: expected tuned parameters") from None
    console = message_console()
    try:
        with _opened_arena(ray) as arena:
            tuner = Tuner(players, decks, seed, arena=arena, progress=console.print)
            tuner.evolve(generations, step)
        tuner.fit_leaf(leaf_decks, leaf_generations)
    except KeyboardInterrupt:
        console.print("Interrupted; nothing is written.")
        raise typer.Exit(INTERRUPTED) from None
    tuner.write(out)
    typer.echo(f"The parameters for {players} players are tuned")


@contextmanager
def _opened_arena(ray: str | None) -> "Iterator[Arena]":
    """Open what lets candidates play: this machine, or a cluster."""
    from byzanz.tuning.candidates import ClusterArena, LocalArena  # noqa: PLC0415

    if ray is None:
        yield LocalArena()
        return
    with opened_cluster(ray) as cluster:
        yield ClusterArena(cluster)
