"""Moves compared on the same tables: what comes of each, as far as its seat could know."""

from typing import TYPE_CHECKING, Any

from byzanz.bots.chances import judge
from byzanz.bots.sample import sample_table
from byzanz.bots.search import KNOWN, SAMPLED, TRIED
from byzanz.bots.solid import solid_action
from byzanz.bots.stage import stage_of
from byzanz.bots.worth import fan_number, worth
from byzanz.dialect import compiles
from byzanz.dice import seed_dice
from byzanz.fast.batch import Numbers
from byzanz.fast.compiler import entry_point
from byzanz.rules.actions import NO_ACTION, apply
from byzanz.rules.table import BID, CLOSE, OVER, TAKE, Table

if TYPE_CHECKING:
    from byzanz.bots.desk import Desk
    from byzanz.bots.mind import Mind

SHARE, PROFIT = 0, 1
FREE = 2  # 1 where the seat got the running lot for nothing
PICK = 3  # what the seat's stall of this round added to the worth of its hand, in hundredths
PROFITS = 4  # from here on the profit of each seat


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


@compiles
def play_on_from(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    table: Table, seat: int, action: int, mind: "Mind", desk: "Desk", rounds: int, result: Numbers
) -> None:
    """Do an action of a seat, or let solid begin, and let solid play on for so many rounds.

    Writes whether the running lot came free, and what the seat's stall of this round was worth.
    """
    start = table.round
    end = start + rounds
    auction = table.auction
    result[FREE] = 0
    result[PICK] = 0
    actor = seat
    if action == NO_ACTION:
        actor = table.turn
        action = solid_action(table, actor, mind, desk)
    is_open = True
    while is_open:
        is_now = table.round == start
        is_bidding = is_now and table.phase == BID and table.auction == auction
        is_without = table.offers[seat] == 0
        is_taking = is_now and table.phase == TAKE and actor == seat
        stage = stage_of(table, 0)
        before = 0
        if is_taking:
            before = worth(mind, stage, fan_number(table.hands[seat]))
        apply(table, actor, action)
        if is_taking:
            result[PICK] = worth(mind, stage, fan_number(table.hands[seat])) - before
        # Who wins with a bid has to give a card first: only a free lot ends the auction at once.
        if is_bidding and is_without and table.auction != auction and table.offers[seat] != 0:
            result[FREE] = 1
        is_open = table.phase == CLOSE or (table.phase != OVER and table.round < end)
        if is_open:
            actor = table.turn
            action = solid_action(table, actor, mind, desk)


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
            result = results[index, place]
            play_on_from(rows[TRIED], seat, actions[place], minds[0], desk, rounds, result)
            judge(rows[TRIED], minds[0], desk.profits, desk.shares)
            result[SHARE] = desk.shares[seat]
            result[PROFIT] = desk.profits[seat]
            for other in range(rows[TRIED].seat_count):
                result[PROFITS + other] = desk.profits[other]
