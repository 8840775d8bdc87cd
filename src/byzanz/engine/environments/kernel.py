"""The compiled entry points of environments, and the row types of their arguments."""

from typing import Any

import numpy as np

from byzanz.engine.environments.action_features import encode_action
from byzanz.engine.environments.knowledge import Knowledge
from byzanz.engine.environments.layout import FEATURE_COUNT, OBSERVATION_SIZE
from byzanz.engine.environments.steps import (
    StepScratch,
    count_winners,
    deal_game,
    describe,
    play_action,
)
from byzanz.fast.batch import Numbers
from byzanz.fast.compiler import entry_point
from byzanz.fast.row import Rows, row_type
from byzanz.rules.actions import ACTIONS
from byzanz.rules.closing import is_winner
from byzanz.rules.numbers import SEATS
from byzanz.rules.table import NOBODY, OVER

KNOWLEDGE_ROW = row_type(Knowledge)
STEP_SCRATCH_ROW = row_type(StepScratch)

TURN_ROW = np.dtype(
    [
        ("order", np.int64),  # an action, or one of the orders below
        ("viewer", np.int64),  # whose observation is written; NOBODY for the seat on turn
        ("number", np.int64),  # the stream from which the game was shuffled
        ("seat", np.int64),  # the seat on turn, or NOBODY
        ("count", np.int64),  # legal actions
        ("reward", np.float32, SEATS),  # [seat]: 0 before the end
        ("final", np.int16, SEATS),  # [seat]: profit; 0 before the end
        ("done", np.bool_),  # has the last action ended a game?
    ],
    align=True,
)

# Orders instead of an action.
DEAL = -1  # deal the next game of this row
LOOK = -2  # play nothing, but describe the position again
SKIP = -3  # leave the row and its arrays as they are


@entry_point
def step_rows(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    rows: Rows,
    knowledge_rows: Any,
    scratches: Any,
    turns: Any,
    obs: Numbers,
    mask: Numbers,
    legal: Numbers,
    seed: int,
    deals_again: int,
    first: int,
    last: int,
) -> None:
    """Carry out the orders of the rows from `first` to `last`; checks nothing.

    If `deals_again` is 1, the next game follows a finished one at once.
    """
    scratch = scratches[0]
    for index in range(first, last):
        turn = turns[index]
        if turn.order == SKIP:
            continue
        row, knowledge = rows[index], knowledge_rows[index]
        if turn.done:
            turn.done = False
            turn.reward[:] = 0
            turn.final[:] = 0
        must_deal = turn.order == DEAL
        if turn.order >= 0:
            play_action(row, knowledge, turn.order)
            if row.phase == OVER:
                turn.done = True
                must_deal = deals_again == 1
                for seat in range(row.seat_count):
                    share = is_winner(row, seat) / count_winners(row)
                    turn.reward[seat] = share - 1 / row.seat_count
                    turn.final[seat] = row.profits[seat]
        if must_deal:
            turn.number += len(rows)
            deal_game(row, knowledge, scratch, seed, turn.number)
        for entry in range(turn.count):
            mask[index, legal[index, entry]] = False
        turn.seat = row.turn
        viewer = max(row.turn, 0) if turn.viewer == NOBODY else turn.viewer
        turn.count = describe(row, knowledge, viewer, scratch)
        for place in range(OBSERVATION_SIZE):
            obs[index, place] = scratch.observation[place]
        for entry in range(turn.count):
            legal[index, entry] = scratch.actions[entry]
            mask[index, scratch.actions[entry]] = True


@entry_point
def first_illegal(actions: Numbers, mask: Numbers) -> int:
    """Return the first index whose action is not in the mask, or the number of rows."""
    for index in range(len(actions)):
        action = actions[index]
        if action < 0 or action >= ACTIONS or not mask[index, action]:
            return index
    return len(actions)


@entry_point
def encode_row_actions(
    rows: Rows, turns: Any, legal: Numbers, scratches: Any, features: Numbers
) -> None:
    """Write the features of every legal action into features[row][entry]."""
    scratch = scratches[0]
    for index in range(len(rows)):
        for entry in range(turns[index].count):
            encode_action(rows[index], rows[index].turn, legal[index, entry], scratch.actions)
            for place in range(FEATURE_COUNT):
                features[index, entry, place] = scratch.actions[place]
