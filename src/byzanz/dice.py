"""A small random number generator with the same output interpreted and compiled.

The generator is sfc32, the "small fast counter" of Doty-Humphrey. Its state is four 32-bit numbers
in a list or array of the caller. It is not cryptographic: games between people shuffle with
`byzanz.game.deck` or `byzanz.deal`.
"""

from byzanz.cards import COPIES, DECK_SIZE, KINDS
from byzanz.dialect import Ints, compiles

DICE_SIZE = 4
LOW_32_BITS = 0xFFFFFFFF
LARGEST_SEED = 2**63 - 1  # compiled code has signed 64-bit numbers


@compiles
def roll(dice: Ints) -> int:
    """Return the next 32 random bits."""
    first, second, third, counter = dice[0], dice[1], dice[2], dice[3]
    result = (first + second + counter) & LOW_32_BITS
    dice[3] = (counter + 1) & LOW_32_BITS
    dice[0] = second ^ (second >> 9)
    dice[1] = (third + (third << 3)) & LOW_32_BITS
    dice[2] = (((third << 21) & LOW_32_BITS) + (third >> 11) + result) & LOW_32_BITS
    return result


@compiles
def below(dice: Ints, bound: int) -> int:
    """Return a number from 0 to bound - 1; the bias is under bound / 2**32."""
    return (roll(dice) * bound) >> 32


@compiles
def seed_dice(dice: Ints, seed: int, stream: int) -> None:
    """Reset the state; each pair of seed (63 bits) and stream (32 bits) has its own sequence."""
    dice[0] = seed & LOW_32_BITS
    dice[1] = (seed >> 32) & LOW_32_BITS
    dice[2] = stream & LOW_32_BITS
    dice[3] = 1
    for _ in range(15):
        roll(dice)


@compiles
def shuffle_deck(dice: Ints, deck: Ints) -> None:
    """Fill the deck with all 112 cards in random order (Fisher-Yates shuffle)."""
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
    """Shuffle a deck from a seed; returns kinds."""
    dice = [0] * DICE_SIZE
    deck = [0] * DECK_SIZE
    seed_dice(dice, seed, stream)
    shuffle_deck(dice, deck)
    return deck
