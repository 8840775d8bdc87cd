"""The picture of a link that does not lead to a finished game: a text, and cards in the arches."""

from collections.abc import Sequence

from byzanz.pictures.layout import layout, template
from byzanz.pictures.result_card import face, texts
from byzanz.words.fill import fill

ARCHES = 4
WINNER = 1  # the arch that stands highest
PLACES = (2, 1, 3, 4)  # that the arches have in a result, from left to right
FACES = ("C2", "O3", "V4", "S1", "G3", "W2", "M0", "O4", "S3", "C4", "V1", "G2", "W3")
BACKS = ("X0",)
CARD_WIDTH = 88  # pixels
FIRST_CARD, NEXT_CARD = 60, 78  # pixels below the top of an arch, and below the card before


def poster(title: str, text: str, cards: Sequence[str], language: str) -> str:
    """Return the picture with a title and a text; the cards repeat until the arches are full."""
    form = layout().wide
    ink = texts(form, ARCHES, title, [text])
    fields: dict[str, str] = {}
    shown = 0
    for slot, (x, breadth) in enumerate(form.slots[ARCHES - 3]):
        top = form.top + form.drops[PLACES[slot] - 1]
        colors = layout().first if slot == WINNER else layout().others
        fields |= {f"{name}{slot}": color for name, color in colors.items()}
        fields[f"drop{slot}"] = str(top)
        left = x + (breadth - CARD_WIDTH) / 2
        for y in range(top + FIRST_CARD, form.height, NEXT_CARD):
            ink += face(f"cards/s/{cards[shown % len(cards)]}.svg", (left, y), CARD_WIDTH)
            shown += 1
    return fill(template(ARCHES), {**fields, "ink": ink}, language)
