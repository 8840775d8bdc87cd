# /// script
# requires-python = ">=3.11"
# dependencies = ["fonttools==4.68.0", "brotli==1.2.1"]
# ///
"""Makes the fonts of link previews and of the result picture from the fonts of the pages.

Run `uv run scripts/art/picture_fonts.py` only when a font has a new release. It installs fontTools
for itself and reads the fonts from web/node_modules. The library that draws link previews reads
neither WOFF2 nor the flare axis, so each style becomes a plain TrueType font with the letters that
the pages load. `widths.json` has the advance width of every letter: it tells how long a line is,
and which letters can be drawn at all. The pages get the large numerals alone, because a canvas
can't choose the flare of a font.
"""

import json
from pathlib import Path
from typing import Any

from fontTools.merge import Merger  # type: ignore[import-not-found]
from fontTools.subset import Options, Subsetter  # type: ignore[import-not-found]
from fontTools.ttLib import TTFont  # type: ignore[import-not-found]
from fontTools.varLib.instancer import instantiateVariableFont  # type: ignore[import-not-found]

ROOT = Path(__file__).resolve().parents[2]
MODULES = ROOT / "web" / "node_modules"
FOLDER = ROOT / "src" / "byzanz" / "pictures" / "fonts"
NUMERALS = ROOT / "web" / "src" / "picture" / "numerals.woff2"
COMMISSIONER = "@fontsource-variable/commissioner"
MARCELLUS = "@fontsource/marcellus"
PARTS = ("latin", "latin-ext")
DIGITS = "0123456789"
STYLES = {  # name: the weight and the flare of Commissioner
    "text": (430, 30),
    "bold": (700, 30),
    "numerals": (420, 100),
}
FAMILIES = {"text": "Byzanz Text", "bold": "Byzanz Bold", "numerals": "Byzanz Numerals"}
UNITS = 1000  # widths are written for letters of this size


def commissioner(weight: int, flare: int, part: str) -> Any:
    """A static instance of a part of the variable font."""
    file = MODULES / COMMISSIONER / "files" / f"commissioner-{part}-flar-normal.woff2"
    return instantiateVariableFont(TTFont(file), {"wght": weight, "FLAR": flare})


def marcellus(part: str) -> Any:
    """A part of the font for titles."""
    return TTFont(MODULES / MARCELLUS / "files" / f"marcellus-{part}-400-normal.woff2")


def merged(parts: list[Any], scratch: Path) -> Any:
    """One font with the letters of all parts; the first part with a letter has it."""
    files = []
    seen: set[int] = set()
    for number, part in enumerate(parts):
        wanted = {code for code in part.getBestCmap() if code >= 32 and code not in seen}
        seen |= wanted
        reduced(part, wanted)
        files.append(str(scratch / f"part{number}.ttf"))
        part.flavor = None
        part.save(files[-1])
    return Merger().merge(files)


def reduced(font: Any, codes: set[int]) -> None:
    """Drop all other letters, hinting, and every feature except kerning and marks."""
    options = Options()
    options.hinting = False
    options.layout_features = ["kern", "mark", "mkmk", "ccmp"]
    options.name_IDs = [0, 1, 2, 3, 4, 6]
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)


def named(font: Any, family: str) -> Any:
    """The font under a name of its own, so that no installed font is taken for it."""
    names = font["name"]
    facts = {1: family, 2: "Regular", 3: family, 4: family, 6: family.replace(" ", "")}
    copyright_line = names.getDebugName(0)
    names.names = []
    for name_id, text in {0: copyright_line, **facts}.items():
        if text:
            names.setName(text, name_id, 3, 1, 0x409)
    font["OS/2"].usWeightClass = 400
    font["head"].created = font["head"].modified = 0  # the same bytes on every day
    return font


def widths(font: Any) -> dict[str, int]:
    """The advance width of every letter, for letters of `UNITS` units."""
    metrics, scale = font["hmtx"], UNITS / font["head"].unitsPerEm
    return {chr(code): round(metrics[name][0] * scale) for code, name in font.getBestCmap().items()}


def main() -> None:
    """Write the fonts, their widths and their licences."""
    fonts = {}
    scratch = FOLDER / "scratch"
    scratch.mkdir(parents=True)
    for name, (weight, flare) in STYLES.items():
        if name == "numerals":
            font = commissioner(weight, flare, "latin")
            reduced(font, set(map(ord, DIGITS)))
        else:
            font = merged([commissioner(weight, flare, part) for part in PARTS], scratch)
        fonts[name] = named(font, FAMILIES[name])
    fonts["display"] = named(merged([*map(marcellus, PARTS)], scratch), "Byzanz Display")
    for file in scratch.iterdir():
        file.unlink()
    scratch.rmdir()
    for name, font in fonts.items():
        font.recalcTimestamp = False
        font.flavor = None
        font.save(FOLDER / f"{name}.ttf")
    fonts["numerals"].flavor = "woff2"
    fonts["numerals"].save(NUMERALS)
    sheet = {name: dict(sorted(widths(font).items())) for name, font in fonts.items()}
    text = json.dumps(sheet, ensure_ascii=False, separators=(",", ":"))
    (FOLDER / "widths.json").write_text(text + "\n", encoding="utf-8", newline="\n")
    for package in (COMMISSIONER, MARCELLUS):
        licence = (MODULES / package / "LICENSE").read_text(encoding="utf-8")
        file = FOLDER / f"LICENSE-{package.rpartition('/')[2]}.txt"
        file.write_text(licence, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
