"""The 25 kinds of card and their codes.

A kind is a number: four values of cloth, of grain, … and last the merchant, in canonical order.
A pile is a list of 25 counts, one for each kind.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TypeAlias

GOODS = 6
STALLS = 7
KINDS = 25
MERCHANT = 24
NO_CARD = 25  # behind the last card of a fan, see rules.fan
DECK_SIZE = 112

COPIES = (6, 5, 3, 2) * GOODS + (16,)
"""R1.1, R1.2: how often each kind is in the deck."""


class Stall(StrEnum):
    """A place in the market: one of the six goods, or the merchants."""

    C = "C"
    G = "G"
    O = "O"  # noqa: E741 - olives; the letters are those of the cards
    S = "S"
    V = "V"
    W = "W"
    M = "M"

    @property
    def number(self) -> int:
        """Position in canonical order; the kinds of good g are 4g to 4g + 3."""
        return STALL_NUMBER[self]


class Card(StrEnum):
    """A goods card or a merchant; its name is its code."""

    C1 = "C1"
    C2 = "C2"
    C3 = "C3"
    C4 = "C4"
    G1 = "G1"
    G2 = "G2"
    G3 = "G3"
    G4 = "G4"
    O1 = "O1"
    O2 = "O2"
    O3 = "O3"
    O4 = "O4"
    S1 = "S1"
    S2 = "S2"
    S3 = "S3"
    S4 = "S4"
    V1 = "V1"
    V2 = "V2"
    V3 = "V3"
    V4 = "V4"
    W1 = "W1"
    W2 = "W2"
    W3 = "W3"
    W4 = "W4"
    M = "M"

    @property
    def kind(self) -> int:
        """The number of this kind, 0 to 24."""
        return KIND[self]

    @property
    def stall(self) -> Stall:
        """Where this card lies in the market."""
        return STALL_LIST[KIND[self] // 4]

    @property
    def face_value(self) -> int:
        """The printed value; 0 for a merchant."""
        return face_value(KIND[self])


Cards: TypeAlias = tuple[Card, ...]

CARDS: Cards = tuple(Card)
STALL_LIST: tuple[Stall, ...] = tuple(Stall)
KIND: dict[str, int] = {card: kind for kind, card in enumerate(CARDS)}
STALL_NUMBER: dict[str, int] = {stall: number for number, stall in enumerate(STALL_LIST)}


def face_value(kind: int) -> int:
    """The value printed on a kind; 0 for a merchant."""
    return 0 if kind == MERCHANT else kind % 4 + 1


def cards_of(pile: Sequence[int]) -> Cards:
    """The cards of a pile in canonical order."""
    return tuple([CARDS[kind] for kind, count in enumerate(pile) if count for _ in range(count)])


def stall_cards(pile: Sequence[int], stall: int) -> Cards:
    """The cards of a pile that lie in one stall."""
    kinds = range(4 * stall, min(4 * stall + 4, KINDS))
    return tuple([CARDS[kind] for kind in kinds for _ in range(pile[kind])])


def cards_in(fan: Sequence[int]) -> Cards:
    """The cards of a fan."""
    return tuple([CARDS[kind] for kind in fan if kind != NO_CARD])


def pile_of(cards: Iterable[Card]) -> list[int]:
    """The pile of some cards."""
    pile = [0] * KINDS
    for card in cards:
        pile[KIND[card]] += 1
    return pile


def in_order(cards: Iterable[Card]) -> Cards:
    """The same cards in canonical order."""
    return tuple(sorted(cards, key=KIND.__getitem__))


def total(cards: Iterable[Card]) -> int:
    """The sum of the printed values."""
    return sum(card.face_value for card in cards)


class BadCard(ValueError):
    """A word that is no card."""


def parse_card(word: str) -> Card:
    """The card of a code; raises `BadCard`."""
    kind = KIND.get(word)
    if kind is None:
        raise BadCard(f"{word[:20]!r} is no card: expected C, G, O, S, V or W with 1 to 4, or M")
    return CARDS[kind]


def words_of(text: str) -> list[str]:
    """The words of a text; spaces part them and nothing else does."""
    return [word for word in text.split(" ") if word]


def parse_cards(text: str) -> Cards:
    """Cards separated by spaces, in the order given; raises `BadCard`."""
    return tuple([parse_card(word) for word in words_of(text)])
