"""An auction settled at every price, on tables as a seat may think them."""

from typing import TYPE_CHECKING, Any

from byzanz.analysis.comparison import PROFIT, SHARE, play_rounds_after
from byzanz.bots.chances import judge
from byzanz.bots.payment import COSTS, MASKS, MOST_TOTAL, NEVER, list_payments
from byzanz.bots.sample import sample_table
from byzanz.bots.search import KNOWN, SAMPLED, TRIED
from byzanz.bots.solid import best_gift, solid_bid
from byzanz.bots.worth import CARD_STEP, fan_number
from byzanz.dialect import compiles
from byzanz.dice import seed_dice
from byzanz.fast.batch import Numbers
from byzanz.fast.compiler import entry_point
from byzanz.rules.actions import NO_ACTION, PASS_ACTION, apply
from byzanz.rules.table import BID, Table

if TYPE_CHECKING:
    from byzanz.bots.desk import Desk
    from byzanz.bots.mind import Mind

WITHOUT = 0  # the place of passing; that of winning the lot is its price


@compiles
def settle_auction(table: Table, seat: int, mask: int, mind: "Mind", desk: "Desk") -> None:
    """Let a seat win the running auction with these cards of its hand; or with none: pass."""
    auction = table.auction
    while table.phase == BID and table.auction == auction:
        action = PASS_ACTION
        if table.turn == seat:
            action = mask
        elif mask == PASS_ACTION:
            action = solid_bid(table, table.turn, mind, desk.out)
        apply(table, table.turn, action)


@entry_point
def weigh_lot(  # noqa: PLR0913, PLR0917 - a kernel takes its arrays one by one
    rows: Any,
    hiddens: Any,
    minds: Any,
    desks: Any,
    seat: int,
    rounds: int,
    seed: int,
    stream: int,
    masks: Numbers,
    results: Numbers,
) -> None:
    """Go without the lot, and win it at every price that a seat can pay, on sampled tables.

    A price is a place among the masks of the cards to pay with, 0 where it can't be paid, and among
    the results.
    """
    desk = desks[0]
    known = rows[KNOWN]
    whole = fan_number(known.hands[seat]) + fan_number(known.lot)
    gift = CARD_STEP[best_gift(known, whole, minds[0], desk.out)]
    reach = list_payments(known, seat, minds[0], whole - gift, MOST_TOTAL, desk.out)
    for total in range(1, reach + 1):
        if desk.out[COSTS + total] < NEVER:
            masks[total] = desk.out[MASKS + total]
    seed_dice(desk.dice, seed, stream)
    for index in range(len(results)):
        rows[SAMPLED] = rows[KNOWN]
        sample_table(rows[SAMPLED], hiddens[0], desk.dice, desk.out)
        for total in range(reach + 1):
            if total == WITHOUT or masks[total]:
                rows[TRIED] = rows[SAMPLED]
                settle_auction(rows[TRIED], seat, masks[total], minds[0], desk)
                play_rounds_after(rows[TRIED], seat, NO_ACTION, minds[0], desk, rounds)
                judge(rows[TRIED], minds[0], desk.profits, desk.shares)
                results[index, total, SHARE] = desk.shares[seat]
                results[index, total, PROFIT] = desk.profits[seat]
