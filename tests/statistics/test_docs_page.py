"""docs/statistics.md has the sentences, titles and table heads of the current generator."""

import re
from pathlib import Path

import pytest

from byzanz.game.record import parse_record, replay
from byzanz.statistics.game_facts import facts_of
from byzanz.statistics.page import LEAST_DECKS, Run, write_page

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "conformance" / "data" / "games"
DEPENDS_ON_NUMBERS = re.compile(
    r"With [#, and]+ players the mean price |No interval |The intervals? of seats? |This never "
)
"""The beginnings of sentences that the generator writes only for some results."""


def parts_of(page: str) -> set[str]:
    """Return the sentences, titles and table heads of a page; numbers are replaced with `#`."""
    text, _, _ = page.partition("## How to reproduce")
    text = re.sub(r"`[a-z]+(:\d+)?`", "`bot`", text)
    text = re.sub(r"[-+]?\d+([.,]\d+)*", "#", text).replace("(too few decks)", "(# to #)")
    blocks = [block for block in text.split("\n\n") if block.strip()]
    paragraphs = [" ".join(block.split()) for block in blocks if block[0] != "|"]
    heads = [block.splitlines()[0] for block in blocks if block[0] == "|"]
    names = [line.split("|")[1] for line in text.splitlines() if line.startswith("| ")]
    sentences = [part for block in paragraphs for part in re.split(r"(?<=\.) ", block)]
    return {*sentences, *heads, *names}


@pytest.fixture
def generated(tmp_path) -> str:
    """Write a page about a few recorded games and return its text."""
    games = {
        players: [
            facts_of(replay(parse_record(path.read_text())))
            for path in sorted(RECORDS.glob(f"{players}p-*.byz"))[:2]
        ]
        for players in (3, 4, 5, 6)
    }
    bots = {"expert": games, "solid": games, "greedy": games}
    write_page(tmp_path, Run(bots, LEAST_DECKS, seed=1, command=""))
    return (tmp_path / "statistics.md").read_text()


def test_the_page_has_every_fixed_sentence_of_the_generator(generated):
    missing = parts_of(generated) - parts_of((ROOT / "docs" / "statistics.md").read_text())
    assert [part for part in missing if not DEPENDS_ON_NUMBERS.match(part)] == []


def test_most_sentences_do_not_depend_on_the_numbers(generated):
    fixed = [part for part in parts_of(generated) if not DEPENDS_ON_NUMBERS.match(part)]
    assert len(fixed) > 120
