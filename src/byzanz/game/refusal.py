"""Refusals: the reason why a move is illegal, with facts.

The rules decide whether a move is legal (`list_actions`); this module only finds the reason.
"""

from collections import Counter
from enum import StrEnum
from typing import assert_never

from byzanz.cards import STALL_NUMBER, Card, Cards, cards_in, in_order, total
from byzanz.game.moves import Bid, Discard, Done, Give, Move, Pass, Sell, Take
from byzanz.game.phase import PHASES
from byzanz.rules.auction import highest_bid
from byzanz.rules.limit import excess_count
from byzanz.rules.market import has_stall
from byzanz.rules.table import BID, CLOSE, GIVE, OVER, REDUCE, TAKE, Table


class Reason(StrEnum):
    """Why a move is illegal."""

    NO_SUCH_SEAT = "no_such_seat"
    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"
    NOT_HELD = "not_held"
    MERCHANT_BID = "merchant_bid"
    BID_TOO_LOW = "bid_too_low"
    NOT_IN_LOT = "not_in_lot"
    EMPTY_STALL = "empty_stall"
    NO_TRIO = "no_trio"
    NOT_OVER_LIMIT = "not_over_limit"
    ALREADY_DONE = "already_done"


Fact = int | str


class Refused(Exception):
    """A move is illegal now; the game is unchanged.

    >>> str(Refused(Reason.BID_TOO_LOW, value=3, beat=4))
    'a bid of 3 is too low: expected more than 4'
    """

    def __init__(self, reason: Reason, **facts: Fact) -> None:
        super().__init__(reason, facts)
        self.reason = reason
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:
        return _refused, (self.reason, self.facts)

    def __str__(self) -> str:
        return SENTENCES[self.reason].format_map(self.facts)


def _refused(reason: Reason, facts: dict[str, Fact]) -> Refused:
    return Refused(reason, **facts)


SENTENCES = {
    Reason.NO_SUCH_SEAT: "there is no seat {seat}: expected 0 to {last}",
    Reason.GAME_OVER: "the game is over",
    Reason.NOT_YOUR_TURN: "it is the turn of seat {turn}, not of seat {seat}",
    Reason.WRONG_PHASE: "{word} is not possible now: the game waits for {expected}",
    Reason.NOT_HELD: "seat {seat} does not hold {cards}",
    Reason.MERCHANT_BID: "merchants can't be bid",
    Reason.BID_TOO_LOW: "a bid of {value} is too low: expected more than {beat}",
    Reason.NOT_IN_LOT: "{card} is not in the lot",
    Reason.EMPTY_STALL: "stall {stall} is empty",
    Reason.NO_TRIO: "{cards} is not a set: expected three cards of one good, merchants standing in",
    Reason.NOT_OVER_LIMIT: "seat {seat} is not over the hand limit",
    Reason.ALREADY_DONE: "seat {seat} is done",
}

ANSWERS = {
    BID: "bid or pass",
    GIVE: "give",
    TAKE: "take",
    REDUCE: "discard or sell",
    CLOSE: "sell or done",
}


def why_refused(table: Table, seat: int, move: Move) -> Refused:
    """The reason why a move is illegal; does not check that it is."""
    if table.phase == OVER:
        return Refused(Reason.GAME_OVER)
    match move:
        case Sell(cards):
            return _why_no_sale(table, seat, cards)
        case Done():
            if table.phase == CLOSE:
                return Refused(Reason.ALREADY_DONE, seat=seat)
            return _wrong_phase(table, "done")
        case Discard() if not excess_count(table, seat):
            return Refused(Reason.NOT_OVER_LIMIT, seat=seat)
        case _ if table.phase == CLOSE:
            return _wrong_phase(table, str(move).split()[0])
        case _ if seat != table.turn:
            return Refused(Reason.NOT_YOUR_TURN, seat=seat, turn=table.turn)
        case Discard(card):
            return _not_held(table, seat, (card,))
        case Bid(cards) if table.phase == BID:
            return _why_no_bid(table, seat, cards)
        case Give(card) if table.phase == GIVE:
            return Refused(Reason.NOT_IN_LOT, card=str(card))
        case Take(stall) if table.phase == TAKE and not has_stall(table, STALL_NUMBER[stall]):
            return Refused(Reason.EMPTY_STALL, stall=str(stall))
        case Pass() | Bid() | Give() | Take():
            return _wrong_phase(table, str(move).split()[0])
        case _:
            assert_never(move)


def _wrong_phase(table: Table, verb: str) -> Refused:
    return Refused(
        Reason.WRONG_PHASE,
        word=verb,
        phase=str(PHASES[table.phase]),
        expected=ANSWERS[table.phase],
    )


def _missing(table: Table, seat: int, cards: Cards) -> Cards:
    missing = Counter(cards) - Counter(cards_in(table.hands[seat]))
    return in_order(missing.elements())


def _not_held(table: Table, seat: int, cards: Cards) -> Refused:
    return Refused(Reason.NOT_HELD, seat=seat, cards=" ".join(_missing(table, seat, cards)))


def _why_no_bid(table: Table, seat: int, cards: Cards) -> Refused:
    if Card.M in cards:
        return Refused(Reason.MERCHANT_BID)
    if _missing(table, seat, cards):
        return _not_held(table, seat, cards)
    value = table.bid_values[seat] + total(cards)
    return Refused(Reason.BID_TOO_LOW, value=value, beat=highest_bid(table))


def _why_no_sale(table: Table, seat: int, cards: Cards) -> Refused:
    if table.done[seat]:
        return Refused(Reason.ALREADY_DONE, seat=seat)
    if _missing(table, seat, cards):
        return _not_held(table, seat, cards)
    return Refused(Reason.NO_TRIO, cards=" ".join(cards))
