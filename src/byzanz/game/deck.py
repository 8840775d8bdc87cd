"""Complete decks: all 112 cards in the order of the deal."""

from collections import Counter
from collections.abc import Sequence
from random import SystemRandom

from byzanz.cards import CARDS, COPIES, DECK_SIZE, Card, Cards, parse_cards


class BadDeck(ValueError):
    """Cards are not a complete deck."""


def parse_deck(text: str) -> Cards:
    """Parse a complete deck from card codes; raises `BadCard` or `BadDeck`."""
    deck = parse_cards(text)
    check_deck(deck)
    return deck


def check_deck(deck: Sequence[Card]) -> None:
    """Raise `BadDeck` unless the deck has all 112 cards, in any order."""
    if len(deck) != DECK_SIZE:
        raise BadDeck(f"the deck has {len(deck)} cards: expected {DECK_SIZE}")
    counts = Counter(deck)
    for card, copies in zip(CARDS, COPIES, strict=True):
        if counts[card] != copies:
            raise BadDeck(f"the deck has {counts[card]} of {card}: expected {copies}")


def shuffled_deck() -> Cards:
    """Shuffle a deck with the random source of the operating system."""
    deck = [card for card, copies in zip(CARDS, COPIES, strict=True) for _ in range(copies)]
    SystemRandom().shuffle(deck)
    return tuple(deck)
