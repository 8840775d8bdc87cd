"""Packing loses no card, and the values of the evaluation tables are right."""

from itertools import product
from random import Random

import msgspec
import pytest

from byzanz.cards import COPIES, GOODS, KINDS, MERCHANT, NO_CARD
from byzanz.engine.evaluation.hand_value import (
    GOOD_BITS,
    GOOD_MASK,
    IMPOSSIBLE,
    LOOSE_BITS,
    LOOSE_MASK,
    MERCHANT_SHIFT,
    PACKED_CARD,
    PATTERNS,
    POINT,
    VALUE_STEP,
    hand_value,
    pack_hand,
    sum_entries,
)
from byzanz.engine.evaluation.parameters import tuned_parameters
from byzanz.engine.evaluation.stage import END, STAGES
from byzanz.engine.evaluation.tables import Entry, Evaluation, make_evaluation, pattern_values
from byzanz.engine.evaluation.tuned import tuned_evaluation
from byzanz.engine.policies.closing_sales import closing_profit
from byzanz.rules.numbers import HAND_LIMIT, ROUNDS
from byzanz.rules.table import Bounds
from tests.engine.positions import PLAYER_COUNTS

EVALUATIONS = [
    pytest.param(tuned_evaluation(players), id=f"{players} players") for players in PLAYER_COUNTS
]


def test_every_pattern_of_a_good_has_its_number():
    counts = product(*(range(copies + 1) for copies in COPIES[:4]))
    numbers = {
        sum(count * step for count, step in zip(pattern, VALUE_STEP, strict=True)): pattern
        for pattern in counts
    }
    assert sorted(numbers) == list(range(PATTERNS))
    assert PATTERNS <= GOOD_MASK + 1
    for number, pattern in numbers.items():
        values = [value for value in (4, 3, 2, 1) for _ in range(pattern[value - 1])]
        assert pattern_values(number) == values


def unpacked(hand: int) -> list[int]:
    """Return the pile of a packed hand."""
    pile = []
    for good in range(GOODS):
        values = pattern_values(hand >> GOOD_BITS * good & GOOD_MASK)
        pile += [values.count(value) for value in (1, 2, 3, 4)]
    return [*pile, hand >> MERCHANT_SHIFT]


def test_packing_a_hand_loses_nothing():
    random = Random(1)
    deck = [kind for kind in range(KINDS) for _ in range(COPIES[kind])]
    for size in (0, 1, 4, 7, 23, 112):
        kinds = sorted(random.sample(deck, size))
        assert unpacked(pack_hand([*kinds, NO_CARD])) == [
            kinds.count(kind) for kind in range(KINDS)
        ]
    assert pack_hand([*deck, NO_CARD]) < 2**63, "it fits into a 64-bit number of compiled code"
    assert PACKED_CARD[NO_CARD] == 0


def best_placement(evaluation: Evaluation, stage: int, hand: int, merchants: int) -> int:
    """Return the best sum of entries with up to four merchants placed, at most two per good."""
    best = IMPOSSIBLE * 8
    for placement in product(range(3), repeat=GOODS):
        if sum(placement) <= min(4, merchants):
            entries = evaluation.merchant_entries[stage][merchants - sum(placement)]
            for good, count in enumerate(placement):
                pattern = hand >> GOOD_BITS * good & GOOD_MASK
                entries += evaluation.good_entries[stage][4 * pattern + count]
            best = max(best, entries)
    return best


def random_hand(random: Random, size: int) -> int:
    """Return a packed hand of few kinds, without merchants."""
    goods = random.sample(range(24), 8)
    deck = [kind for kind in goods for _ in range(COPIES[kind])]
    return sum(PACKED_CARD[kind] for kind in random.sample(deck, size))


@pytest.mark.parametrize("evaluation", EVALUATIONS)
def test_merchants_go_where_they_are_worth_most(evaluation):
    random = Random(2)
    for _ in range(60):
        stage, merchants = random.randrange(STAGES), random.randint(1, 6)
        hand = random_hand(random, random.randint(0, 6)) + (merchants << MERCHANT_SHIFT)
        best = best_placement(evaluation, stage, hand, merchants)
        assert sum_entries(evaluation, stage, hand) == best


@pytest.mark.parametrize("evaluation", EVALUATIONS)
def test_a_hand_without_merchants_is_worth_the_sum_of_its_goods(evaluation):
    random = Random(3)
    for _ in range(200):
        stage, hand = random.randrange(STAGES), random_hand(random, random.randint(0, 9))
        assert sum_entries(evaluation, stage, hand) == best_placement(evaluation, stage, hand, 0)


def numbers_in(value: object) -> list[int]:
    return [value] if isinstance(value, int) else [n for part in value for n in numbers_in(part)]


def bounds_of(name: str) -> Bounds:
    return next(
        mark for mark in Evaluation.__annotations__[name].__metadata__ if type(mark) is Bounds
    )


@pytest.mark.parametrize("evaluation", EVALUATIONS)
def test_the_numbers_of_an_evaluation_are_within_their_bounds(evaluation):
    for name in Evaluation.__slots__:
        numbers = numbers_in(getattr(evaluation, name))
        assert min(numbers) >= bounds_of(name).least, name
        assert max(numbers) <= bounds_of(name).greatest, name


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_round_has_a_positive_spread(players):
    spread = tuned_parameters()[players].leaf.spread
    assert len(spread) >= ROUNDS[players]
    assert min(spread) > 0, "it is a divisor"


@pytest.mark.parametrize("name", ["single", "pair", "merchants"])
def test_extreme_parameters_stay_within_the_bounds(name):
    """Tuning may try any parameters, and no entry may overflow."""
    extreme = {"single": (900,) * 4, "pair": (900,) * 4, "merchants": (900, 900)}
    evaluation = altered_evaluation(**{name: extreme[name]})
    for table in (*evaluation.good_entries, *evaluation.merchant_entries):
        assert Entry.least <= min(table) <= max(table) <= Entry.greatest


def altered_evaluation(**changed: object) -> Evaluation:
    """Return the evaluation for four players with some parameters or card values changed."""
    replace = msgspec.structs.replace
    policy, leaf = tuned_parameters()[4].policy, tuned_parameters()[4].leaf
    values = {
        name: changed.pop(name) for name in list(changed) if hasattr(policy.card_values, name)
    }
    return make_evaluation(
        replace(policy, card_values=replace(policy.card_values, **values), **changed),
        replace(leaf, card_values=replace(leaf.card_values, **values)),
    )


@pytest.mark.parametrize("evaluation", EVALUATIONS)
def test_at_the_end_the_value_of_a_hand_is_that_of_its_sets(evaluation):
    random = Random(4)
    for _ in range(400):
        hand = random_hand(random, random.randint(0, HAND_LIMIT))
        hand += random.randint(0, 3) << MERCHANT_SHIFT
        crowding = evaluation.crowding_cost[END][sum_entries(evaluation, END, hand) & LOOSE_MASK]
        assert hand_value(evaluation, END, hand) == closing_profit(evaluation, hand) - crowding


@pytest.mark.parametrize("evaluation", EVALUATIONS)
def test_cards_in_no_set_are_counted(evaluation):
    """The lowest bits of an entry count its loose cards; a whole hand does not overflow them."""
    for stage in (END, STAGES - 1):
        for pattern in range(PATTERNS):
            loose = evaluation.good_entries[stage][4 * pattern] & LOOSE_MASK
            assert loose == len(pattern_values(pattern)) % 3
    assert 2 * (GOODS + 1) < 1 << LOOSE_BITS


@pytest.mark.parametrize("evaluation", EVALUATIONS)
def test_a_set_in_the_hand_counts_at_every_stage(evaluation):
    set_worth_four = VALUE_STEP[3] + 2 * VALUE_STEP[0]
    for stage in range(STAGES):
        assert hand_value(evaluation, stage, set_worth_four) >= 4 * POINT - 50
        assert hand_value(evaluation, stage, 3 * PACKED_CARD[MERCHANT]) >= 5 * POINT
