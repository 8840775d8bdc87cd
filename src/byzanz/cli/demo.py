"""`byzanz demo`: a game to watch in the terminal."""

import random
import time
from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.text import Text

from byzanz.cli import words
from byzanz.cli.arguments import decimal, number
from byzanz.cli.console import is_live, output, print_lines
from byzanz.cli.drawing import draw, scene_of
from byzanz.cli.palette import FAINT, piece
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

EXAMPLE = "Example: byzanz demo --seed 7 --speed 2"
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


Speed = Annotated[
    float, typer.Option(metavar="X", parser=decimal(0.1, 1000), help="Play X times as fast.")
]
Seed = Annotated[
    int | None,
    typer.Option(metavar="S", parser=number(0, LARGEST_SEED), help="The same game every time."),
]


def demo(*, speed: Speed = 1.0, seed: Seed = None) -> None:
    """Watch four bots that play at random, in the terminal."""
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    console = output()
    if is_live(console):
        watch(console, seed, speed=speed, height=max(SMALLEST_HEIGHT, console.height - 1))
    else:
        tell(seed)
    again = f"byzanz demo --seed {seed} plays this game again."
    print_lines(console, [Text(), piece(again, FAINT)])


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
