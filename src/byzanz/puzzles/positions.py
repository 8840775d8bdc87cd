"""Positions for puzzles: decisions of one seat in games between bots, as this seat sees them.

Two seats of one game would show each other's cards, so each game gives positions of one seat.
"""

from collections.abc import Iterator
from random import Random

from byzanz.bots.bot import Bot
from byzanz.bots.roster import make_bot
from byzanz.game.game import PLAYER_COUNTS, Game
from byzanz.game.view import View

NAMES = ("Zoe", "Leo", "Irene", "Theo", "Anna", "Basil")
BOTS = ("solid", "solid", "solid", "strong")  # who plays: strong in one of four seats


def positions_of(number: int) -> Iterator[View]:
    """Play game `number` between bots, and yield the view of one seat at each of its decisions.

    The same number gives the same game and seat. What is yielded is the seat's own view and nothing
    else.
    """
    dice = Random(number)
    seat_count = PLAYER_COUNTS[number % len(PLAYER_COUNTS)]
    bots: list[Bot] = [make_bot(dice.choice(BOTS), seed=number) for _ in range(seat_count)]
    watched = dice.randrange(seat_count)
    game = Game.new(NAMES[:seat_count], seed=number)
    while game.turn is not None:
        seat = game.turn
        view = game.view(seat)
        if seat == watched:
            yield view
        game.play(seat, bots[seat].choose(view, game.options(seat)))
