"""What a position promises each seat, with all hands open and the pile unknown."""

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np

from byzanz.analysis.correction import (
    CORRECTIONS,
    NONE,
    Correction,
    corrected,
    corrected_error,
    rounds_left,
    stage_of,
)
from byzanz.analysis.playing_on import play_on, shuffle_from, shuffle_unseen
from byzanz.analysis.report import PARTS, Outlook
from byzanz.bots.chances import WHOLE
from byzanz.bots.kernel import DESK
from byzanz.bots.searcher import compiled_mind
from byzanz.bots.worth import POINT
from byzanz.dice import seed_dice
from byzanz.fast.batch import SCRATCH, Numbers
from byzanz.fast.compiler import entry_point
from byzanz.fast.row import new_rows, write_row
from byzanz.rules.actions import NO_ACTION
from byzanz.rules.flow import deal
from byzanz.rules.table import Table

GIVEN, TRIED = 0, 1  # the rows: the position, and where it is played on
ALL_DEALT = -1  # in place of the number of cards that are known


class Oracle:
    """Looks ahead by play-outs; the same seed sees the same.

    A raw one tells shares as they come out of the play-outs, without their correction.
    """

    def __init__(self, seat_count: int, playouts: int, seed: int, *, is_raw: bool = False) -> None:
        self._is_raw = is_raw
        self._seat_count = seat_count
        self._playouts = playouts
        self._seed = seed
        self._rows = new_rows(2)
        self._desk = np.zeros(1, DESK)
        self._scratch = np.zeros(1, SCRATCH)

    def dealing(self, deck: Sequence[int], known: int) -> Outlook:
        """What a deck promises of which only the first so many cards are known."""
        self._scratch[0]["deck"][:] = deck
        stage = str(rounds_left(self._seat_count, 0))
        return self._outlook(self._look(known, 0, NO_ACTION, known), stage)

    def ahead(self, table: Table, stream: int) -> Outlook:
        """What a position promises.

        Positions of one game have streams of their own, from 100 on.
        """
        write_row(self._rows, GIVEN, table)
        return self._outlook(self._look(ALL_DEALT, 0, NO_ACTION, stream), stage_of(table))

    def after(self, table: Table, stream: int, seat: int, action: int, *, then: Table) -> Outlook:
        """What a position promises after this action of a seat, which leads to a further table.

        What the action draws from the pile is not known: of that table only its stage counts.
        """
        write_row(self._rows, GIVEN, table)
        return self._outlook(self._look(ALL_DEALT, seat, action, stream), stage_of(then))

    def _look(self, known: int, seat: int, action: int, stream: int) -> Numbers:
        results = np.zeros((self._playouts, 2, self._seat_count), np.int64)
        _play_on(
            self._rows,
            compiled_mind(self._seat_count),
            self._desk,
            self._scratch,
            known,
            seat,
            action,
            self._seed,
            stream,
            results,
        )
        return results

    def _outlook(self, results: Numbers, stage: str) -> Outlook:
        correction = NONE if self._is_raw else CORRECTIONS[stage]
        shares, profits = results[:, 0], results[:, 1]
        errors = shares.std(axis=0) / (WHOLE * sqrt(self._playouts))
        sums = shares.sum(axis=0).tolist()
        means = [each / sum(sums) for each in sums]
        return Outlook(
            shared(sums) if correction == NONE else _shared_by(means, correction),
            tuple((PARTS * profits.sum(axis=0) // (POINT * self._playouts)).tolist()),
            round(PARTS * corrected_error(errors.tolist(), means, correction)),
        )


FINE = 1 << 40  # parts of a share that is not whole


def _shared_by(means: Sequence[float], correction: Correction) -> tuple[int, ...]:
    return shared([round(FINE * share) for share in corrected(means, correction)])


def shared(sums: Sequence[int]) -> tuple[int, ...]:
    """A victory in proportion to these sums, in whole parts: what rounding leaves goes to few."""
    whole = sum(sums)
    parts = [PARTS * each // whole for each in sums]
    rests = sorted(range(len(sums)), key=lambda seat: -(PARTS * sums[seat] % whole))
    for seat in rests[: PARTS - sum(parts)]:
        parts[seat] += 1
    return tuple(parts)


@entry_point
def _play_on(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    rows: Any,
    minds: Any,
    desks: Any,
    scratches: Any,
    known: int,
    seat: int,
    action: int,
    seed: int,
    stream: int,
    results: Numbers,
) -> None:
    """Play a game on, once for each result: the first of two rows, or a deck dealt anew."""
    desk = desks[0]
    row = rows[TRIED]
    deck = scratches[0].deck
    seed_dice(desk.dice, seed, stream)
    for index in range(len(results)):
        if known == ALL_DEALT:
            rows[TRIED] = rows[GIVEN]
            shuffle_unseen(row, desk.dice)
        else:
            shuffle_from(deck, known, desk.dice)
            deal(row, deck, results.shape[2])
        play_on(row, seat, action, minds[0], desk)
        for each in range(row.seat_count):
            results[index, 0, each] = desk.shares[each]
            results[index, 1, each] = desk.profits[each]
