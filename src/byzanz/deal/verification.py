"""Does a deck follow from what a record says of its deal?"""

from collections.abc import Sequence

from byzanz.cards import Card
from byzanz.deal.deal import Draw, fitting_draw
from byzanz.deal.headers import Claim


class CommitmentDiffers(ValueError):
    """The commitment is not the one of this deal's id and secret."""

    def __init__(self, expected: str) -> None:
        super().__init__(expected)
        self.expected = expected

    def __str__(self) -> str:
        return f"the commitment is of another deal or secret: expected {self.expected}"


class DrawDiffers(ValueError):
    """The seats are not the ones drawn for this deal."""

    def __init__(self, draw: Draw, places: Sequence[int]) -> None:
        super().__init__(draw, places)
        self.expected = " ".join((draw, *map(str, places)))

    def __str__(self) -> str:
        return f"the seats are not the ones of this deal: expected draw {self.expected}"


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
    """Raise `CommitmentDiffers`, `DrawDiffers` or `DeckDiffers` unless all is as it was dealt."""
    deal = claim.deal
    if claim.commitment != deal.commitment:
        raise CommitmentDiffers(deal.commitment)
    places, expected = deal.dealt(rules_version)
    if deal.draw is not None:
        draw = fitting_draw(deal.nonces, follows=deal.draw is Draw.NEXT)
        if deal.draw is not draw or claim.places != places:
            raise DrawDiffers(draw, deal.seated(deal.nonces, draw).dealt(rules_version).places)
    for place, (card, right) in enumerate(zip(deck, expected, strict=True)):
        if card != right:
            raise DeckDiffers(place, card, right)
