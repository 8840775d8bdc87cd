"""The sentences of an analysis use no word that was replaced in the game's vocabulary."""

import json
import re
from pathlib import Path

import pytest

from byzanz.analysis.text import catalogue

ROOT = Path(__file__).parents[3]
FORMER = json.loads((ROOT / "web" / "tests" / "formerWords.json").read_text())
FOLDER = Path(catalogue.__file__).parent / "words"


@pytest.mark.parametrize("language", FORMER)
def test_no_sentence_uses_a_former_word(language):
    former = re.compile(rf"(?<!\w)({'|'.join(FORMER[language])})(?!\w)", re.IGNORECASE)
    lines = (FOLDER / f"{language}.toml").read_text().splitlines()
    sentences = [line.partition("=")[2] for line in lines if not line.startswith("#")]
    assert [text for text in sentences if former.search(text)] == []
