"""Kernel that compares the moves of a decision on the same tables, sampled from a belief."""

from typing import TYPE_CHECKING, Any

from byzanz.dialect import compiles
from byzanz.dice import seed_dice
from byzanz.engine.evaluation.hand_value import hand_value, pack_hand
from byzanz.engine.evaluation.leaf_value import evaluate_leaf
from byzanz.engine.evaluation.stage import stage_of
from byzanz.engine.policies.solid import solid_action
from byzanz.engine.search.halving import KNOWN, SAMPLED, TRIED
from byzanz.engine.search.sampling import sample_table
from byzanz.fast.batch import Numbers
from byzanz.fast.compiler import entry_point
from byzanz.rules.actions import NO_ACTION, apply
from byzanz.rules.table import BID, CLOSE, OVER, TAKE, Table

if TYPE_CHECKING:
    from byzanz.engine.evaluation.tables import Evaluation
    from byzanz.engine.scratch import Scratch

# The layout of a result.
SHARE, PROFIT = 0, 1
FREE = 2  # 1 if the seat got the current lot for free
PICK = 3  # hand value added by the stall that the seat took in this round, in 1/100 point
PROFITS = 4  # the first of the profits of all seats


@compiles
def play_rounds(
    table: Table, seat: int, action: int, evaluation: "Evaluation", scratch: "Scratch", rounds: int
) -> None:
    """Apply an action, unless it is `NO_ACTION`, then let solid play a number of rounds.

    The seat does not have to be on turn. Closing sales are always played to the end.
    """
    end = table.round + rounds
    if action != NO_ACTION:
        apply(table, seat, action)
    while table.phase == CLOSE or (table.phase != OVER and table.round < end):
        apply(table, table.turn, solid_action(table, table.turn, evaluation, scratch))


@compiles
def play_and_measure(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    table: Table,
    seat: int,
    action: int,
    evaluation: "Evaluation",
    scratch: "Scratch",
    rounds: int,
    result: Numbers,
) -> None:
    """Apply an action, then let solid play a number of rounds; `NO_ACTION` lets solid play at once.

    Writes `FREE` and `PICK` of the result.
    """
    start = table.round
    end = start + rounds
    auction = table.auction
    result[FREE] = 0
    result[PICK] = 0
    actor = seat
    if action == NO_ACTION:
        actor = table.turn
        action = solid_action(table, actor, evaluation, scratch)
    is_open = True
    while is_open:
        is_first_round = table.round == start
        is_bidding = is_first_round and table.phase == BID and table.auction == auction
        has_no_offer = table.offers[seat] == 0
        is_taking = is_first_round and table.phase == TAKE and actor == seat
        stage = stage_of(table, 0)
        before = 0
        if is_taking:
            before = hand_value(evaluation, stage, pack_hand(table.hands[seat]))
        apply(table, actor, action)
        if is_taking:
            result[PICK] = hand_value(evaluation, stage, pack_hand(table.hands[seat])) - before
        # The winner of a bid gives a card before the auction ends: only a free lot ends it at once.
        if is_bidding and has_no_offer and table.auction != auction and table.offers[seat] != 0:
            result[FREE] = 1
        is_open = table.phase == CLOSE or (table.phase != OVER and table.round < end)
        if is_open:
            actor = table.turn
            action = solid_action(table, actor, evaluation, scratch)


@entry_point
def compare_actions(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    rows: Any,
    hiddens: Any,
    evaluations: Any,
    scratches: Any,
    seat: int,
    actions: Numbers,
    rounds: int,
    seed: int,
    stream: int,
    results: Numbers,
) -> None:
    """Play out every action on each sampled table, and write `results[sample, action index]`."""
    scratch = scratches[0]
    seed_dice(scratch.dice, seed, stream)
    for sample in range(len(results)):
        rows[SAMPLED] = rows[KNOWN]
        sample_table(rows[SAMPLED], hiddens[0], scratch.dice, scratch.buffer)
        for choice in range(len(actions)):
            rows[TRIED] = rows[SAMPLED]
            result = results[sample, choice]
            play_and_measure(
                rows[TRIED], seat, actions[choice], evaluations[0], scratch, rounds, result
            )
            evaluate_leaf(rows[TRIED], evaluations[0], scratch.profits, scratch.shares)
            result[SHARE] = scratch.shares[seat]
            result[PROFIT] = scratch.profits[seat]
            for other in range(rows[TRIED].seat_count):
                result[PROFITS + other] = scratch.profits[other]
