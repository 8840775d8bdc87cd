"""Draws docs/images/show.svg: a position as `byzanz show` draws it."""

import re
from io import StringIO
from pathlib import Path

from rich.console import Console

from byzanz import Game
from byzanz.cli.render.position_drawing import draw, scene_of
from byzanz.game.record import parse_record, replay

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "tests" / "conformance" / "data" / "games" / "4p-00-plain.byz"
PICTURE = ROOT / "docs" / "images" / "show.svg"
NAMES = ("Zoe", "Leo", "Irene", "Basil")
MOVES = 34  # the moves before the position
SEAT = 0  # the seat that sees it


def position() -> Game:
    """A recorded game with other names for its players, stopped in the middle of an auction."""
    record = parse_record(RECORD.read_text())
    return replay(record._replace(names=NAMES)).at(MOVES)


def picture() -> str:
    """The position as SVG, without the font that Rich would load from the web."""
    console = Console(record=True, width=84, file=StringIO(), force_terminal=True, highlight=False)
    for line in draw(scene_of(position(), SEAT, f"move {MOVES}"), 84, 26):
        console.print(line, no_wrap=True, crop=True)
    svg = console.export_svg(title="byzanz show", unique_id="byzanz")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    svg = svg.replace("<!-- Generated with Rich https://www.textualize.io -->", "")
    return "\n".join(line.rstrip() for line in svg.splitlines() if line.strip()) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8", newline="\n")
