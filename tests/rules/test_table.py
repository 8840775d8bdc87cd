"""Copies of a table are equal and independent."""

import pytest

from byzanz.dice import seeded_deck
from byzanz.rules.flow import deal
from byzanz.rules.table import Table, copy_table


@pytest.mark.parametrize("players", [3, 6])
def test_a_copy_is_equal_and_nothing_of_it_is_shared(players):
    tables = [Table(), Table()]
    deal(tables[0], seeded_deck(5, players), players)
    assert tables[1] != tables[0]
    copy_table(tables, 0, 1)
    assert tables[1] == tables[0]
    tables[1].hands[0][0] += 1
    tables[1].deck[0] += 1
    again = Table()
    deal(again, seeded_deck(5, players), players)
    assert tables[0] == again
