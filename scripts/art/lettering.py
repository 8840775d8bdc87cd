"""Numerals and letters as outlines, so that a card needs no font.

The outlines are those of Commissioner (SIL Open Font License 1.1), in font units with the y axis
pointing up; extract_outlines.py copies them to outlines.json.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from .path_data import one_decimal, point

Anchor = Literal["left", "middle", "right"]
POINT_COUNTS = {"M": 1, "L": 1, "Q": 2, "Z": 0}
SHEET = json.loads((Path(__file__).parent / "outlines.json").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class FontStyle:
    """One weight and flare of the font."""

    cap_height: float
    glyphs: dict[str, Any]  # by character

    @classmethod
    def of(cls, weight: int, flare: int) -> "FontStyle":
        """The style as outlines.json has it."""
        return cls(**SHEET["styles"][f"{weight}-{flare}"])


LARGE_NUMERAL = FontStyle.of(800, 60)
LARGE_LETTER = FontStyle.of(700, 60)
SMALL_CHARACTER = FontStyle.of(800, 40)
OFFER_NUMERAL = MERCHANT_LETTER = FontStyle.of(700, 100)
SMALL_MERCHANT_LETTER = FontStyle.of(800, 100)


@dataclass(frozen=True)
class Lettering:
    """Characters at a position; `top` and `height` are those of a capital letter."""

    text: str
    x: float
    top: float
    height: float
    style: FontStyle

    def svg(self, fill: str, anchor: Anchor = "left") -> str:
        """The path; `anchor` is the place in its inked width that is put at x."""
        scale = self.height / self.style.cap_height
        starts, left, right = self.measure()
        share = {"left": 0.0, "middle": 0.5, "right": 1.0}[anchor]
        origin = self.x - left * scale - (right - left) * scale * share
        pen = ScaledPen(scale, self.top + self.height)
        for character, start in zip(self.text, starts, strict=True):
            pen.draw(self.style.glyphs[character]["outline"], origin + start * scale)
        return f'<path d="{pen.data}" fill="{fill}"/>'

    def measure(self) -> tuple[list[float], float, float]:
        """The start of each character, and the left and right edge of the ink, in font units."""
        starts, advance = [], 0.0
        for character in self.text:
            starts.append(advance)
            advance += self.style.glyphs[character]["advance"]
        left = self.style.glyphs[self.text[0]]["left"]
        right = starts[-1] + self.style.glyphs[self.text[-1]]["right"]
        return starts, left, right


class ScaledPen:
    """Writes outlines as short path data: H and V where possible, and no L after M."""

    def __init__(self, scale: float, baseline: float) -> None:
        self.data = ""
        self.scale = scale
        self.baseline = baseline
        self.command = ""
        self.at = (0.0, 0.0)

    def draw(self, outline: str, origin: float) -> None:
        """Add an outline that begins at this x."""
        words = iter(outline.split())
        for command in words:
            points = [
                (
                    origin + self.scale * float(next(words)),
                    self.baseline - self.scale * float(next(words)),
                )
                for _ in range(POINT_COUNTS[command])
            ]
            if command == "L":
                self.line_to(*points[0])
            else:
                self.data += command + " ".join(point(x, y) for x, y in points)
                self.command = command
            self.at = points[-1] if points else self.at

    def line_to(self, x: float, y: float) -> None:
        """Add a line by the shortest command."""
        last_x, last_y = self.at
        if (x, y) == (last_x, last_y):
            return
        if x == last_x:
            self.command, ending = "V", one_decimal(y)
        elif y == last_y:
            self.command, ending = "H", one_decimal(x)
        elif self.command == "M":
            self.data += f" {point(x, y)}"
            return
        else:
            self.command, ending = "L", point(x, y)
        self.data += self.command + ending
