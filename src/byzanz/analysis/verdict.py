"""What a decision was worth, given only what its seat knew."""

from math import sqrt

import numpy as np

from byzanz.analysis.comparison import PROFIT, SHARE, compare_actions
from byzanz.analysis.report import PARTS, Alternative, Grade, Verdict
from byzanz.bots.chances import WHOLE
from byzanz.bots.kernel import DESK, HIDDEN, search_rows
from byzanz.bots.knowledge import hidden_cards, known_table, own_hand
from byzanz.bots.reasons import reasons_of
from byzanz.bots.search import PROFIT_RATE
from byzanz.bots.searcher import compiled_mind
from byzanz.bots.weighing import stream_of
from byzanz.bots.worth import POINT
from byzanz.fast.row import new_rows, write_row
from byzanz.game.codec import action_of, move_of
from byzanz.game.game import Game
from byzanz.game.moves import Move, Sell
from byzanz.game.phase import Phase
from byzanz.game.view import View
from byzanz.rules.actions import DONE_ACTION, NO_ACTION, SELL_ACTIONS

ROUNDS = 2  # of a play-out, as the expert's
FINALISTS = 3
MOST_SALES = 8
SEARCHES, COMPARISONS = 0, 1 << 20  # where the streams of dice begin


FROM = {Grade.BLUNDER: 0.10, Grade.MISTAKE: 0.05, Grade.INACCURACY: 0.02, Grade.FINE: 0.005}
"""The loss from which a decision is called so, in victories."""


def grade_of(loss: float) -> Grade:
    """The grade of a loss in victories."""
    return next((grade for grade, least in FROM.items() if loss >= least), Grade.BEST)


class Judge:
    """Weighs decisions as the expert does; the same seed gives the same verdicts."""

    def __init__(self, playouts: int, samples: int, seed: int) -> None:
        self._playouts = playouts
        self._samples = samples
        self._seed = seed
        self._rows = new_rows(3)
        self._hidden = np.zeros(1, HIDDEN)
        self._desk = np.zeros(1, DESK)

    def verdict(self, game: Game, seat: int, move: Move) -> Verdict | None:
        """On a move that a seat plays now; None: there was nothing to decide."""
        view = game.view(seat)
        played = action_of(move, own_hand(view))
        write_row(self._rows, 0, known_table(view))
        write_row(self._hidden, 0, hidden_cards(view))
        actions = self._actions(game, view, played)
        if len(actions) < 2:
            return None
        return self._compared(game, view, actions, played)

    def _actions(self, game: Game, view: View, played: int) -> list[int]:
        """The moves that are compared, what was played among them."""
        is_sale = SELL_ACTIONS <= played
        if game.turn == view.seat and not (is_sale and _is_free(game)):
            return self._searched(view, played)
        sales = [action_of(sale_move, own_hand(view)) for sale_move in _sales(game, view)]
        nothing = NO_ACTION if _is_free(game) else DONE_ACTION
        return list(dict.fromkeys([played, *sales[:MOST_SALES], nothing]))

    def _searched(self, view: View, played: int) -> list[int]:
        search_rows(
            self._rows,
            self._hidden,
            compiled_mind(len(view.seats)),
            self._desk,
            self._playouts,
            ROUNDS,
            self._seed,
            SEARCHES + stream_of(view),
            played,
        )
        desk = self._desk[0]
        ranking = desk["ranking"][: min(int(desk["count"]), FINALISTS)]
        best = [int(desk["candidates"][index]) for index in ranking]
        return list(dict.fromkeys([*best, played]))

    def _compared(self, game: Game, view: View, actions: list[int], played: int) -> Verdict:
        assert view.seat is not None
        results = np.zeros((self._samples, len(actions), 2), np.int64)
        compare_actions(
            self._rows,
            self._hidden,
            compiled_mind(len(view.seats)),
            self._desk,
            view.seat,
            np.array(actions),
            ROUNDS,
            self._seed,
            COMPARISONS + len(game.moves),
            results,
        )
        promises = results[:, :, SHARE] + PROFIT_RATE * results[:, :, PROFIT]
        means = promises.mean(axis=0)
        order = sorted(range(len(actions)), key=lambda place: (-means[place], place))
        own, best = actions.index(played), order[0]
        lost = (promises[:, best] - promises[:, own]) / WHOLE
        loss = max(float(lost.mean()), 0.0)
        hand = own_hand(view)
        return Verdict(
            seat=view.seat,
            phase=game.phase,
            played=order.index(own),
            alternatives=tuple(
                [_alternative(view, hand, actions[place], results[:, place]) for place in order]
            ),
            loss=round(PARTS * loss),
            error=round(PARTS * float(lost.std()) / sqrt(self._samples)),
            grade=grade_of(loss),
        )


def _alternative(view: View, hand: list[int], action: int, results: "np.ndarray") -> Alternative:
    move = None if action == NO_ACTION else move_of(action, hand)
    share, profit = results.mean(axis=0)
    return Alternative(
        move,
        round(PARTS * float(share) / WHOLE),
        round(PARTS * float(profit) / POINT),
        () if move is None else reasons_of(view, move),
    )


def _is_free(game: Game) -> bool:
    """Whether nobody has to sell now."""
    return game.phase not in (Phase.REDUCE, Phase.CLOSE)


def _sales(game: Game, view: View) -> list[Move]:
    assert view.seat is not None
    return [Sell(option.cards) for option in game.options(view.seat).sales]
