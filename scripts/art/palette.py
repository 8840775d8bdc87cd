"""The colours of the drawings; web/src/tokens.css has the same colours for the pages."""

from typing import NamedTuple

IVORY = "#FBF5E6"
INK = "#241426"
GOLD = "#D9A93A"
PALE_GOLD = "#F1D58A"
VERDIGRIS = "#0B4F57"
VERDIGRIS_JOINT = "#073C43"
VERDIGRIS_INK = "#083F46"
PORPHYRY = "#4A1540"
PORPHYRY_JOINT = "#2C0A26"

GOLD_TONES = ("#E3B950", "#CF9C2C", "#EBC767", "#C28F22")


class StallColours(NamedTuple):
    """The colours of a good or of the merchants."""

    field: str
    glyph: str
    numeral: str  # the colour of numerals and letters on the field


STALLS = {
    "C": StallColours("#3453C0", "#22379A", IVORY),
    "G": StallColours("#E5B437", "#694400", INK),
    "O": StallColours("#0F7C5C", "#075A42", IVORY),
    "S": StallColours("#C8400F", "#A52F05", IVORY),
    "V": StallColours("#86366A", "#6B2152", IVORY),
    "W": StallColours("#50391F", "#46301A", IVORY),
    "M": StallColours("#260A24", "#2E0C2B", PALE_GOLD),
}


def mixed(colour: str, other: str, share: float) -> str:
    """A colour with this share of another one."""
    pairs = zip(channels(colour), channels(other), strict=True)
    red, green, blue = (round(one + (two - one) * share) for one, two in pairs)
    return f"#{red:02X}{green:02X}{blue:02X}"


def channels(colour: str) -> tuple[int, ...]:
    """Red, green and blue of "#RRGGBB"."""
    return tuple(bytes.fromhex(colour[1:]))


def four_tones(colour: str, spread: float = 0.10) -> tuple[str, ...]:
    """A light, a dark, a lighter and a darker tone of a colour, for stones that differ a little."""
    white, black = "#FFFFFF", "#000000"
    return (
        mixed(colour, white, spread),
        mixed(colour, black, spread * 0.9),
        mixed(colour, white, spread * 0.5),
        mixed(colour, black, spread * 0.4),
    )
