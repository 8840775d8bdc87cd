"""The 25 kinds of card and their codes.

A kind is a number from 0 to 24: the four values of cloth, those of grain, and so on, and last the
merchant. This is the canonical order. A pile is a list of 25 counts, one for each kind.
"""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TypeAlias

GOODS = 6
STALLS = 7
KINDS = 25
MERCHANT = 24
NO_CARD = 25  # ends a card list, see `byzanz.rules.card_list`
DECK_SIZE = 112

COPIES = (6, 5, 3, 2) * GOODS + (16,)
"""R1.1, R1.2: the number of copies of each kind in the deck."""


class Stall(StrEnum):
    """A stall of the market: one of the six goods, or the merchants."""

    C = "C"
    G = "G"
    O = "O"  # noqa: E741 - olives; the letters are those of the cards
    S = "S"
    V = "V"
    W = "W"
    M = "M"

    @property
    def number(self) -> int:
        """The index of the stall in canonical order; the kinds of good g are 4g to 4g + 3."""
        return STALL_NUMBER[self]


class Card(StrEnum):
    """A goods card or a merchant; the name of the member is the code of the card."""

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
        """The kind of this card, 0 to 24."""
        return KIND[self]

    @property
    def stall(self) -> Stall:
        """The stall of the market that holds this card."""
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
    """The value printed on the cards of a kind; 0 for a merchant."""
    return 0 if kind == MERCHANT else kind % 4 + 1


def cards_of(pile: Sequence[int]) -> Cards:
    """The cards of a pile in canonical order."""
    return tuple([CARDS[kind] for kind, count in enumerate(pile) if count for _ in range(count)])


def stall_cards(pile: Sequence[int], stall: int) -> Cards:
    """The cards of a pile that belong to one stall."""
    kinds = range(4 * stall, min(4 * stall + 4, KINDS))
    return tuple([CARDS[kind] for kind in kinds for _ in range(pile[kind])])


def cards_in(card_list: Sequence[int]) -> Cards:
    """The cards of a card list, in its order."""
    return tuple([CARDS[kind] for kind in card_list if kind != NO_CARD])


def pile_of(cards: Iterable[Card]) -> list[int]:
    """The cards as a pile."""
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
    """A text is not the code of a card."""


def parse_card(code: str) -> Card:
    """Parse the code of a card, such as ``W4`` or ``M``; raises `BadCard`.

    >>> parse_card("W4").face_value
    4
    """
    kind = KIND.get(code)
    if kind is None:
        raise BadCard(f"{code[:20]!r} is not a card: expected C, G, O, S, V or W with 1 to 4, or M")
    return CARDS[kind]


def words_of(text: str) -> list[str]:
    """Split a text at spaces; tabs and other white space stay part of the words."""
    return [word for word in text.split(" ") if word]


def parse_cards(text: str) -> Cards:
    """Parse card codes separated by spaces, in the order given; raises `BadCard`.

    Does not check that the deck has that many copies of a card.

    >>> parse_cards("M C1") == (Card.M, Card.C1)
    True
    """
    return tuple([parse_card(code) for code in words_of(text)])
