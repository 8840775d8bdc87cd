"""`byzanz demo`: a game to watch in the terminal."""

import random
import time
from collections.abc import Iterator
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.text import Text

from byzanz.cli.arguments import decimal_parser, integer_parser
from byzanz.cli.render import phrases
from byzanz.cli.render.console import is_interactive, output_console, print_lines
from byzanz.cli.render.palette import FAINT, styled
from byzanz.cli.render.position_drawing import draw, scene_of
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
GAME_SECONDS = 35  # the length of a game at speed 1
WEIGHTS: dict[type[Event], int] = {
    LotRevealed: 5,
    AuctionWon: 4,
    LotGranted: 4,
    TrioSold: 4,
    StallTaken: 3,
    CardGiven: 2,
    BidLaid: 2,
}
"""The relative time to show an event; 1 for any other, and for the move itself."""
LEAST_HEIGHT = 19  # lines


Speed = Annotated[
    float, typer.Option(metavar="X", parser=decimal_parser(0.1, 1000), help="Play X times as fast.")
]
Seed = Annotated[
    int | None,
    typer.Option(
        metavar="S",
        parser=integer_parser(0, LARGEST_SEED),
        help="Seed of the game. The same seed gives the same game.",
    ),
]


def demo(*, speed: Speed = 1.0, seed: Seed = None) -> None:
    """Watch a game of four random bots in the terminal."""
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    console = output_console()
    if is_interactive(console):
        show_live(console, seed, speed=speed, height=max(LEAST_HEIGHT, console.height - 1))
    else:
        print_events(seed)
    again = f"byzanz demo --seed {seed} plays this game again."
    print_lines(console, [Text(), styled(again, FAINT)])


def random_moves(game: Game, seed: int) -> Iterator[tuple[Event, ...]]:
    """Play a game to its end by random moves; yields the events of each."""
    dice = random.Random(seed)
    while game.turn is not None:
        seat, move = dice.choice(game.legal(game.turn))
        yield game.play(seat, move)


def print_events(seed: int) -> None:
    """Print a random game, one line per event, and its standings."""
    game = Game.new(NAMES, seed=seed)
    for event in game.events_for(None):
        typer.echo(phrases.plain(phrases.event_phrase(event, NAMES)))
    for events in random_moves(game, seed):
        for event in events:
            typer.echo(phrases.plain(phrases.event_phrase(event, NAMES)))
    for line in game.standings():
        typer.echo(f"{line.place} {NAMES[line.seat]} {line.profit}")


def time_shares(seed: int) -> list[float]:
    """Return the share of the whole time for which each position of a game is shown."""
    weights = [
        1 + sum(WEIGHTS.get(type(event), 1) for event in events)
        for events in random_moves(Game.new(NAMES, seed=seed), seed)
    ]
    return [weight / sum(weights) for weight in weights]


def show_live(console: Console, seed: int, *, speed: float, height: int) -> None:
    """Draw a random game move by move, slowly enough to follow."""
    game = Game.new(NAMES, seed=seed)

    def frame() -> Text:
        return Text("\n").join(
            draw(scene_of(game, None, "four random bots"), console.width, height)
        )

    with Live(frame(), console=console, auto_refresh=False) as live:
        for share, _ in zip(time_shares(seed), random_moves(game, seed), strict=True):
            live.update(frame(), refresh=True)
            time.sleep(share * GAME_SECONDS / speed)
