"""Does a deck follow from what a record says of its deal?"""

from collections.abc import Sequence

from byzanz.cards import Card
from byzanz.deal.headers import Claim


class CommitmentDiffers(ValueError):
    """The commitment is not the one of this deal's id and secret."""

    def __init__(self, expected: str) -> None:
        super().__init__(expected)
        self.expected = expected

    def __str__(self) -> str:
        return f"the commitment is of another deal or secret: expected {self.expected}"


class DeckDiffers(ValueError):
    """The deck is not the one of this deal: the first place, counted from 0, with another card."""

    def __init__(self, place: int, card: Card, expected: Card) -> None:
        super().__init__(place, card, expected)
        self.place = place
        self.card = card
        self.expected = expected

    def __str__(self) -> str:
        return (
            f"the deck is not the one of its deal: card {self.place + 1} is {self.card},"
            f" expected {self.expected}"
        )


def verify(claim: Claim, deck: Sequence[Card], *, rules_version: str) -> None:
    """Raise `CommitmentDiffers` or `DeckDiffers` unless this deck of 112 is the one dealt."""
    if claim.commitment != claim.deal.commitment:
        raise CommitmentDiffers(claim.deal.commitment)
    expected = claim.deal.deck(rules_version)
    for place, (card, right) in enumerate(zip(deck, expected, strict=True)):
        if card != right:
            raise DeckDiffers(place, card, right)
