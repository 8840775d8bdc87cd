"""Compiles every entry point by calling it with the types of its arguments."""

from collections.abc import Callable

import numpy as np

from byzanz.analysis.kernels.decision_buffers import ROUNDS, DecisionBuffers
from byzanz.analysis.kernels.move_comparison import PROFITS, compare_actions
from byzanz.analysis.values.lot_worth import lot_worth
from byzanz.analysis.values.position_value import PositionEvaluator
from byzanz.bots.roster import make_bot
from byzanz.dice import seeded_deck
from byzanz.engine.policy_games import play_policy_games
from byzanz.envs.batch import BatchEnv
from byzanz.envs.game_rows import GameRows
from byzanz.envs.opponents import Opponents
from byzanz.envs.resampling import resample
from byzanz.fast.precompile import COMPILE_RULE_FUNCTIONS
from byzanz.game.game import Game
from byzanz.rules.actions import PASS_ACTION

SEATS = 3
SEED = 1


def _search() -> None:
    game = Game.new(SEATS, seed=SEED)
    make_bot("expert:1").choose(game.view(0), game.options(0))


def _evaluate_position() -> None:
    table = Game.new(SEATS, seed=SEED).table
    PositionEvaluator(SEATS, playouts=1, seed=SEED).evaluate(table, SEED)


def _compare_moves() -> None:
    buffers = DecisionBuffers(SEATS, SEED)
    buffers.load_view(Game.new(SEATS, seed=SEED).view(0))
    actions, results = np.array([PASS_ACTION]), np.zeros((1, 1, PROFITS + SEATS), np.int64)
    compare_actions(*buffers.arrays, 0, actions, ROUNDS, buffers.seed, SEED, results)


def _price_lot() -> None:
    lot_worth(Game.new(SEATS, seed=SEED), DecisionBuffers(SEATS, SEED), samples=1)


def _play_policy_game() -> None:
    decks = np.array([seeded_deck(SEED)], np.int64)
    play_policy_games(decks, np.zeros((1, SEATS), np.int64), np.zeros((1, SEATS), np.int64))


def _step_rows() -> None:
    BatchEnv(SEATS, 1, SEED)


def _first_illegal() -> None:
    BatchEnv(SEATS, 1, SEED).step([PASS_ACTION])


def _action_features() -> None:
    BatchEnv(SEATS, 1, SEED).action_features()


def _resample() -> None:
    resample(Game.new(SEATS, seed=SEED).view(0), SEED, 1)


def _choose(bot_id: str) -> None:
    games = GameRows(SEATS, 1, SEED, deals_again=True)
    Opponents(games, bot_id).choose(np.ones(1, np.bool_))


COMPILE_FUNCTIONS: dict[str, Callable[[], object]] = {
    "search": _search,
    "play_outs": _evaluate_position,
    "move_comparison": _compare_moves,
    "lot_price": _price_lot,
    "policy_games": _play_policy_game,
    **COMPILE_RULE_FUNCTIONS,
    "step_rows": _step_rows,
    "first_illegal": _first_illegal,
    "action_features": _action_features,
    "resample": _resample,
    "greedy_choices": lambda: _choose("greedy"),
    "solid_choices": lambda: _choose("solid"),
}
"""By unit of `byzanz.precompile.plan`, the function that compiles it."""
