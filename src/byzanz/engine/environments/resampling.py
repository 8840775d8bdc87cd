"""The compiled entry point that samples many full tables from the view of a seat."""

from typing import Any

from byzanz.cards import COPIES, KINDS, NO_CARD
from byzanz.dice import seed_dice
from byzanz.engine.search.belief import HiddenCards
from byzanz.engine.search.sampling import sample_table
from byzanz.fast.compiler import entry_point
from byzanz.fast.row import Rows
from byzanz.rules.table import Table


@entry_point
def resample_rows(known: Rows, hiddens: Any, scratches: Any, rows: Rows, seed: int) -> int:
    """Fill rows with sampled tables; return how many, less than all if there is no deal."""
    scratch = scratches[0]
    seed_dice(scratch.dice, seed, 0)
    for index in range(len(rows)):
        rows[index] = known[0]
        if not sample_table(rows[index], hiddens[0], scratch.dice, scratch.actions):
            return index
    return len(rows)


def fill_box(table: Table, hidden: HiddenCards) -> None:
    """Put all cards into the box that are nowhere else in a known table; kept cards are among them.

    A view doesn't say which of the cards that have left the game are kept as profit.
    """
    for kind in range(KINDS):
        table.box[kind] = COPIES[kind] - table.market[kind]
    lists = (*table.hands, *table.bids, table.lot, hidden.unseen[: hidden.unseen_count])
    for card_list in lists:
        for kind in card_list:
            if kind != NO_CARD:
                table.box[kind] -= 1
