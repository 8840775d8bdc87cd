"""Payments are the cheapest of all subsets of the hand, found by brute force."""

from collections.abc import Iterator
from random import Random

import pytest

from byzanz.cards import COPIES, KINDS, MERCHANT
from byzanz.engine.evaluation.hand_value import LOOSE_BITS, PACKED_CARD, pack_hand, sum_entries
from byzanz.engine.evaluation.stage import MARKET_LEFT, stage_of
from byzanz.engine.evaluation.tables import Evaluation
from byzanz.engine.evaluation.tuned import tuned_evaluation
from byzanz.engine.policies.payments import (
    INFINITE,
    LARGEST_JUMP,
    PAYMENT_COSTS,
    PAYMENT_MASKS,
    cheapest_payment,
    list_payments,
)
from byzanz.engine.scratch import Scratch
from byzanz.engine.search.belief import known_table
from byzanz.engine.search.candidates import list_candidates
from byzanz.game.codec import legal_actions, move_of
from byzanz.rules.actions import ACTIONS
from byzanz.rules.card_list import gain_card
from byzanz.rules.table import Table
from tests.engine.evaluation.test_hand_value import altered_evaluation
from tests.staging import play, staged

STALE = 77  # a number that an earlier use has left in the buffer

LONE_ONES = altered_evaluation(single=(300, 90, 90, 90), pair=(90, 90, 90, 90))
"""An evaluation with negative losses: one card of value 1 is worth more than two."""

EVALUATIONS = [
    pytest.param(tuned_evaluation(4), id="tuned"),
    pytest.param(altered_evaluation(overbid_allowance=30), id="overbid_allowance"),
    pytest.param(LONE_ONES, id="lone ones"),
]


def some_table(random: Random) -> Table:
    """Return a table for four players with a random lot, and a random hand at seat 0."""
    table = Table()
    table.seat_count = 4
    table.round = random.randrange(6)
    kinds = random.sample(range(KINDS), random.choice((5, 8, 25)))
    deck = [kind for kind in kinds for _ in range(COPIES[kind])]
    cards = random.sample(deck, random.randint(3, 7) + 3)
    for kind in cards[3:]:
        gain_card(table, 0, kind)
    table.lot[:3] = sorted(cards[:3])
    return table


def subsets(table: Table) -> Iterator[int]:
    """Yield every bid mask of the hand; of equal cards, the first ones are laid."""
    hand = table.hands[0]
    for mask in range(1, 1 << table.hand_sizes[0]):
        laid = [index for index in range(table.hand_sizes[0]) if mask >> index & 1]
        if all(hand[index] != MERCHANT for index in laid) and all(
            index == 0 or hand[index] != hand[index - 1] or mask >> index - 1 & 1 for index in laid
        ):
            yield mask


def paid_kinds(table: Table, mask: int) -> list[int]:
    return [table.hands[0][index] for index in range(mask.bit_length()) if mask >> index & 1]


def value_of(table: Table, mask: int) -> int:
    return sum(kind % 4 + 1 for kind in paid_kinds(table, mask))


def loss_of(table: Table, mask: int, evaluation: Evaluation, holding: int) -> int:
    """Return the sum of the losses of each good by itself."""
    stage = stage_of(table, MARKET_LEFT)
    whole = sum_entries(evaluation, stage, holding)
    loss = 0
    for good in range(6):
        paid = sum(PACKED_CARD[kind] for kind in paid_kinds(table, mask) if kind // 4 == good)
        loss += whole - sum_entries(evaluation, stage, holding - paid)
    return loss


def cost_of(table: Table, mask: int, evaluation: Evaluation, holding: int, need: int) -> int:
    """Return the loss minus the overbid allowance."""
    above = value_of(table, mask) - need
    return loss_of(table, mask, evaluation, holding) - (
        above * evaluation.overbid_allowance << LOOSE_BITS
    )


def holding_of(table: Table) -> int:
    """Return the packed hand of seat 0 with the lot."""
    return pack_hand(table.hands[0]) + pack_hand(table.lot)


@pytest.mark.parametrize("evaluation", EVALUATIONS)
def test_the_cheapest_payment_is_chosen(evaluation):
    random = Random(1)
    payable, unpayable = 0, 0
    for _ in range(250):
        table, buffer = some_table(random), [STALE] * ACTIONS
        masks, holding = list(subsets(table)), holding_of(table)
        need = random.randint(1, 16)
        mask = cheapest_payment(table, 0, evaluation, holding, need, buffer)
        enough = [other for other in masks if need <= value_of(table, other) <= need + LARGEST_JUMP]
        if not enough:
            assert mask == 0
            assert all(value_of(table, other) < need for other in masks)
            unpayable += 1
        else:
            assert mask in enough
            costs = {other: cost_of(table, other, evaluation, holding, need) for other in enough}
            assert costs[mask] == min(costs.values())
            payable += 1
    assert min(payable, unpayable) > 25


@pytest.mark.parametrize("evaluation", EVALUATIONS)
def test_the_cheapest_payment_of_each_total_is_listed(evaluation):
    random = Random(2)
    for _ in range(150):
        table, buffer = some_table(random), [STALE] * ACTIONS
        holding, most = holding_of(table), random.randint(1, 28)
        by_value: dict[int, dict[int, int]] = {}
        for mask in subsets(table):
            losses = by_value.setdefault(value_of(table, mask), {})
            losses[mask] = loss_of(table, mask, evaluation, holding)
        highest = list_payments(table, 0, evaluation, holding, most, buffer)
        assert highest <= most
        for value in range(1, most + 1):
            losses = by_value.get(value)
            if losses is None or value > highest:
                assert losses is None, "all totals that cards make are listed"
                assert value > highest or buffer[PAYMENT_COSTS + value] >= INFINITE, (
                    "no cards make this total"
                )
            else:
                assert buffer[PAYMENT_COSTS + value] == min(losses.values())
                assert losses[buffer[PAYMENT_MASKS + value]] == buffer[PAYMENT_COSTS + value]


@pytest.mark.parametrize("evaluation", EVALUATIONS)
def test_every_candidate_is_legal_and_listed_once(evaluation):
    random = Random(3)
    scratch = Scratch()
    for _ in range(300):
        table = some_table(random)
        need = random.randint(1, 9)
        table.leader = 1
        table.bids[1][0] = 3  # only its value counts
        table.bid_values[1] = need - 1
        scratch.buffer = [STALE] * ACTIONS
        count = list_candidates(table, 0, evaluation, scratch.buffer, scratch.candidates)
        candidates = scratch.candidates[:count]
        assert len(set(candidates)) == count
        assert set(candidates) <= set(legal_actions(table, 0))
        for mask in candidates[1:]:
            assert need <= value_of(table, mask) <= need + LARGEST_JUMP


def test_totals_that_no_cards_make_are_not_candidates():
    """A set of ones may be worth less than a pair of ones; then paying one of them is free."""
    game = staged(4, "O1 O2 S1 S2 | C4 V1 M M", "G1 G1 G1 V1 V1")
    play(game, "0 bid O1")
    scratch = Scratch()
    scratch.buffer = [STALE] * ACTIONS
    table = known_table(game.view(1))
    count = list_candidates(table, 1, tuned_evaluation(4), scratch.buffer, scratch.candidates)
    bids = {move_of(action, table.hands[1]) for action in scratch.candidates[:count]}
    assert bids <= {move for _, move in game.legal(1)}
    assert len(bids) == count
