"""All drawings by the paths of their files in web/public."""

from . import icons, large_card, small_card
from .glyphs import glyph_sheet
from .vault import vault


def all_drawings() -> dict[str, str]:
    """The text of every SVG file that is drawn here."""
    drawings = {
        "art/apse.svg": vault(),
        "cards/glyphs.svg": glyph_sheet(),
        "icons/favicon.svg": icons.favicon(),
        "icons/favicon-turn.svg": icons.favicon_on_turn(),
        "icons/icon.svg": icons.icon(),
        "icons/maskable.svg": icons.maskable_icon(),
    }
    for folder, card in (("cards/l", large_card), ("cards/s", small_card)):
        for good in "CGOSVW":
            for value in range(1, 5):
                drawings[f"{folder}/{good}{value}.svg"] = card.good_card(good, value)
        for number in range(1, 7):
            drawings[f"{folder}/N{number}.svg"] = card.offer_card(number)
        drawings[f"{folder}/M0.svg"] = card.merchant_card()
        drawings[f"{folder}/X0.svg"] = card.back()
    return drawings
