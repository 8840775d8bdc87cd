"""The tournament of the ladder: which matches the bots play for 3, 4, 5 and 6 players."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from byzanz.arena.plan import Plan

PLAYER_COUNTS = (3, 4, 5, 6)
FILLER = "solid"  # takes the seats that are left where bots are fewer than seats
SECONDS = 5.0


class Tournament(NamedTuple):
    """What is to be played."""

    rungs: tuple[str, ...]  # weakest first
    guests: tuple[str, ...]  # others, who join the mixed fields
    decks: int  # of each duel, and of all mixed fields of a number of players together
    seed: int

    def duels(self, players: int) -> list[Plan]:
        """Each rung alone against the rung below in all other seats, lowest first."""
        return [
            Plan((upper, *[lower] * (players - 1)), self.decks, self.seed, SECONDS)
            for lower, upper in pairwise(self.rungs)
        ]

    def fields(self, players: int) -> list[Plan]:
        """Mixed fields in which every bot meets every other one equally often."""
        fields = _fields([*self.rungs, *self.guests], players)
        decks = max(1, self.decks // len(fields))
        return [Plan(words, decks, self.seed, SECONDS) for words in fields]

    def plans(self) -> Iterator[Plan]:
        """All matches."""
        for players in PLAYER_COUNTS:
            yield from self.duels(players)
            yield from self.fields(players)


def _fields(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    if len(bots) > players:
        return list(combinations(bots, players))
    return [(*bots, *[FILLER] * (players - len(bots)))]
