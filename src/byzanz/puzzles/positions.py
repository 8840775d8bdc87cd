"""Positions for puzzles: decisions in games between bots, as the seat on turn sees them."""

from collections.abc import Iterator
from random import Random

from byzanz.bots.bot import Bot
from byzanz.bots.roster import make_bot
from byzanz.game.game import PLAYER_COUNTS, Game
from byzanz.game.view import View

NAMES = ("Zoe", "Leo", "Irene", "Theo", "Anna", "Basil")
BOTS = ("solid", "solid", "solid", "strong")  # who plays: strong in one of four seats


def positions_of(number: int) -> Iterator[View]:
    """Play game `number` between bots, and yield the view of the seat on turn at each decision.

    The same number gives the same game. What is yielded is the seat's own view and nothing else.
    """
    dice = Random(number)
    seat_count = PLAYER_COUNTS[number % len(PLAYER_COUNTS)]
    bots: list[Bot] = [make_bot(dice.choice(BOTS), seed=number) for _ in range(seat_count)]
    game = Game.new(NAMES[:seat_count], seed=number)
    while game.turn is not None:
        seat = game.turn
        view = game.view(seat)
        yield view
        game.play(seat, bots[seat].choose(view, game.options(seat)))
