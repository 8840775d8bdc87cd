"""How long a text is in the fonts of the pictures, and which letters they have."""

import unicodedata
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

Font = Literal["text", "bold", "numerals", "display"]
FONT_UNITS = 1000  # the size of letters for which widths are stored
LONGEST_NAME = 10  # letters; a longer name is cut
ELLIPSIS = "…"


@cache
def _widths() -> dict[str, dict[str, int]]:
    data = (files("byzanz.pictures") / "fonts" / "widths.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, dict[str, int]])


def drawable(text: str) -> str:
    """Return a text without the letters that the fonts do not have.

    No control character, no mark of direction and no emoji is left.
    """
    known = _widths()["bold"].keys() & _widths()["display"].keys()
    composed = unicodedata.normalize("NFC", text)
    letters = [letter if letter in known else " " for letter in composed]
    return " ".join("".join(letters).split())


def cut_name(name: str) -> str:
    """Return a name with at most `LONGEST_NAME` letters."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + ELLIPSIS


def width(text: str, font: Font, size: float) -> float:
    """Return the width of a text in pixels, without kerning."""
    widths = _widths()[font]
    return sum([widths.get(letter, FONT_UNITS) for letter in text]) * size / FONT_UNITS


def lines_of(text: str, font: Font, size: float, room: float) -> list[str]:
    """Break a text into lines at its spaces; a word longer than `room` has a line of its own."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, font, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def largest_size(text: str, font: Font, size: float, least: float, room: float) -> float:
    """Return the size at which a text fits into one line, from `size` down to `least`."""
    needed = width(text, font, size)
    return max(least, size if needed <= room else size * room / needed)
