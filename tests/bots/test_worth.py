"""Hands as numbers, and the tables that say what they are worth."""

from itertools import product
from random import Random

import msgspec
import pytest

from byzanz.bots.closing import closing_profit
from byzanz.bots.habits import tuned
from byzanz.bots.mind import Entry, Mind, make_mind, pattern_values
from byzanz.bots.stage import END, STAGES
from byzanz.bots.tuned import tuned_mind
from byzanz.bots.worth import (
    CARD_STEP,
    GOOD_BITS,
    GOOD_MASK,
    IMPOSSIBLE,
    LOOSE_BITS,
    LOOSE_MASK,
    MERCHANT_SHIFT,
    PATTERNS,
    POINT,
    VALUE_STEP,
    fan_number,
    sum_entries,
    worth,
)
from byzanz.cards import COPIES, GOODS, KINDS, MERCHANT, NO_CARD
from byzanz.rules.numbers import HAND_LIMIT, ROUNDS
from byzanz.rules.table import Bounds
from tests.bots.positions import PLAYER_COUNTS

MINDS = [pytest.param(tuned_mind(players), id=f"{players} players") for players in PLAYER_COUNTS]


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


def pile_of_number(number: int) -> list[int]:
    pile = []
    for good in range(GOODS):
        values = pattern_values(number >> GOOD_BITS * good & GOOD_MASK)
        pile += [values.count(value) for value in (1, 2, 3, 4)]
    return [*pile, number >> MERCHANT_SHIFT]


def test_a_number_tells_its_hand():
    random = Random(1)
    deck = [kind for kind in range(KINDS) for _ in range(COPIES[kind])]
    for size in (0, 1, 4, 7, 23, 112):
        hand = sorted(random.sample(deck, size))
        number = fan_number([*hand, NO_CARD])
        assert pile_of_number(number) == [hand.count(kind) for kind in range(KINDS)]
    assert fan_number([*deck, NO_CARD]) < 2**63, "it fits a number of compiled code"
    assert CARD_STEP[NO_CARD] == 0


def best_spread(mind: Mind, stage: int, number: int, merchants: int) -> int:
    """The best of all ways to lay up to four merchants to goods, two at most to each."""
    best = IMPOSSIBLE * 8
    for spread in product(range(3), repeat=GOODS):
        if sum(spread) <= min(4, merchants):
            entries = mind.merchants[stage][merchants - sum(spread)]
            for good, count in enumerate(spread):
                pattern = number >> GOOD_BITS * good & GOOD_MASK
                entries += mind.worths[stage][4 * pattern + count]
            best = max(best, entries)
    return best


def some_number(random: Random, size: int) -> int:
    goods = random.sample(range(24), 8)
    deck = [kind for kind in goods for _ in range(COPIES[kind])]
    return sum(CARD_STEP[kind] for kind in random.sample(deck, size))


@pytest.mark.parametrize("mind", MINDS)
def test_merchants_go_where_they_are_worth_most(mind):
    random = Random(2)
    for _ in range(60):
        stage, merchants = random.randrange(STAGES), random.randint(1, 6)
        number = some_number(random, random.randint(0, 6)) + (merchants << MERCHANT_SHIFT)
        best = best_spread(mind, stage, number, merchants)
        assert sum_entries(mind, stage, number) == best


@pytest.mark.parametrize("mind", MINDS)
def test_hands_without_merchants_are_the_sum_of_their_goods(mind):
    random = Random(3)
    for _ in range(200):
        stage, number = random.randrange(STAGES), some_number(random, random.randint(0, 9))
        assert sum_entries(mind, stage, number) == best_spread(mind, stage, number, 0)


def numbers_in(value: object) -> list[int]:
    return [value] if isinstance(value, int) else [n for part in value for n in numbers_in(part)]


def bounds_of(name: str) -> Bounds:
    return next(mark for mark in Mind.__annotations__[name].__metadata__ if type(mark) is Bounds)


@pytest.mark.parametrize("mind", MINDS)
def test_the_numbers_of_a_mind_keep_their_bounds(mind):
    for name in Mind.__slots__:
        numbers = numbers_in(getattr(mind, name))
        assert min(numbers) >= bounds_of(name).least, name
        assert max(numbers) <= bounds_of(name).greatest, name


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_round_has_its_spread(players):
    spread = tuned()[players].judgement.spread
    assert len(spread) >= ROUNDS[players]
    assert min(spread) > 0, "it is divided by"


@pytest.mark.parametrize("name", ["single", "pair", "merchants"])
def test_wild_habits_keep_the_bounds_too(name):
    """A tuning may try anything; an entry must not wrap to the other end of its range."""
    wild = {"single": (900,) * 4, "pair": (900,) * 4, "merchants": (900, 900)}
    mind = changed_mind(**{name: wild[name]})
    for table in (*mind.worths, *mind.merchants):
        assert Entry.least <= min(table) <= max(table) <= Entry.greatest


def changed_mind(**changed: object) -> Mind:
    """The mind for four players with some habits or worths of its own."""
    replace = msgspec.structs.replace
    habits, judgement = tuned()[4].habits, tuned()[4].judgement
    worths = {name: changed.pop(name) for name in list(changed) if hasattr(habits.worths, name)}
    return make_mind(
        replace(habits, worths=replace(habits.worths, **worths), **changed),
        replace(judgement, worths=replace(judgement.worths, **worths)),
    )


@pytest.mark.parametrize("mind", MINDS)
def test_at_the_end_a_hand_is_worth_its_sets(mind):
    random = Random(4)
    for _ in range(400):
        number = some_number(random, random.randint(0, HAND_LIMIT))
        number += random.randint(0, 3) << MERCHANT_SHIFT
        crowd = mind.crowd[END][sum_entries(mind, END, number) & LOOSE_MASK]
        assert worth(mind, END, number) == closing_profit(mind, number) - crowd


@pytest.mark.parametrize("mind", MINDS)
def test_cards_in_no_set_are_counted(mind):
    """In the last bits of an entry; those of a whole hand never run into the worth."""
    for stage in (END, STAGES - 1):
        for pattern in range(PATTERNS):
            loose = mind.worths[stage][4 * pattern] & LOOSE_MASK
            assert loose == len(pattern_values(pattern)) % 3
    assert 2 * (GOODS + 1) < 1 << LOOSE_BITS


@pytest.mark.parametrize("mind", MINDS)
def test_a_set_in_the_hand_counts_at_every_stage(mind):
    four = VALUE_STEP[3] + 2 * VALUE_STEP[0]
    for stage in range(STAGES):
        assert worth(mind, stage, four) >= 4 * POINT - 50
        assert worth(mind, stage, 3 * CARD_STEP[MERCHANT]) >= 5 * POINT
