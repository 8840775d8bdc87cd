"""A small generator of random numbers that runs alike interpreted and compiled.

The state is four numbers of 32 bits (the "small fast counter" of Doty-Humphrey, sfc32), kept in a
list or array of the caller. Not for secrets: a deal that people play for takes its deck from
elsewhere.
"""

from byzanz.cards import COPIES, DECK_SIZE, KINDS
from byzanz.dialect import Ints, compiles

DICE_SIZE = 4
WORD = 0xFFFFFFFF
LARGEST_SEED = 2**63 - 1  # a signed number of 64 bits, as compiled code has them


@compiles
def roll(dice: Ints) -> int:
    """The next 32 random bits."""
    first, second, third, counter = dice[0], dice[1], dice[2], dice[3]
    result = (first + second + counter) & WORD
    dice[3] = (counter + 1) & WORD
    dice[0] = second ^ (second >> 9)
    dice[1] = (third + (third << 3)) & WORD
    dice[2] = (((third << 21) & WORD) + (third >> 11) + result) & WORD
    return result


@compiles
def below(dice: Ints, bound: int) -> int:
    """A number from 0 to bound - 1; the bias is under bound / 2**32."""
    return (roll(dice) * bound) >> 32


@compiles
def seed_dice(dice: Ints, seed: int, stream: int) -> None:
    """Start anew; every pair of a seed (63 bits) and a stream (32) is a sequence of its own."""
    dice[0] = seed & WORD
    dice[1] = (seed >> 32) & WORD
    dice[2] = stream & WORD
    dice[3] = 1
    for _ in range(15):
        roll(dice)


@compiles
def shuffle_deck(dice: Ints, deck: Ints) -> None:
    """Fill the deck with all 112 cards in random order (Fisher-Yates)."""
    position = 0
    for kind in range(KINDS):
        for _ in range(COPIES[kind]):
            deck[position] = kind
            position += 1
    for last in range(DECK_SIZE - 1, 0, -1):
        chosen = below(dice, last + 1)
        kind = deck[last]
        deck[last] = deck[chosen]
        deck[chosen] = kind


def seeded_deck(seed: int, stream: int = 0) -> list[int]:
    """The deck of a seed, as kinds."""
    dice = [0] * DICE_SIZE
    deck = [0] * DECK_SIZE
    seed_dice(dice, seed, stream)
    shuffle_deck(dice, deck)
    return deck
