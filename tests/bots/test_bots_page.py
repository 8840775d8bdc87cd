"""docs/bots.md agrees with the code."""

import doctest
import re
from pathlib import Path

from byzanz.bots.explanation import Candidate, Explanation, ReasonCode
from byzanz.bots.roster import MOST_PLAYOUTS, ROSTER, SEARCHES, BotProfile
from tests.bots.test_reasons import EXAMPLES

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
TEXT = PAGE.read_text()


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the table whose first column has this heading."""
    lines = TEXT[TEXT.index(f"| {heading} |") :].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_examples_run():
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 8
    assert result.failed == 0


def search_cells(bot: BotProfile) -> list[str]:
    search = SEARCHES.get(bot.bot_id)
    return ["", ""] if search is None else [str(search.playouts), str(search.rounds)]


def test_the_five_bots_are_on_the_page():
    expected = [[f"`{bot.bot_id}`", bot.name, bot.character, *search_cells(bot)] for bot in ROSTER]
    assert rows("id") == expected
    assert f"from 1 to {MOST_PLAYOUTS}" in TEXT


def test_every_reason_is_on_the_page_with_its_facts():
    facts = {code: list(given) for example in EXAMPLES for code, given in example.values[1]}
    assert set(facts) == {str(code) for code in ReasonCode}
    page = {code.strip("`"): re.findall(r"`(\w+)`", named) for code, named, _ in rows("code")}
    assert page == facts


def test_every_field_of_an_explanation_is_on_the_page():
    for field in (*Candidate.__struct_fields__, *Explanation.__struct_fields__):
        assert f"`{field}`" in TEXT
