"""Cards and goods in words."""

from collections.abc import Sequence

from byzanz.cards import Card, Stall
from byzanz.words.catalogue import Catalogue


class CardNames:
    """The names of cards and goods in the language of a catalogue with the texts of the table."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def good(self, stall: Stall) -> str:
        """Return the name of a stall's good."""
        return self._catalogue.say(f"good.{stall}")

    def card(self, card: Card) -> str:
        """Return the name of a card as the object of a sentence: "wood 2", but "a merchant"."""
        if card is Card.M:
            return self._catalogue.say("hint.merchant")
        return self.cards((card,))

    def cards(self, cards: Sequence[Card]) -> str:
        """Return the names of several cards, grouped by good: "wood 1-2-2 and merchant"."""
        groups: dict[Stall, list[int]] = {}
        for card in cards:
            groups.setdefault(card.stall, []).append(card.face_value)
        return self._catalogue.join([self._group(*group) for group in groups.items()])

    def _group(self, stall: Stall, values: Sequence[int]) -> str:
        if stall is Stall.M:
            return self._catalogue.say("sell.merchantCount", n=len(values))
        value = "-".join(map(str, values))
        return self._catalogue.say("card.goods", good=self.good(stall), value=value)
