# /// script
# requires-python = ">=3.11"
# dependencies = ["fonttools==4.68.0", "brotli==1.2.1"]
# ///
"""Copies the outlines of the characters on the cards from the font Commissioner to outlines.json.

Run `uv run scripts/art/extract_outlines.py` only when a card gets another character or the font has
a new release. It installs fontTools for itself and reads the font from web/node_modules. The
drawings need neither.
"""

import json
from pathlib import Path
from typing import Any

from fontTools.pens.basePen import BasePen  # type: ignore[import-not-found]
from fontTools.pens.boundsPen import BoundsPen  # type: ignore[import-not-found]
from fontTools.ttLib import TTFont  # type: ignore[import-not-found]
from fontTools.varLib.instancer import instantiateVariableFont  # type: ignore[import-not-found]

FOLDER = Path(__file__).resolve().parent
PACKAGE = FOLDER.parents[1] / "web" / "node_modules" / "@fontsource-variable" / "commissioner"
FONT = PACKAGE / "files" / "commissioner-latin-flar-normal.woff2"
STYLES = {  # (weight, flare): characters
    (700, 60): "CGOSVW",
    (700, 100): "123456=M",
    (800, 40): "123456CGOSVW",
    (800, 60): "1234",
    (800, 100): "M",
}


class OutlinePen(BasePen):  # type: ignore[misc] # the base class has no types
    """Writes an outline as path data in font units, with absolute M, L, Q and Z only."""

    def __init__(self, glyphs: Any) -> None:
        super().__init__(glyphs)
        self.words: list[str] = []

    def _moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 (called by the base class)
        self.words += ["M", *map(plain, point)]

    def _lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.words += ["L", *map(plain, point)]

    def _qCurveToOne(  # noqa: N802
        self, control: tuple[float, float], point: tuple[float, float]
    ) -> None:
        self.words += ["Q", *map(plain, control), *map(plain, point)]

    def _closePath(self) -> None:  # noqa: N802
        self.words += ["Z"]


def plain(value: float) -> str:
    """A number rounded to a thousandth of a font unit."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def extract_style(weight: int, flare: int, characters: str) -> dict[str, Any]:
    """The characters of one instance of the variable font."""
    font = instantiateVariableFont(TTFont(FONT), {"wght": weight, "FLAR": flare})
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    return {
        "cap_height": font["OS/2"].sCapHeight,
        "glyphs": {
            character: extract_glyph(glyphs, names[ord(character)]) for character in characters
        },
    }


def extract_glyph(glyphs: Any, name: str) -> dict[str, Any]:
    """The advance width, the left and right edge, and the outline of a glyph."""
    bounds, outline = BoundsPen(glyphs), OutlinePen(glyphs)
    glyphs[name].draw(bounds)
    glyphs[name].draw(outline)
    left, _, right, _ = bounds.bounds
    return {
        "advance": glyphs[name].width,
        "left": round(left, 3),
        "right": round(right, 3),
        "outline": " ".join(outline.words),
    }


def main() -> None:
    """Write outlines.json."""
    licence = (PACKAGE / "LICENSE").read_text(encoding="utf-8")
    sheet = {
        "font": "Commissioner",
        "copyright": licence.splitlines()[0],
        "licence": "SIL Open Font License, Version 1.1",
        "styles": {
            f"{weight}-{flare}": extract_style(weight, flare, characters)
            for (weight, flare), characters in STYLES.items()
        },
    }
    text = json.dumps(sheet, indent=1, ensure_ascii=False)
    (FOLDER / "outlines.json").write_text(text + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
