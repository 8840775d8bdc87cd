"""Payments against all subsets of the hand."""

from collections.abc import Iterator
from random import Random

import pytest

from byzanz.bots.candidates import list_candidates
from byzanz.bots.desk import Desk
from byzanz.bots.knowledge import known_table
from byzanz.bots.mind import Mind
from byzanz.bots.payment import COSTS, JUMP, MASKS, NEVER, cheapest_payment, list_payments
from byzanz.bots.stage import MARKET_LEFT, stage_of
from byzanz.bots.tuned import tuned_mind
from byzanz.bots.worth import CARD_STEP, LOOSE_BITS, fan_number, sum_entries
from byzanz.cards import COPIES, KINDS, MERCHANT
from byzanz.game.codec import legal_actions, move_of
from byzanz.rules.actions import ACTIONS
from byzanz.rules.fan import gain_card
from byzanz.rules.table import Table
from tests.bots.test_worth import changed_mind
from tests.staging import play, staged

STALE = 77  # what lies in the array from an earlier use

LONE_ONES = changed_mind(single=(300, 90, 90, 90), pair=(90, 90, 90, 90))
"""A mind that gains by paying: of two ones it would rather have one."""

MINDS = [
    pytest.param(tuned_mind(4), id="tuned"),
    pytest.param(changed_mind(eager=30), id="eager"),
    pytest.param(LONE_ONES, id="lone ones"),
]


def some_table(random: Random) -> Table:
    """A table for four with a hand at seat 0 and a lot."""
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
    """Every mask of goods cards, of equal cards the first ones."""
    hand = table.hands[0]
    for mask in range(1, 1 << table.hand_sizes[0]):
        laid = [place for place in range(table.hand_sizes[0]) if mask >> place & 1]
        if all(hand[place] != MERCHANT for place in laid) and all(
            place == 0 or hand[place] != hand[place - 1] or mask >> place - 1 & 1 for place in laid
        ):
            yield mask


def paid_kinds(table: Table, mask: int) -> list[int]:
    return [table.hands[0][place] for place in range(mask.bit_length()) if mask >> place & 1]


def value_of(table: Table, mask: int) -> int:
    return sum(kind % 4 + 1 for kind in paid_kinds(table, mask))


def loss_of(table: Table, mask: int, mind: Mind, holding: int) -> int:
    """The losses of the goods added up, each by itself."""
    stage = stage_of(table, MARKET_LEFT)
    whole = sum_entries(mind, stage, holding)
    loss = 0
    for good in range(6):
        paid = sum(CARD_STEP[kind] for kind in paid_kinds(table, mask) if kind // 4 == good)
        loss += whole - sum_entries(mind, stage, holding - paid)
    return loss


def cost_of(table: Table, mask: int, mind: Mind, holding: int, need: int) -> int:
    """The loss, less what a bid above need is worth."""
    above = value_of(table, mask) - need
    return loss_of(table, mask, mind, holding) - (above * mind.eager << LOOSE_BITS)


def held(table: Table) -> int:
    return fan_number(table.hands[0]) + fan_number(table.lot)


@pytest.mark.parametrize("mind", MINDS)
def test_the_cheapest_payment(mind):
    random = Random(1)
    could, could_not = 0, 0
    for _ in range(250):
        table, out = some_table(random), [STALE] * ACTIONS
        masks, holding = list(subsets(table)), held(table)
        need = random.randint(1, 16)
        mask = cheapest_payment(table, 0, mind, holding, need, out)
        enough = [other for other in masks if need <= value_of(table, other) <= need + JUMP]
        if not enough:
            assert mask == 0
            assert all(value_of(table, other) < need for other in masks)
            could_not += 1
        else:
            assert mask in enough
            costs = {other: cost_of(table, other, mind, holding, need) for other in enough}
            assert costs[mask] == min(costs.values())
            could += 1
    assert min(could, could_not) > 25


@pytest.mark.parametrize("mind", MINDS)
def test_the_cheapest_payment_of_each_total(mind):
    random = Random(2)
    for _ in range(150):
        table, out = some_table(random), [STALE] * ACTIONS
        holding, most = held(table), random.randint(1, 28)
        by_value: dict[int, dict[int, int]] = {}
        for mask in subsets(table):
            losses = by_value.setdefault(value_of(table, mask), {})
            losses[mask] = loss_of(table, mask, mind, holding)
        reach = list_payments(table, 0, mind, holding, most, out)
        assert reach <= most
        for value in range(1, most + 1):
            losses = by_value.get(value)
            if losses is None or value > reach:
                assert losses is None, "all totals that cards make are reached"
                assert value > reach or out[COSTS + value] >= NEVER, "no cards make this total"
            else:
                assert out[COSTS + value] == min(losses.values())
                assert losses[out[MASKS + value]] == out[COSTS + value]


@pytest.mark.parametrize("mind", MINDS)
def test_every_candidate_is_legal_and_listed_once(mind):
    random = Random(3)
    desk = Desk()
    for _ in range(300):
        table = some_table(random)
        need = random.randint(1, 9)
        table.leader = 1
        table.bids[1][0] = 3  # only its value counts
        table.bid_values[1] = need - 1
        desk.out = [STALE] * ACTIONS
        count = list_candidates(table, 0, mind, desk.out, desk.candidates)
        candidates = desk.candidates[:count]
        assert len(set(candidates)) == count
        assert set(candidates) <= set(legal_actions(table, 0))
        for mask in candidates[1:]:
            assert need <= value_of(table, mask) <= need + JUMP


def test_totals_that_no_cards_make_are_no_candidates():
    """A set of ones may be worth less than a pair of them: then paying one is no loss."""
    game = staged(4, "O1 O2 S1 S2 | C4 V1 M M", "G1 G1 G1 V1 V1")
    play(game, "0 bid O1")
    desk = Desk()
    desk.out = [STALE] * ACTIONS
    table = known_table(game.view(1))
    count = list_candidates(table, 1, tuned_mind(4), desk.out, desk.candidates)
    bids = {move_of(action, table.hands[1]) for action in desk.candidates[:count]}
    assert bids <= {move for _, move in game.legal(1)}
    assert len(bids) == count
