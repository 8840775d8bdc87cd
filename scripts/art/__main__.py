"""Writes all drawings to web/public, or to the folder that is named."""

import sys
from pathlib import Path

from .drawings import all_drawings

PUBLIC = Path(__file__).resolve().parents[2] / "web" / "public"


def write_drawings(folder: Path) -> None:
    """Write every drawing to its path below the folder."""
    for path, text in all_drawings().items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_drawings(Path(sys.argv[1]) if len(sys.argv) > 1 else PUBLIC)
