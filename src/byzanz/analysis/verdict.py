"""What a decision was worth, given only what its seat knew."""

from math import sqrt

import numpy as np

from byzanz.analysis.comparison import FREE, PICK, PROFIT, PROFITS, SHARE, compare_actions
from byzanz.analysis.faults import Trial, fault_of
from byzanz.analysis.grades import cost_of, grade_of, sure_loss_of
from byzanz.analysis.report import PARTS, Alternative, Verdict
from byzanz.analysis.study import ROUNDS, Study
from byzanz.bots.chances import WHOLE
from byzanz.bots.kernel import search_rows
from byzanz.bots.knowledge import own_hand
from byzanz.bots.reasons import reasons_of
from byzanz.bots.search import PROFIT_RATE
from byzanz.bots.weighing import stream_of
from byzanz.bots.worth import POINT
from byzanz.fast.batch import Numbers
from byzanz.game.codec import action_of, move_of
from byzanz.game.game import Game
from byzanz.game.moves import Give, Move, Sell, Take
from byzanz.game.phase import Phase
from byzanz.game.view import View
from byzanz.rules.actions import DONE_ACTION, NO_ACTION

FINALISTS = 3  # of a search
MOST_SALES = 8
STREAMS = 1 << 20


class Judge:
    """Weighs decisions as the expert does: a search, and the best of it on the same tables."""

    def __init__(self, study: Study, playouts: int, samples: int) -> None:
        self._study = study
        self._playouts = playouts
        self._samples = samples

    def verdict(self, game: Game, seat: int, move: Move) -> Verdict | None:
        """On a move that a seat plays now; None: there was nothing to decide."""
        view = game.view(seat)
        self._study.take_up(view)
        played = action_of(move, own_hand(view))
        actions = self._actions(game, view, move, played)
        return None if len(actions) < 2 else self._compared(game, view, actions, played)

    def _actions(self, game: Game, view: View, move: Move, played: int) -> list[int]:
        """The moves that are compared, what was played among them."""
        assert view.seat is not None
        hand = own_hand(view)
        if isinstance(move, Give | Take):
            others = [other for _, other in game.legal(view.seat) if type(other) is type(move)]
            return [action_of(other, hand) for other in others]
        is_free = game.phase not in (Phase.REDUCE, Phase.CLOSE)
        if game.turn == view.seat and not (is_free and isinstance(move, Sell)):
            return self._searched(view, played)
        sales = [Sell(option.cards) for option in game.options(view.seat).sales[:MOST_SALES]]
        nothing = NO_ACTION if is_free else DONE_ACTION
        return list(dict.fromkeys([played, *[action_of(sale, hand) for sale in sales], nothing]))

    def _searched(self, view: View, played: int) -> list[int]:
        stream = stream_of(view)
        search_rows(*self._study.arrays, self._playouts, ROUNDS, self._study.seed, stream, played)
        desk = self._study.desk[0]
        ranking = desk["ranking"][: min(int(desk["count"]), FINALISTS)]
        best = [int(desk["candidates"][index]) for index in ranking]
        return list(dict.fromkeys([*best, played]))

    def _compared(self, game: Game, view: View, actions: list[int], played: int) -> Verdict:
        results = self._tried(game, view, actions)
        promises = (results[:, :, SHARE] + PROFIT_RATE * results[:, :, PROFIT]) / WHOLE
        means = promises.mean(axis=0)
        order = sorted(range(len(actions)), key=lambda place: (-means[place], place))
        own, best = actions.index(played), order[0]
        loss, error = self._mean(PARTS * (promises[:, best] - promises[:, own]))
        alternatives = [_alternative(view, actions[place], results[:, place]) for place in order]
        moves = alternatives[order.index(own)].move, alternatives[0].move
        fault = None
        if own != best:
            fault = fault_of(view, moves, (_trial(results[:, own]), _trial(results[:, best])))
        cost = cost_of(loss, error, alternatives[0].profit - alternatives[order.index(own)].profit)
        assert view.seat is not None
        return Verdict(
            seat=view.seat,
            phase=game.phase,
            played=order.index(own),
            alternatives=tuple(alternatives),
            loss=loss,
            error=error,
            cost=cost,
            fault=fault,
            grade=grade_of(cost, sure_loss_of(loss, error), fault),
        )

    def _tried(self, game: Game, view: View, actions: list[int]) -> Numbers:
        """What came of each action on each sampled table."""
        assert view.seat is not None
        results = np.zeros((self._samples, len(actions), PROFITS + game.seat_count), np.int64)
        compare_actions(
            *self._study.arrays,
            view.seat,
            np.array(actions),
            ROUNDS,
            self._study.seed,
            STREAMS + len(game.moves),
            results,
        )
        return results

    def _mean(self, values: Numbers) -> tuple[int, int]:
        """A mean over the samples, and its standard error."""
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
        round(PARTS * float(share) / WHOLE),
        round(PARTS * float(profit) / POINT),
        () if move is None else reasons_of(view, move),
    )
