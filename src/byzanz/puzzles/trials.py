"""Tries every answer of a position on the same sampled tables, and finds the best kind."""

from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np

from byzanz.analysis.kernels.decision_buffers import DecisionBuffers
from byzanz.analysis.kernels.move_comparison import (
    FREE,
    PICK,
    PROFIT,
    PROFITS,
    SHARE,
    compare_actions,
)
from byzanz.engine.evaluation.hand_value import POINT
from byzanz.engine.evaluation.leaf_value import WHOLE_SHARE
from byzanz.engine.search.belief import own_hand
from byzanz.game.codec import action_of
from byzanz.game.moves import Move
from byzanz.game.view import View
from byzanz.puzzles.kinds import Result, kinds_of

CHUNK = 500  # sampled tables of one call of the kernel
PROFIT_RANK = 1e-6  # the weight of profit where win shares are equal
STREAMS_OF_DEPTH = 1 << 24  # random streams of one search depth


class Trial(msgspec.Struct, frozen=True):
    """The mean results of one answer over all sampled tables."""

    move: Move
    kind: int  # answers with the same number are of one kind; the best kind is 0
    share: float  # win share, from 0 to 1
    profit: float  # own profit at the end, in points
    lead: float  # win share of the best answer minus that of this one
    error: float  # standard error of the lead
    free: float  # share of tables on which the current lot was free
    pick: float  # hand value added by the stall taken in this round, in points
    profits: tuple[float, ...]  # profit of each seat, in points


class Trials(msgspec.Struct, frozen=True):
    """All answers of a position, tried at one search depth; the best first."""

    rounds: int  # rounds of a play-out, see docs/bots.md
    samples: int
    answers: tuple[Trial, ...]

    @property
    def best_kind(self) -> tuple[Trial, ...]:
        """The answers of the best kind."""
        return tuple(each for each in self.answers if each.kind == 0)

    @property
    def others(self) -> tuple[Trial, ...]:
        """The answers of every other kind."""
        return tuple(each for each in self.answers if each.kind != 0)

    def leads_by(self, lead: float, errors: float) -> bool:
        """Return whether the best kind leads all others by this, and by a number of errors."""
        others = self.others
        return bool(others) and all(each.lead - errors * each.error >= lead for each in others)


class Trier:
    """Tries the answers of one position, on a growing number of sampled tables."""

    def __init__(self, view: View, answers: Sequence[Move], *, rounds: int, seed: int) -> None:
        assert view.seat is not None
        self._view = view
        self._answers = answers
        self._rounds = rounds
        self._buffers = DecisionBuffers(len(view.seats), seed)
        self._buffers.load_view(view)
        hand = own_hand(view)
        self._actions = np.array([action_of(move, hand) for move in answers])
        self._chunks: list[Any] = []
        self._samples = 0

    def extend(self, samples: int) -> Trials:
        """Try all answers on further tables, until there are this many; return the results."""
        while self._samples < samples:
            self._try_chunk(min(CHUNK, samples - self._samples))
        return self._trials(np.concatenate(self._chunks))

    def _try_chunk(self, size: int) -> None:
        assert self._view.seat is not None
        fields = PROFITS + len(self._view.seats)
        results = np.zeros((size, len(self._actions), fields), np.int64)
        stream = STREAMS_OF_DEPTH * self._rounds + len(self._chunks)
        compare_actions(
            *self._buffers.arrays,
            self._view.seat,
            self._actions,
            self._rounds,
            self._buffers.seed,
            stream,
            results,
        )
        self._chunks.append(results.astype(np.int32))
        self._samples += size

    def _trials(self, results: Any) -> Trials:
        means = results.mean(axis=0)
        ranks = (-means[:, SHARE] - PROFIT_RANK * means[:, PROFIT]).tolist()
        order = sorted(range(len(self._answers)), key=lambda index: (ranks[index], index))
        trials = tuple([self._trial(results, means[index], order[0], index) for index in order])
        return Trials(self._rounds, len(results), regrouped(trials))

    def _trial(self, results: Any, mean: Any, best: int, index: int) -> Trial:
        leads = (results[:, best, SHARE] - results[:, index, SHARE]) / WHOLE_SHARE
        return Trial(
            move=self._answers[index],
            kind=0,
            share=float(mean[SHARE]) / WHOLE_SHARE,
            profit=float(mean[PROFIT]) / POINT,
            lead=float(leads.mean()),
            error=float(leads.std()) / len(results) ** 0.5,
            free=float(mean[FREE]),
            pick=float(mean[PICK]) / POINT,
            profits=tuple([profit / POINT for profit in mean[PROFITS:].tolist()]),
        )


def regrouped(trials: Sequence[Trial]) -> tuple[Trial, ...]:
    """Return the same trials with the numbers of their kinds."""
    results = [Result(trial.move, trial.share, trial.profit) for trial in trials]
    return tuple(
        [
            msgspec.structs.replace(trial, kind=kind)
            for trial, kind in zip(trials, kinds_of(results), strict=True)
        ]
    )
