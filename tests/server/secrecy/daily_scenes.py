"""Days in two worlds: the same moves, and decks that the player cannot tell apart."""

from random import Random
from typing import NamedTuple

from byzanz import Game
from byzanz.cards import Cards
from byzanz.game.moves import Move, Pass, Sell
from tests.secrecy.worlds import other_world

NAMES = ("Anna", "Ben", "Cleo", "Dora")
PERSON = 0  # the person's seat


class DailyScene(NamedTuple):
    """A whole game with the deal of a day."""

    decks: tuple[Cards, Cards]
    moves: list[tuple[int, Move]]

    @property
    def answers(self) -> dict[int, str]:
        """The moves of the bots by the number of the decision."""
        game, found = Game(NAMES, self.decks[0]), {}
        for seat, move in self.moves:
            if seat != PERSON:
                found[game.decision] = str(move)
            game.play(seat, move)
        return found


def daily_scene(seed: int) -> DailyScene:
    """A game of random moves to its end, in which other hands may differ at every moment."""
    random = Random(seed)
    while True:
        game = Game.new(NAMES, seed=random.getrandbits(40))
        while game.turn is not None:
            moves = [move for _, move in game.legal(game.turn)]
            quiet = [move for move in moves if not isinstance(move, Sell)]
            passes = [move for move in moves if isinstance(move, Pass)]
            is_short = passes and random.random() < 0.7
            game.play(game.turn, random.choice(passes if is_short else quiet or moves))
        twin = other_world(game, PERSON, random)
        if twin is not None and differing_hands(game, twin) >= 3:
            return DailyScene((game.deck, twin.deck), list(game.moves))


def differing_hands(game: Game, twin: Game) -> int:
    """The number of seats whose last hands differ."""
    views = zip(game.views(range(4)), twin.views(range(4)), strict=True)
    return sum(one.own.hand != other.own.hand for one, other in views)
