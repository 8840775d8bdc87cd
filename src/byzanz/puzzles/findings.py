"""Found positions: views with one best kind of answer, as the ledger of the maker keeps them."""

import msgspec

from byzanz.cards import Cards
from byzanz.game.moves import Move
from byzanz.game.phase import Phase
from byzanz.game.view import View
from byzanz.puzzles.trials import Trials

Key = tuple[int, Phase, Cards, Move]


class Found(msgspec.Struct, frozen=True, tag="found"):
    """A position that meets the bar, with the measurements that show it."""

    game: int  # number of the game that it comes from
    view: View
    deep: Trials
    shallow: Trials
    missed: tuple[str, ...]  # bots that miss the best answer

    @property
    def key(self) -> Key:
        """What no two puzzles have in common: players, phase, own hand and best answer."""
        return key_of(self.view, self.deep.answers[0].move)


class Searched(msgspec.Struct, frozen=True, tag="searched"):
    """A game that has been searched to its end."""

    game: int
    decisions: int
    screened: int  # decisions that passed the screening


def key_of(view: View, best: Move) -> Key:
    """Return the key of a position with this best answer."""
    assert view.own is not None
    return len(view.seats), view.phase, view.own.hand, best
