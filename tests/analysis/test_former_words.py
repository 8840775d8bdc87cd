"""The words of an analysis, and those that we no longer use."""

import json
import re
from pathlib import Path

import pytest

from byzanz.analysis import speech

ROOT = Path(__file__).parents[2]
FORMER = json.loads((ROOT / "web" / "tests" / "formerWords.json").read_text())
FOLDER = Path(speech.__file__).parent / "words"


@pytest.mark.parametrize("language", FORMER)
def test_no_word_that_we_no_longer_use(language):
    former = re.compile(rf"(?<!\w)({'|'.join(FORMER[language])})(?!\w)", re.IGNORECASE)
    lines = (FOLDER / f"{language}.toml").read_text().splitlines()
    said = [line.partition("=")[2] for line in lines if not line.startswith("#")]
    assert [text for text in said if former.search(text)] == []
