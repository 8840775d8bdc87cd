"""The worker process that draws pictures: reads SVG documents, and writes PNG files, line by line.

The library that draws is compiled code, which a server process does not load: an error in it must
not end the server, and a slow picture must not delay anybody.
"""

import sys
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import msgspec

from byzanz.pages.location import FOLDER

FONTS = ("text", "bold", "numerals", "display")


class Drawing(msgspec.Struct, frozen=True):
    """A picture to draw."""

    svg: str


class Drawn(msgspec.Struct, frozen=True):
    """The picture; None if the library that draws can't be loaded, or refuses the picture."""

    png: bytes | None
    can_draw: bool = True  # whether the library is there


def load_renderer(drawings: Path = FOLDER) -> Callable[[str], bytes] | None:
    """Return a function that draws; None if the library can't be loaded.

    It knows the fonts of the package alone, and reads no files but those and `drawings`.
    """
    try:
        from resvg_py import svg_to_bytes  # noqa: PLC0415 (it may be missing, see above)
    except ImportError:
        return None
    folder = files("byzanz.pictures") / "fonts"
    fonts = [str(folder / f"{name}.ttf") for name in FONTS]

    def draw(svg: str) -> bytes:
        return bytes(
            svg_to_bytes(
                svg_string=svg,
                skip_system_fonts=True,
                font_files=fonts,
                resources_dir=str(drawings),
            )
        )

    return draw


def answer(renderer: Callable[[str], bytes] | None, drawing: Drawing) -> Drawn:
    """Draw a picture."""
    if renderer is None:
        return Drawn(None, can_draw=False)
    try:
        return Drawn(renderer(drawing.svg))
    except ValueError:  # an error in the document
        return Drawn(None)


def main() -> None:
    """Draw pictures until standard input ends."""
    renderer = load_renderer()
    decoder = msgspec.json.Decoder(Drawing)
    for line in sys.stdin.buffer:
        drawn = answer(renderer, decoder.decode(line))
        sys.stdout.buffer.write(msgspec.json.encode(drawn) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
