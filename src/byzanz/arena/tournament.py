"""The tournament of the ladder: its matches with 3, 4, 5 and 6 players."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from byzanz.arena.plan import Plan

PLAYER_COUNTS = (3, 4, 5, 6)
FILLER = "solid"  # the bot that takes the free seats if there are fewer bots than seats
SECONDS = 5.0  # time limit of an external program per move, in seconds


class Tournament(NamedTuple):
    """The bots and decks of a tournament."""

    bots: tuple[str, ...]  # bot ids, weakest first
    guests: tuple[str, ...]  # other bots, which play in the mixed fields only
    decks: int  # per duel, and per number of players for all mixed fields together
    seed: int

    def duels(self, players: int) -> list[Plan]:
        """Plan a match of each bot against the next weaker one in all other seats, in order."""
        return [
            Plan((upper, *[lower] * (players - 1)), self.decks, self.seed, SECONDS)
            for lower, upper in pairwise(self.bots)
        ]

    def fields(self, players: int) -> list[Plan]:
        """Plan mixed fields in which every two bots meet equally often."""
        fields = _fields([*self.bots, *self.guests], players)
        decks = max(1, self.decks // len(fields))
        return [Plan(bot_ids, decks, self.seed, SECONDS) for bot_ids in fields]

    def plans(self) -> Iterator[Plan]:
        """Yield all matches."""
        for players in PLAYER_COUNTS:
            yield from self.duels(players)
            yield from self.fields(players)


def _fields(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    if len(bots) > players:
        return list(combinations(bots, players))
    return [(*bots, *[FILLER] * (players - len(bots)))]
