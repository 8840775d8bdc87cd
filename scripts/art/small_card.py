"""The small drawing of each card, for less than 72 pixels: flat colours and thick parts."""

from .face import GLYPH_SCALE, MERCHANT_TITLE, MIDDLE, NAMES, Bar, bars, document, star
from .glyphs import glyph
from .lettering import SMALL_CHARACTER, SMALL_MERCHANT_LETTER, Lettering
from .palette import GOLD, IVORY, PALE_GOLD, PORPHYRY, STALLS, VERDIGRIS, VERDIGRIS_INK

GOLD_NICHE, PALE_GOLD_NICHE = "#EFD384", "#F6E2A6"


def good_card(good: str, value: int) -> str:
    """The face of a good: one glyph, and as many bars as its value."""
    colours = STALLS[good]
    gold = PALE_GOLD_NICHE if good == "G" else GOLD_NICHE
    body = (
        frame(colours.field)
        + niche(gold if value == 4 else IVORY)
        + glyph(good, MIDDLE, 141, 82 * GLYPH_SCALE[good], colours.glyph)
        + bars(value, 188, Bar(19, 14, radius=2, gap=8), colours.glyph)
        + Lettering(str(value), 46, 20, 61, SMALL_CHARACTER).svg(colours.numeral, "middle")
        + Lettering(good, 137, 24, 32, SMALL_CHARACTER).svg(colours.numeral, "right")
    )
    return document(f"{NAMES[good]} {value}", body)


def merchant_card() -> str:
    """The face of a merchant: a star instead of a numeral."""
    colours = STALLS["M"]
    body = (
        frame(colours.field)
        + niche(GOLD_NICHE)
        + glyph("M", MIDDLE, 150, 100, colours.glyph)
        + star(45, 52, 34, PALE_GOLD)
        + Lettering("M", 138, 24, 34, SMALL_MERCHANT_LETTER).svg(PALE_GOLD, "right")
    )
    return document(MERCHANT_TITLE, body)


def offer_card(number: int) -> str:
    """An offer card: its number on a disc, and as many bars below."""
    body = (
        frame(VERDIGRIS)
        + f'<circle cx="80" cy="90" r="64" fill="{GOLD}"/>'
        + f'<circle cx="80" cy="90" r="56" fill="{IVORY}"/>'
        + Lettering(str(number), MIDDLE, 56, 70, SMALL_CHARACTER).svg(VERDIGRIS_INK, "middle")
        + bars(number, 172, Bar(17, 27, radius=3, gap=6), PALE_GOLD)
    )
    return document(f"offer card {number}", body)


def back() -> str:
    """The back of a card: three rings and a star."""
    rings = (
        f'<g fill="none" stroke="{GOLD}" stroke-width="9"><circle cx="80" cy="112" r="34"/>'
        '<circle cx="80" cy="44" r="24"/><circle cx="80" cy="180" r="24"/></g>'
    )
    return document("card back", frame(PORPHYRY) + rings + star(MIDDLE, 112, 20, PALE_GOLD))


def frame(fill: str) -> str:
    """The ivory edge of a card and its field."""
    return (
        f'<rect width="160" height="224" rx="20" fill="{IVORY}"/>'
        f'<rect x="8" y="8" width="144" height="208" rx="13" fill="{fill}"/>'
    )


def niche(fill: str) -> str:
    """A wide, low arch."""
    return f'<path d="M17 208V148A63 58 0 0 1 143 148V208z" fill="{fill}"/>'
