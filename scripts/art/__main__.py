"""Writes all drawings to web/public, and the templates of pictures into the package.

With a folder as its argument, it writes the drawings there, and the templates to `templates` in it.
"""

import sys
from pathlib import Path

from .drawings import all_drawings
from .result_card import all_templates

ROOT = Path(__file__).resolve().parents[2]
PUBLIC = ROOT / "web" / "public"
TEMPLATES = ROOT / "src" / "byzanz" / "pictures" / "templates"


def write_drawings(folder: Path) -> None:
    """Write every drawing to its path below the folder."""
    _write(all_drawings(), folder)


def write_templates(folder: Path) -> None:
    """Write the templates of pictures to the folder."""
    _write(all_templates(), folder)


def _write(files: dict[str, str], folder: Path) -> None:
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    chosen = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    write_drawings(chosen or PUBLIC)
    write_templates(chosen / "templates" if chosen else TEMPLATES)
