"""What a position promises each seat, with all hands open and the pile unknown."""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from byzanz.analysis.playing_on import play_on, shuffle_unseen
from byzanz.bots.chances import WHOLE
from byzanz.bots.kernel import DESK
from byzanz.bots.searcher import compiled_mind
from byzanz.bots.worth import POINT
from byzanz.dice import seed_dice, shuffle_deck
from byzanz.fast.batch import SCRATCH, Numbers
from byzanz.fast.compiler import entry_point
from byzanz.fast.row import new_rows, write_row
from byzanz.rules.actions import NO_ACTION
from byzanz.rules.flow import deal
from byzanz.rules.table import Table

GIVEN, TRIED = 0, 1  # the rows: the position, and where it is played on


class Outlook(NamedTuple):
    """The expected end of the game, for each seat."""

    shares: tuple[float, ...]  # of the victory; together 1
    profits: tuple[float, ...]
    error: float  # the greatest standard error of a share; 0 where the end is known


class Oracle:
    """Looks ahead by play-outs; the same seed sees the same."""

    def __init__(self, seat_count: int, playouts: int, seed: int) -> None:
        self._seat_count = seat_count
        self._playouts = playouts
        self._seed = seed
        self._rows = new_rows(2)
        self._desk = np.zeros(1, DESK)
        self._scratch = np.zeros(1, SCRATCH)

    def before_deal(self) -> Outlook:
        """What the seats can expect before any card is dealt."""
        sums = self._new_sums()
        _sum_deals(
            self._rows,
            compiled_mind(self._seat_count),
            self._desk,
            self._scratch,
            self._seat_count,
            self._seed,
            sums,
        )
        return self._outlook(sums)

    def ahead(self, table: Table, stream: int, seat: int = 0, action: int = NO_ACTION) -> Outlook:
        """What a position promises, or what it does after this action of a seat.

        What the action draws from the pile is not known.
        """
        write_row(self._rows, GIVEN, table)
        sums = self._new_sums()
        _sum_play_outs(
            self._rows,
            compiled_mind(self._seat_count),
            self._desk,
            seat,
            action,
            self._seed,
            stream,
            sums,
        )
        return self._outlook(sums)

    def _new_sums(self) -> Numbers:
        return np.zeros((self._playouts, 2, self._seat_count), np.int64)

    def _outlook(self, sums: Numbers) -> Outlook:
        shares = sums[:, 0].mean(axis=0) / WHOLE
        errors = sums[:, 0].std(axis=0) / (WHOLE * sqrt(self._playouts))
        shares = shares / shares.sum()  # thirds of a victory were rounded
        profits = sums[:, 1].mean(axis=0) / POINT
        return Outlook(tuple(shares.tolist()), tuple(profits.tolist()), float(errors.max()))


@entry_point
def _sum_play_outs(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    rows: Any,
    minds: Any,
    desks: Any,
    seat: int,
    action: int,
    seed: int,
    stream: int,
    results: Numbers,
) -> None:
    """Play the first of two rows on once for each of the results."""
    desk = desks[0]
    row = rows[TRIED]
    seed_dice(desk.dice, seed, stream)
    for index in range(len(results)):
        rows[TRIED] = rows[GIVEN]
        shuffle_unseen(row, desk.dice)
        play_on(row, seat, action, minds[0], desk)
        for each in range(row.seat_count):
            results[index, 0, each] = desk.shares[each]
            results[index, 1, each] = desk.profits[each]


@entry_point
def _sum_deals(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    rows: Any,
    minds: Any,
    desks: Any,
    scratches: Any,
    seat_count: int,
    seed: int,
    results: Numbers,
) -> None:
    """Deal and play a game for each of the results."""
    desk = desks[0]
    row = rows[TRIED]
    scratch = scratches[0]
    for index in range(len(results)):
        seed_dice(scratch.dice, seed, index)
        shuffle_deck(scratch.dice, scratch.deck)
        deal(row, scratch.deck, seat_count)
        play_on(row, 0, NO_ACTION, minds[0], desk)
        for each in range(seat_count):
            results[index, 0, each] = desk.shares[each]
            results[index, 1, each] = desk.profits[each]
