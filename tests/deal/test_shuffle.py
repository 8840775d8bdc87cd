"""The shuffle: every number counted, and 200,000 decks that show no favour."""

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from byzanz.cards import COPIES, DECK_SIZE, KIND, KINDS, Cards
from byzanz.deal.deal import CANONICAL_DECK, NONCE_SIZE, Draw, new_deal
from byzanz.deal.shuffle import below, shuffled
from byzanz.deal.stream import RANGE, numbers

DECKS = 200_000
FEWER = 10_000  # are enough to see each bad shuffle
BOUND = 4.5  # standard deviations: 111 fair pairs of places stay within it but once in 1,300 times

COPIES_OF = np.array(COPIES, dtype=np.int64)


def test_the_numbers_of_a_key():
    first = list(itertools.islice(numbers(bytes(64)), 70))
    assert first[:4] == [0x5EC9, 0x7CC0, 0x48A3, 0xCB5D]
    assert first[32:34] == [0xE3A1, 0x770A]
    assert all(0 <= number < RANGE for number in first)


@pytest.mark.parametrize("bound", [2, 3, 7, 10, 64, 85, 97, 111, 112])
def test_each_choice_is_met_by_equally_many_numbers(bound):
    used = RANGE - RANGE % bound
    stream = iter(range(used))
    counts = Counter(below(bound, stream) for _ in range(used))
    assert counts == dict.fromkeys(range(bound), used // bound)
    for number in range(used, RANGE):
        assert below(bound, iter([number, RANGE - 1 if used < RANGE else 5, 5])) == 5 % bound


def test_each_order_is_met_by_one_row_of_choices():
    rows = itertools.product(range(5), range(4), range(3), range(2))
    orders = {shuffled("abcde", iter(row)) for row in rows}
    assert orders == set(itertools.permutations("abcde"))


def test_skipped_numbers_change_nothing():
    row = [number % bound for bound, number in zip(range(112, 1, -1), numbers(b"a"), strict=False)]
    skipped = itertools.chain.from_iterable((RANGE - 1, place) for place in row[:8])
    plain = shuffled(CANONICAL_DECK, iter(row))
    assert shuffled(CANONICAL_DECK, itertools.chain(skipped, row[8:])) == plain


def dealt(count: int) -> Iterator[Cards]:
    """Decks of deals as a server makes them, for four players and from a fixed seed."""
    source = random.Random(29).randbytes
    for _ in range(count):
        nonces = [source(NONCE_SIZE), source(NONCE_SIZE), b"", source(NONCE_SIZE)]
        yield new_deal(source).seated(nonces, Draw.OPENER).deck("1")


def biased_by_a_byte(source: Callable[[int], bytes]) -> list:
    """The remainder of a byte, with nothing skipped."""
    deck = list(CANONICAL_DECK)
    for last, byte in zip(range(DECK_SIZE - 1, 0, -1), source(DECK_SIZE - 1), strict=True):
        place = byte % (last + 1)
        deck[last], deck[place] = deck[place], deck[last]
    return deck


def swapped_with_any(source: Callable[[int], bytes]) -> list:
    """Every place is exchanged with any other."""
    deck = list(CANONICAL_DECK)
    stream = (int.from_bytes(source(2), "big") for _ in itertools.count())
    for last in range(DECK_SIZE):
        place = below(DECK_SIZE, stream)
        deck[last], deck[place] = deck[place], deck[last]
    return deck


def never_left_in_place(source: Callable[[int], bytes]) -> list:
    """Sattolo's: one choice less at each place."""
    deck = list(CANONICAL_DECK)
    stream = (int.from_bytes(source(2), "big") for _ in itertools.count())
    for last in range(DECK_SIZE - 1, 0, -1):
        place = below(last, stream)
        deck[last], deck[place] = deck[place], deck[last]
    return deck


def turned(source: Callable[[int], bytes]) -> list:
    """The deck turned by one of 112 angles from a shuffle that never changes."""
    fixed = shuffled(CANONICAL_DECK, numbers(b"fixed"))
    place = below(DECK_SIZE, iter([int.from_bytes(source(2), "big") for _ in range(9)]))
    return [*fixed[place:], *fixed[:place]]


def kinds_of(decks: Iterator[Cards], count: int) -> np.ndarray:
    """The kinds of many decks, [deck][place]."""
    rows = b"".join([bytes([KIND[card] for card in deck]) for deck in decks])
    return np.frombuffer(rows, dtype=np.uint8).reshape(count, DECK_SIZE)


def deviation(counts: np.ndarray, expected: np.ndarray, freedom: int, scale: float = 1.0) -> float:
    """How far the counts are off, in standard deviations (chi-square, Wilson and Hilferty)."""
    statistic = scale * float(((counts - expected) ** 2 / expected).sum())
    spread = 2 / (9 * freedom)
    return (math.cbrt(statistic / freedom) - (1 - spread)) / math.sqrt(spread)


def place_deviation(kinds: np.ndarray) -> float:
    """Of the table of places and kinds; every kind is somewhere, so a place less is free."""
    counts = np.array([np.bincount(column, minlength=KINDS) for column in kinds.T])
    expected = len(kinds) * COPIES_OF / DECK_SIZE
    free_places = DECK_SIZE - 1
    return deviation(counts, expected, free_places * (KINDS - 1), free_places / DECK_SIZE)


def pair_deviations(kinds: np.ndarray) -> list[float]:
    """Of the tables of kinds at two neighbouring places, one for each pair of places."""
    pairs = np.outer(COPIES_OF, COPIES_OF) - np.diag(COPIES_OF)
    expected = len(kinds) * pairs.ravel() / (DECK_SIZE * (DECK_SIZE - 1))
    cells = KINDS * KINDS
    columns = kinds.T.astype(np.int16)
    return [
        deviation(np.bincount(KINDS * left + right, minlength=cells), expected, cells - 1)
        for left, right in itertools.pairwise(columns)
    ]


@pytest.mark.slow
def test_the_decks_of_deals_show_no_favour():
    kinds = kinds_of(dealt(DECKS), DECKS)
    assert (np.sort(kinds, axis=1) == [KIND[card] for card in CANONICAL_DECK]).all()
    assert abs(place_deviation(kinds)) < BOUND
    assert max(map(abs, pair_deviations(kinds))) < BOUND


@pytest.mark.parametrize("bad", [biased_by_a_byte, swapped_with_any, never_left_in_place])
def test_bad_shuffles_are_seen_by_their_places(bad):
    source = random.Random(29).randbytes
    kinds = kinds_of((bad(source) for _ in range(FEWER)), FEWER)
    assert place_deviation(kinds) > 2 * BOUND


def test_a_turned_deck_is_seen_by_its_pairs():
    source = random.Random(29).randbytes
    kinds = kinds_of((turned(source) for _ in range(FEWER)), FEWER)
    assert abs(place_deviation(kinds)) < BOUND
    assert min(pair_deviations(kinds)) > 2 * BOUND
