"""The parts that the large and the small drawing of a card share."""

from typing import NamedTuple

from . import path_data
from .path_data import one_decimal

MIDDLE = 80  # x of the middle of a card, in units of its drawing
NAMES = {"C": "cloth", "G": "grain", "O": "olives", "S": "spices", "V": "wine", "W": "wood"}
MERCHANT_TITLE = "merchant, value 0, any good; three together count 5"
# The scales at which the glyphs look equally large.
GLYPH_SCALE = {"C": 0.94, "G": 1.14, "O": 1.0, "S": 1.06, "V": 1.0, "W": 1.04}


def document(title: str, body: str, definitions: str = "") -> str:
    """A card as an SVG document of 160 by 224."""
    defs = f"<defs>{definitions}</defs>" if definitions else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 224" role="img">'
        f"<title>{title}</title>{defs}{body}</svg>"
    )


def star(
    x: float, y: float, radius: float, fill: str, *, rays: int = 8, waist: float = 0.46
) -> str:
    """A filled star."""
    return f'<path d="{path_data.star(x, y, radius, rays=rays, waist=waist)}" fill="{fill}"/>'


class Bar(NamedTuple):
    """The size of an upright bar, and the gap to the next one."""

    width: int
    height: int
    radius: int
    gap: int


def bars_width(count: int, bar: Bar) -> int:
    """The width of a row of bars."""
    return count * bar.width + (count - 1) * bar.gap


def bars(count: int, top: int, bar: Bar, fill: str) -> str:
    """A row of bars, centred on the card."""
    left = MIDDLE - bars_width(count, bar) / 2
    return "".join(
        f'<rect x="{one_decimal(left + number * (bar.width + bar.gap))}" y="{top}" '
        f'width="{bar.width}" height="{bar.height}" rx="{bar.radius}" fill="{fill}"/>'
        for number in range(count)
    )
