"""The random number generator: a pinned sequence, uniform numbers, complete decks."""

from collections import Counter

from byzanz.cards import COPIES
from byzanz.dice import DICE_SIZE, below, roll, seed_dice, seeded_deck

PINNED = [1186431023, 1691808228, 1207332826, 3413441780]


def test_the_sequence_is_pinned():
    dice = [0] * DICE_SIZE
    seed_dice(dice, 7, 3)
    assert [roll(dice) for _ in range(4)] == PINNED
    seed_dice(dice, 7, 3)
    assert [roll(dice) for _ in range(4)] == PINNED


def test_streams_and_seeds_differ():
    assert len({tuple(seeded_deck(seed, stream)) for seed in range(9) for stream in range(9)}) == 81
    assert seeded_deck(2**40) != seeded_deck(0)


def test_numbers_are_uniform():
    dice = [0] * DICE_SIZE
    seed_dice(dice, 1, 0)
    counts = Counter(below(dice, 6) for _ in range(60_000))
    chi_square = sum((counts[number] - 10_000) ** 2 / 10_000 for number in range(6))
    assert chi_square < 20.5  # 5 degrees of freedom, p = .001


def test_merchants_are_uniform_over_the_deck():
    merchants = [0] * 112
    for stream in range(7_000):
        for position, kind in enumerate(seeded_deck(3, stream)):
            merchants[position] += kind == 24
    chi_square = sum((count - 1_000) ** 2 / (1_000 * (1 - 16 / 112)) for count in merchants)
    assert chi_square < 161.6  # 111 degrees of freedom, p = .001


def test_a_deck_is_complete():
    counts = Counter(seeded_deck(11))
    assert tuple(counts[kind] for kind in range(25)) == COPIES
