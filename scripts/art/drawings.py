"""All drawings by the paths of their files in web/public."""

from . import icons, large_cut, small_cut
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
    for folder, cut in (("cards/l", large_cut), ("cards/s", small_cut)):
        for good in "CGOSVW":
            for value in range(1, 5):
                drawings[f"{folder}/{good}{value}.svg"] = cut.good_card(good, value)
        for number in range(1, 7):
            drawings[f"{folder}/N{number}.svg"] = cut.offer_card(number)
        drawings[f"{folder}/M0.svg"] = cut.merchant_card()
        drawings[f"{folder}/X0.svg"] = cut.back()
    return drawings
