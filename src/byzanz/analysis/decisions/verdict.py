"""Judges a decision against its alternatives, given only what the seat knew."""

from math import sqrt

import numpy as np

from byzanz.analysis.decisions.faults import Trial, fault_of
from byzanz.analysis.decisions.grades import cost_of, grade_of, sure_loss_of
from byzanz.analysis.findings import MILLIONTHS, Alternative, Verdict
from byzanz.analysis.kernels.decision_buffers import ROUNDS, DecisionBuffers
from byzanz.analysis.kernels.move_comparison import (
    FREE,
    PICK,
    PROFIT,
    PROFITS,
    SHARE,
    compare_actions,
)
from byzanz.bots.reasons import reasons_of
from byzanz.engine.evaluation.hand_value import POINT
from byzanz.engine.evaluation.leaf_value import WHOLE_SHARE
from byzanz.engine.search.belief import own_hand, stream_of
from byzanz.engine.search.halving import PROFIT_WEIGHT
from byzanz.engine.search.kernel import search_rows
from byzanz.fast.batch import Numbers
from byzanz.game.codec import action_of, move_of
from byzanz.game.game import Game
from byzanz.game.moves import Give, Move, Sell, Take
from byzanz.game.phase import Phase
from byzanz.game.view import View
from byzanz.rules.actions import DONE_ACTION, NO_ACTION

FINALISTS = 3  # number of the search's best moves that are compared with the played one
MOST_SALES = 8  # number of sales that are compared with the played one
FIRST_STREAM = 1 << 20  # the first random stream of verdicts, above those of positions


class DecisionJudge:
    """Judges decisions: searches as the expert does, then compares the best moves.

    All compared moves are played out on the same sampled tables.
    """

    def __init__(self, buffers: DecisionBuffers, playouts: int, samples: int) -> None:
        self._buffers = buffers
        self._playouts = playouts
        self._samples = samples

    def verdict(self, game: Game, seat: int, move: Move) -> Verdict | None:
        """Judge a move before it is played; None if the seat has no choice.

        The move has to be legal; this is not checked.
        """
        view = game.view(seat)
        self._buffers.load_view(view)
        played = action_of(move, own_hand(view))
        actions = self._actions(game, view, move, played)
        return None if len(actions) < 2 else self._compare(game, view, actions, played)

    def _actions(self, game: Game, view: View, move: Move, played: int) -> list[int]:
        """Return the actions to compare, the played one among them."""
        assert view.seat is not None
        hand = own_hand(view)
        if isinstance(move, Give | Take):
            others = [other for _, other in game.legal(view.seat) if type(other) is type(move)]
            return [action_of(other, hand) for other in others]
        sale_answers_decision = game.phase in (Phase.REDUCE, Phase.CLOSE)
        if game.turn == view.seat and (sale_answers_decision or not isinstance(move, Sell)):
            return self._search(view, played)
        sales = [Sell(option.cards) for option in game.options(view.seat).sales[:MOST_SALES]]
        no_sale = DONE_ACTION if game.phase is Phase.CLOSE else NO_ACTION
        return list(dict.fromkeys([played, *[action_of(sale, hand) for sale in sales], no_sale]))

    def _search(self, view: View, played: int) -> list[int]:
        stream = stream_of(view)
        search_rows(
            *self._buffers.arrays, self._playouts, ROUNDS, self._buffers.seed, stream, played
        )
        scratch = self._buffers.scratch[0]
        ranking = scratch["ranking"][: min(int(scratch["count"]), FINALISTS)]
        best = [int(scratch["candidates"][index]) for index in ranking]
        return list(dict.fromkeys([*best, played]))

    def _compare(self, game: Game, view: View, actions: list[int], played: int) -> Verdict:
        results = self._play_out(game, view, actions)
        values = (results[:, :, SHARE] + PROFIT_WEIGHT * results[:, :, PROFIT]) / WHOLE_SHARE
        means = values.mean(axis=0)
        order = sorted(range(len(actions)), key=lambda index: (-means[index], index))
        played_index, best = actions.index(played), order[0]
        loss, error = self._mean_and_error(MILLIONTHS * (values[:, best] - values[:, played_index]))
        alternatives = [_alternative(view, actions[index], results[:, index]) for index in order]
        moves = alternatives[order.index(played_index)].move, alternatives[0].move
        fault = None
        if played_index != best:
            fault = fault_of(
                view, moves, (_trial(results[:, played_index]), _trial(results[:, best]))
            )
        cost = cost_of(
            loss, error, alternatives[0].profit - alternatives[order.index(played_index)].profit
        )
        assert view.seat is not None
        return Verdict(
            seat=view.seat,
            phase=game.phase,
            played=order.index(played_index),
            alternatives=tuple(alternatives),
            loss=loss,
            error=error,
            cost=cost,
            fault=fault,
            grade=grade_of(cost, sure_loss_of(loss, error), fault),
        )

    def _play_out(self, game: Game, view: View, actions: list[int]) -> Numbers:
        """Return the results as [sample, action index, field], see `move_comparison`."""
        assert view.seat is not None
        results = np.zeros((self._samples, len(actions), PROFITS + game.seat_count), np.int64)
        compare_actions(
            *self._buffers.arrays,
            view.seat,
            np.array(actions),
            ROUNDS,
            self._buffers.seed,
            FIRST_STREAM + len(game.moves),
            results,
        )
        return results

    def _mean_and_error(self, values: Numbers) -> tuple[int, int]:
        """Return the mean over the samples and its standard error."""
        return round(float(values.mean())), round(float(values.std()) / sqrt(self._samples))


def _trial(results: Numbers) -> Trial:
    means = results.mean(axis=0).tolist()
    profits = [profit / POINT for profit in means[PROFITS:]]
    return Trial(means[FREE], means[PICK] / POINT, profits)


def _alternative(view: View, action: int, results: Numbers) -> Alternative:
    move = None if action == NO_ACTION else move_of(action, own_hand(view))
    share, profit = results.mean(axis=0)[[SHARE, PROFIT]]
    return Alternative(
        move,
        round(MILLIONTHS * float(share) / WHOLE_SHARE),
        round(MILLIONTHS * float(profit) / POINT),
        () if move is None else reasons_of(view, move),
    )
