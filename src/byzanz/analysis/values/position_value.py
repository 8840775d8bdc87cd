"""Evaluates positions by play-outs, given all hands but not the order of the draw pile."""

from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np

from byzanz.analysis.findings import MILLIONTHS, Outlook
from byzanz.analysis.kernels.play_out import ALL_DEALT, GIVEN, play_outs
from byzanz.analysis.values.correction import (
    CORRECTIONS,
    NO_CORRECTION,
    Correction,
    corrected,
    corrected_error,
    correction_stage,
    rounds_left,
)
from byzanz.engine.evaluation.hand_value import POINT
from byzanz.engine.evaluation.leaf_value import WHOLE_SHARE
from byzanz.engine.evaluation.tuned import tuned_evaluation
from byzanz.engine.scratch import Scratch
from byzanz.engine.search.kernel import SCRATCH_ROW, compiled_evaluation
from byzanz.fast.batch import GAME_SCRATCH, Numbers
from byzanz.fast.compiler import entry_point
from byzanz.fast.row import new_rows, write_row
from byzanz.rules.actions import NO_ACTION
from byzanz.rules.table import Table


class PositionEvaluator:
    """Estimates each seat's win share and profit by play-outs.

    The same seed gives the same numbers. With `is_raw`, shares are the plain means of the
    play-outs, without the correction for stronger players.
    """

    def __init__(self, seat_count: int, playouts: int, seed: int, *, is_raw: bool = False) -> None:
        self._is_raw = is_raw
        self._seat_count = seat_count
        self._playouts = playouts
        self._seed = seed
        self._rows = new_rows(2)
        self._scratch = np.zeros(1, SCRATCH_ROW)
        self._deal_buffer = np.zeros(1, GAME_SCRATCH)

    def evaluate_deal(self, deck: Sequence[int], fixed_count: int) -> Outlook:
        """Evaluate a new game of which only the first `fixed_count` cards of the deck are fixed."""
        self._load_deck(deck)
        stage = str(rounds_left(self._seat_count, 0))
        return self._outlook(self._play_outs(fixed_count, 0, NO_ACTION, fixed_count), stage)

    def evaluate(self, table: Table, stream: int) -> Outlook:
        """Evaluate a position.

        `stream` selects the random numbers. Each position of a game needs a stream of its own,
        from 100 on; lower streams are used for deals.
        """
        self._load_table(table)
        return self._outlook(
            self._play_outs(ALL_DEALT, 0, NO_ACTION, stream), correction_stage(table)
        )

    def evaluate_after(
        self, table: Table, stream: int, seat: int, action: int, *, next_table: Table
    ) -> Outlook:
        """Evaluate the position after an action, without knowing the cards that it draws.

        `next_table` is the table after the action; only its stage is used, for the correction.
        """
        self._load_table(table)
        return self._outlook(
            self._play_outs(ALL_DEALT, seat, action, stream), correction_stage(next_table)
        )

    def _play_outs(self, fixed_count: int, seat: int, action: int, stream: int) -> Numbers:
        results = np.zeros((self._playouts, 2, self._seat_count), np.int64)
        self._fill(results, fixed_count, seat, action, stream)
        return results

    def _load_table(self, table: Table) -> None:
        write_row(self._rows, GIVEN, table)

    def _load_deck(self, deck: Sequence[int]) -> None:
        self._deal_buffer[0]["deck"][:] = deck

    def _fill(
        self, results: Numbers, fixed_count: int, seat: int, action: int, stream: int
    ) -> None:
        _play_out_rows(
            self._rows,
            compiled_evaluation(self._seat_count),
            self._scratch,
            self._deal_buffer,
            fixed_count,
            seat,
            action,
            self._seed,
            stream,
            results,
        )

    def _outlook(self, results: Numbers, stage: str) -> Outlook:
        correction = NO_CORRECTION if self._is_raw else CORRECTIONS[stage]
        shares, profits = results[:, 0], results[:, 1]
        errors = shares.std(axis=0) / (WHOLE_SHARE * sqrt(self._playouts))
        sums = shares.sum(axis=0).tolist()
        means = [each / sum(sums) for each in sums]
        return Outlook(
            split_victory(sums)
            if correction == NO_CORRECTION
            else _split_corrected(means, correction),
            tuple((MILLIONTHS * profits.sum(axis=0) // (POINT * self._playouts)).tolist()),
            round(MILLIONTHS * corrected_error(errors.tolist(), means, correction)),
        )


class InterpretedEvaluator(PositionEvaluator):
    """Estimates the same numbers without the compiler, about a thousand times slower."""

    def __init__(self, seat_count: int, playouts: int, seed: int) -> None:
        super().__init__(seat_count, playouts, seed)
        self._tables = [Table(), Table()]
        self._interpreted_scratch = Scratch()
        self._deck: list[int] = []

    def _load_table(self, table: Table) -> None:
        self._tables[GIVEN] = table.copy()

    def _load_deck(self, deck: Sequence[int]) -> None:
        self._deck = list(deck)

    def _fill(
        self, results: Numbers, fixed_count: int, seat: int, action: int, stream: int
    ) -> None:
        play_outs(
            self._tables,
            tuned_evaluation(self._seat_count),
            self._interpreted_scratch,
            self._deck,
            fixed_count,
            seat,
            action,
            self._seed,
            stream,
            self._seat_count,
            results,
        )


FIXED_POINT = 1 << 40  # the whole number that stands for a corrected share of 1


def _split_corrected(means: Sequence[float], correction: Correction) -> tuple[int, ...]:
    return split_victory([round(FIXED_POINT * share) for share in corrected(means, correction)])


def split_victory(sums: Sequence[int]) -> tuple[int, ...]:
    """Split a victory into whole millionths in proportion to sums: largest-remainder rounding."""
    whole = sum(sums)
    parts = [MILLIONTHS * each // whole for each in sums]
    by_remainder = sorted(range(len(sums)), key=lambda seat: -(MILLIONTHS * sums[seat] % whole))
    for seat in by_remainder[: MILLIONTHS - sum(parts)]:
        parts[seat] += 1
    return tuple(parts)


@entry_point
def _play_out_rows(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    rows: Any,
    evaluations: Any,
    scratches: Any,
    deal_buffers: Any,
    fixed_count: int,
    seat: int,
    action: int,
    seed: int,
    stream: int,
    results: Numbers,
) -> None:
    play_outs(
        rows,
        evaluations[0],
        scratches[0],
        deal_buffers[0].deck,
        fixed_count,
        seat,
        action,
        seed,
        stream,
        results.shape[2],
        results,
    )
