"""`byzanz` alone: what can be done, and a game to watch."""

import random
import time
from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.text import Text
from typer.core import TyperGroup

from byzanz.cli import words
from byzanz.cli.arguments import decimal, number
from byzanz.cli.console import is_live, output, print_lines
from byzanz.cli.drawing import draw, scene_of
from byzanz.cli.palette import FAINT, STRONG, TITLE, piece
from byzanz.cli.version import version
from byzanz.dice import LARGEST_SEED
from byzanz.game.events import (
    AuctionWon,
    BidLaid,
    CardGiven,
    Event,
    LotGranted,
    LotRevealed,
    StallTaken,
    TrioSold,
)
from byzanz.game.game import Game

EXAMPLE = "Example: byzanz --seed 7 --speed 2"
NAMES = ("Theodora", "Belisarius", "Anna Komnene", "Psellos")
SECONDS = 35  # of the whole game at speed 1
WEIGHTS: dict[type[Event], int] = {
    LotRevealed: 5,
    AuctionWon: 4,
    LotGranted: 4,
    TrioSold: 4,
    StallTaken: 3,
    CardGiven: 2,
    BidLaid: 2,
}
"""How long the eye rests on an event; on any other, and on the move itself, 1."""
SMALLEST_HEIGHT = 19


def print_version(*, wanted: bool) -> None:
    """Print the version and end, if it was asked for."""
    if wanted:
        version()
        raise typer.Exit


Speed = Annotated[
    float, typer.Option(metavar="X", parser=decimal(0.1, 1000), help="Play X times as fast.")
]
Seed = Annotated[
    int | None,
    typer.Option(metavar="S", parser=number(0, LARGEST_SEED), help="The same game every time."),
]
Version = Annotated[
    bool,
    typer.Option(
        "--version", metavar="", callback=print_version, is_eager=True, help="Print the version."
    ),
]


def demo(
    context: typer.Context, *, speed: Speed = 1.0, seed: Seed = None, version: Version = False
) -> None:
    """Byzanz, the auction card game: replay, draw and simulate games.

    Without a command, four bots that play at random show a game.
    """
    if context.invoked_subcommand is not None:
        return
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    console = output()
    guide = list(guide_lines(context))
    print_lines(console, guide)
    if is_live(console):
        room = max(SMALLEST_HEIGHT, console.height - len(guide) - 2)
        watch(console, seed, speed=speed, height=min(room, console.height - 1))
    else:
        tell(seed)
    print_lines(console, [Text(), piece(f"byzanz --seed {seed} plays this game again.", FAINT)])


def guide_lines(context: typer.Context) -> Iterator[Text]:
    """What can be done, one command a line."""
    group = context.command
    assert isinstance(group, TyperGroup)
    yield piece("Byzanz, the auction card game", TITLE)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is not None and not command.hidden:
            does = command.get_short_help_str(limit=100).rstrip(".")
            yield piece(f"  byzanz {name:<9} ", STRONG).append(does)
    yield piece("  byzanz COMMAND --help explains it, with an example", FAINT)
    yield Text()


def random_moves(game: Game, seed: int) -> Iterator[tuple[Event, ...]]:
    """Play a game to its end by random moves; what happens at each."""
    dice = random.Random(seed)
    while game.turn is not None:
        seat, move = dice.choice(game.legal(game.turn))
        yield game.play(seat, move)


def tell(seed: int) -> None:
    """A random game in plain lines, one an event."""
    game = Game.new(NAMES, seed=seed)
    for event in game.events_for(None):
        typer.echo(words.plain(words.event_phrase(event, NAMES)))
    for events in random_moves(game, seed):
        for event in events:
            typer.echo(words.plain(words.event_phrase(event, NAMES)))
    for line in game.standings():
        typer.echo(f"{line.place} {NAMES[line.seat]} {line.profit}")


def pauses(seed: int) -> list[float]:
    """How long each position of a random game is shown, in parts of the whole."""
    weights = [
        1 + sum(WEIGHTS.get(type(event), 1) for event in events)
        for events in random_moves(Game.new(NAMES, seed=seed), seed)
    ]
    return [weight / sum(weights) for weight in weights]


def watch(console: Console, seed: int, *, speed: float, height: int) -> None:
    """A random game drawn live, at a pace that lets one follow."""
    game = Game.new(NAMES, seed=seed)

    def frame() -> Text:
        return Text("\n").join(
            draw(scene_of(game, None, "four random bots"), console.width, height)
        )

    with Live(frame(), console=console, auto_refresh=False) as live:
        for pause, _ in zip(pauses(seed), random_moves(game, seed), strict=True):
            live.update(frame(), refresh=True)
            time.sleep(pause * SECONDS / speed)
