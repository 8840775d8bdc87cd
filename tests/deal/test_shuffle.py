"""The shuffle is unbiased: exact counts, and statistics over 200,000 decks."""

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from byzanz.cards import COPIES, DECK_SIZE, KIND, KINDS, Cards
from byzanz.deal.deal import CANONICAL_DECK, NONCE_SIZE, Draw, new_deal
from byzanz.deal.key_stream import RANGE, uniform_numbers
from byzanz.deal.shuffle import shuffled, uniform_below

DECKS = 200_000
FEWER_DECKS = 10_000  # enough to detect each bad shuffle
# Standard deviations. With other seeds, a fair shuffle exceeds the bound in some of the 111 pairs
# of positions once in 1,300 runs.
BOUND = 4.5

COPIES_OF = np.array(COPIES, dtype=np.int64)


def test_the_numbers_of_a_key_are_pinned():
    first = list(itertools.islice(uniform_numbers(bytes(64)), 70))
    assert first[:4] == [0x5EC9, 0x7CC0, 0x48A3, 0xCB5D]
    assert first[32:34] == [0xE3A1, 0x770A]
    assert all(0 <= number < RANGE for number in first)


@pytest.mark.parametrize("bound", [2, 3, 7, 10, 64, 85, 97, 111, 112])
def test_each_choice_has_equally_many_numbers(bound):
    used = RANGE - RANGE % bound
    stream = iter(range(used))
    counts = Counter(uniform_below(bound, stream) for _ in range(used))
    assert counts == dict.fromkeys(range(bound), used // bound)
    for number in range(used, RANGE):
        assert (
            uniform_below(bound, iter([number, RANGE - 1 if used < RANGE else 5, 5])) == 5 % bound
        )


def test_each_order_has_one_sequence_of_choices():
    sequences = itertools.product(range(5), range(4), range(3), range(2))
    orders = {shuffled("abcde", iter(sequence)) for sequence in sequences}
    assert orders == set(itertools.permutations("abcde"))


def test_rejected_numbers_change_nothing():
    stream = uniform_numbers(b"a")
    choices = [number % bound for bound, number in zip(range(112, 1, -1), stream, strict=False)]
    with_rejected = itertools.chain.from_iterable((RANGE - 1, choice) for choice in choices[:8])
    plain = shuffled(CANONICAL_DECK, iter(choices))
    assert shuffled(CANONICAL_DECK, itertools.chain(with_rejected, choices[8:])) == plain


def dealt_decks(count: int) -> Iterator[Cards]:
    """Decks of deals as a server makes them, for four players and from a fixed seed."""
    source = random.Random(29).randbytes
    for _ in range(count):
        nonces = [source(NONCE_SIZE), source(NONCE_SIZE), b"", source(NONCE_SIZE)]
        yield new_deal(source).seated(nonces, Draw.OPENER).deck("1")


def modulo_of_a_byte(source: Callable[[int], bytes]) -> list:
    """Modulo bias: the remainder of a byte without rejection."""
    deck = list(CANONICAL_DECK)
    for last, byte in zip(range(DECK_SIZE - 1, 0, -1), source(DECK_SIZE - 1), strict=True):
        other = byte % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def naive_swaps(source: Callable[[int], bytes]) -> list:
    """Every card is exchanged with any card of the whole deck."""
    deck = list(CANONICAL_DECK)
    stream = (int.from_bytes(source(2), "big") for _ in itertools.count())
    for index in range(DECK_SIZE):
        other = uniform_below(DECK_SIZE, stream)
        deck[index], deck[other] = deck[other], deck[index]
    return deck


def sattolo(source: Callable[[int], bytes]) -> list:
    """Sattolo's algorithm: no card stays at its index."""
    deck = list(CANONICAL_DECK)
    stream = (int.from_bytes(source(2), "big") for _ in itertools.count())
    for last in range(DECK_SIZE - 1, 0, -1):
        other = uniform_below(last, stream)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def rotated(source: Callable[[int], bytes]) -> list:
    """A fixed shuffle, cut at a random index."""
    fixed = shuffled(CANONICAL_DECK, uniform_numbers(b"fixed"))
    cut = uniform_below(DECK_SIZE, iter([int.from_bytes(source(2), "big") for _ in range(9)]))
    return [*fixed[cut:], *fixed[:cut]]


def kinds_of(decks: Iterator[Cards], count: int) -> np.ndarray:
    """The kinds of many decks, [deck][index]."""
    rows = b"".join([bytes([KIND[card] for card in deck]) for deck in decks])
    return np.frombuffer(rows, dtype=np.uint8).reshape(count, DECK_SIZE)


def deviation(counts: np.ndarray, expected: np.ndarray, freedom: int, scale: float = 1.0) -> float:
    """Chi-square of the counts as standard deviations (Wilson-Hilferty approximation)."""
    statistic = scale * float(((counts - expected) ** 2 / expected).sum())
    variance = 2 / (9 * freedom)
    return (math.cbrt(statistic / freedom) - (1 - variance)) / math.sqrt(variance)


def index_deviation(kinds: np.ndarray) -> float:
    """Deviation of the counts of each kind at each index.

    Every deck has all cards, so the last index is determined by the others.
    """
    counts = np.array([np.bincount(column, minlength=KINDS) for column in kinds.T])
    expected = len(kinds) * COPIES_OF / DECK_SIZE
    free_indices = DECK_SIZE - 1
    return deviation(counts, expected, free_indices * (KINDS - 1), free_indices / DECK_SIZE)


def pair_deviations(kinds: np.ndarray) -> list[float]:
    """Deviations of the counts of pairs of kinds, for each pair of neighbouring indices."""
    pairs = np.outer(COPIES_OF, COPIES_OF) - np.diag(COPIES_OF)
    expected = len(kinds) * pairs.ravel() / (DECK_SIZE * (DECK_SIZE - 1))
    cells = KINDS * KINDS
    columns = kinds.T.astype(np.int16)
    return [
        deviation(np.bincount(KINDS * left + right, minlength=cells), expected, cells - 1)
        for left, right in itertools.pairwise(columns)
    ]


@pytest.mark.slow
def test_the_decks_of_deals_are_unbiased():
    kinds = kinds_of(dealt_decks(DECKS), DECKS)
    assert (np.sort(kinds, axis=1) == [KIND[card] for card in CANONICAL_DECK]).all()
    assert abs(index_deviation(kinds)) < BOUND
    assert max(map(abs, pair_deviations(kinds))) < BOUND


@pytest.mark.parametrize("shuffle", [modulo_of_a_byte, naive_swaps, sattolo])
def test_bad_shuffles_are_detected_by_index(shuffle):
    source = random.Random(29).randbytes
    kinds = kinds_of((shuffle(source) for _ in range(FEWER_DECKS)), FEWER_DECKS)
    assert index_deviation(kinds) > 2 * BOUND


def test_a_rotated_deck_is_detected_by_pairs():
    source = random.Random(29).randbytes
    kinds = kinds_of((rotated(source) for _ in range(FEWER_DECKS)), FEWER_DECKS)
    assert abs(index_deviation(kinds)) < BOUND
    assert min(pair_deviations(kinds)) > 2 * BOUND
