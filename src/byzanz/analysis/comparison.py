"""Moves compared on the same tables: what comes of each, as far as its seat could know."""

from typing import TYPE_CHECKING, Any

from byzanz.bots.chances import judge
from byzanz.bots.sample import sample_table
from byzanz.bots.search import KNOWN, SAMPLED, TRIED
from byzanz.bots.solid import solid_action
from byzanz.dialect import compiles
from byzanz.dice import seed_dice
from byzanz.fast.batch import Numbers
from byzanz.fast.compiler import entry_point
from byzanz.rules.actions import NO_ACTION, apply
from byzanz.rules.table import CLOSE, OVER, Table

if TYPE_CHECKING:
    from byzanz.bots.desk import Desk
    from byzanz.bots.mind import Mind

SHARE, PROFIT = 0, 1


@compiles
def play_rounds_after(
    table: Table, seat: int, action: int, mind: "Mind", desk: "Desk", rounds: int
) -> None:
    """Do an action of any seat, unless it is none, and let solid play on for so many rounds."""
    end = table.round + rounds
    if action != NO_ACTION:
        apply(table, seat, action)
    while table.phase == CLOSE or (table.phase != OVER and table.round < end):
        apply(table, table.turn, solid_action(table, table.turn, mind, desk))


@entry_point
def compare_actions(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    rows: Any,
    hiddens: Any,
    minds: Any,
    desks: Any,
    seat: int,
    actions: Numbers,
    rounds: int,
    seed: int,
    stream: int,
    results: Numbers,
) -> None:
    """Try all actions of a seat on as many sampled tables as there are results."""
    desk = desks[0]
    seed_dice(desk.dice, seed, stream)
    for index in range(len(results)):
        rows[SAMPLED] = rows[KNOWN]
        sample_table(rows[SAMPLED], hiddens[0], desk.dice, desk.out)
        for place in range(len(actions)):
            rows[TRIED] = rows[SAMPLED]
            play_rounds_after(rows[TRIED], seat, actions[place], minds[0], desk, rounds)
            judge(rows[TRIED], minds[0], desk.profits, desk.shares)
            results[index, place, SHARE] = desk.shares[seat]
            results[index, place, PROFIT] = desk.profits[seat]
