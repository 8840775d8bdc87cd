"""Verifying that the seats and the deck of a record follow from its deal."""

from collections.abc import Sequence

from byzanz.cards import Card
from byzanz.deal.deal import Draw, required_draw
from byzanz.deal.record_headers import Claim


class CommitmentDiffers(ValueError):
    """The commitment is not that of the deal's id and secret."""

    def __init__(self, expected: str) -> None:
        super().__init__(expected)
        self.expected = expected

    def __str__(self) -> str:
        return f"the commitment belongs to another deal or secret: expected {self.expected}"


class DrawDiffers(ValueError):
    """The seats are not those that the deal draws."""

    def __init__(self, draw: Draw, places: Sequence[int]) -> None:
        super().__init__(draw, places)
        self.expected = " ".join((draw, *map(str, places)))

    def __str__(self) -> str:
        return f"the seats do not follow from the deal: expected draw {self.expected}"


class DeckDiffers(ValueError):
    """The deck does not follow from the deal; `index` is where the first card differs."""

    def __init__(self, index: int, card: Card, expected: Card) -> None:
        super().__init__(index, card, expected)
        self.index = index
        self.card = card
        self.expected = expected

    def __str__(self) -> str:
        return (
            f"the deck does not follow from the deal: card {self.index + 1} is {self.card},"
            f" expected {self.expected}"
        )


def verify(claim: Claim, deck: Sequence[Card], *, rules_version: str) -> None:
    """Raise `CommitmentDiffers`, `DrawDiffers` or `DeckDiffers` unless a claim holds.

    This proves something about the server only if the players noted the commitment before they
    sent their nonces.
    """
    deal = claim.deal
    if claim.commitment != deal.commitment:
        raise CommitmentDiffers(deal.commitment)
    places, expected = deal.result(rules_version)
    if deal.draw is not None:
        draw = required_draw(deal.nonces, is_rematch=deal.draw is Draw.NEXT)
        if deal.draw is not draw or claim.places != places:
            raise DrawDiffers(draw, deal.seated(deal.nonces, draw).result(rules_version).places)
    for index, (card, expected_card) in enumerate(zip(deck, expected, strict=True)):
        if card != expected_card:
            raise DeckDiffers(index, card, expected_card)
