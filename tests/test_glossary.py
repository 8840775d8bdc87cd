"""docs/glossary.md uses the words of the pages and of the code."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "byzanz"
GAME, CODE = (ROOT / "docs" / "glossary.md").read_text().split("## The code")


def table_rows(text: str, width: int) -> list[list[str]]:
    """The cells of each row with `width` cells, without headings."""
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return [row for row in rows if len(row) == width and row[0] != "word"]


def texts_of(language: str) -> str:
    """All texts of the pages in a language."""
    files = sorted((SOURCE / "words" / language).glob("*.json"))
    assert files
    return "\n".join(text for file in files for text in json.loads(file.read_text()).values())


@pytest.mark.parametrize(("column", "language"), [(0, "en"), (2, "de"), (3, "it"), (4, "nl")])
def test_the_words_of_the_game_are_those_of_the_pages(column, language):
    texts = texts_of(language).lower()
    rows = table_rows(GAME, 5)
    assert len(rows) > 30
    for row in rows:
        for word in row[column].split(", "):
            assert re.search(rf"\b{re.escape(word.lower())}", texts), f"{language}: {word}"


def test_the_words_of_the_code_are_where_the_page_says():
    rows = table_rows(CODE, 3)
    assert len(rows) > 40
    for word, _, places in rows:
        spelled = re.sub(r"\W+", r"[ _-]?", word.strip("`"))  # "card list", card_list, CardList
        for place in places.split(", "):
            path = SOURCE / place.strip("`")
            files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
            text = place + "".join(file.read_text() for file in files)
            assert re.search(spelled, text, re.IGNORECASE), f"{word}: {place}"
