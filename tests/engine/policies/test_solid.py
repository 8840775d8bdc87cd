"""Solid bids if the lot is worth more than its price and more than the best stall."""

import pytest

from byzanz.engine.evaluation.tuned import tuned_evaluation
from byzanz.engine.policies.solid import solid_action
from byzanz.engine.scratch import Scratch
from byzanz.game.codec import move_of
from tests.staging import position

LAST_ROUND = (
    "players 4; round 5; phase bid; turn 0; opener 1; auction 2; offers 0 0 4 5; leader 1;"
    " hand 0: {hand}; bid 0: {laid}; bid 1: {highest}; lot: {lot}; market: {market}"
)
"""The last auction with bidding of the game: only sets that can still be sold have a value."""

TWO_CLOTHS = "C1 C4 G1 O2 S2 W1"


def solid_move(
    hand: str, lot: str, *, highest: str = "V1", laid: str = "", market: str = ""
) -> str:
    """Return solid's move as text; `highest` is the bid to beat, `laid` solid's own bid."""
    text = LAST_ROUND.format(hand=hand, lot=lot, highest=highest, laid=laid, market=market)
    table = position(text).table
    action = solid_action(table, 0, tuned_evaluation(4), Scratch())
    return str(move_of(action, table.hands[0]))


def test_a_lot_that_completes_a_set_gets_a_bid():
    assert solid_move(TWO_CLOTHS, "C2 C3 V2") == "bid O2"


def test_a_lot_that_completes_no_set_gets_no_bid():
    assert solid_move(TWO_CLOTHS, "V2 V3 W3") == "pass"


@pytest.mark.parametrize(
    ("highest", "move"),
    [
        pytest.param("V1", "bid O2", id="1"),
        pytest.param("V3", "bid O2 S2", id="3"),
        pytest.param("V4", "pass", id="4"),
        pytest.param("V3 V2", "pass", id="5"),
    ],
)
def test_a_bid_is_never_above_the_profit_of_the_set(highest, move):
    """The lot completes a set for 4 points, and the cards to pay with have little value."""
    assert solid_move(TWO_CLOTHS, "C2 C3 V2", highest=highest) == move


def test_a_lot_gets_no_bid_if_a_stall_completes_the_same_set():
    """A seat that passes gets a later lot, and an earlier turn in the market."""
    assert solid_move(TWO_CLOTHS, "C2 C3 V2", market="C1") == "pass"
    assert solid_move(TWO_CLOTHS, "C2 C3 V2", market="G1") == "bid O2"


def test_a_bid_keeps_the_cards_of_a_set():
    """C1 and C1 would be enough too, and they have less value than O3."""
    assert solid_move("C1 C1 C4 O3", "G1 G2 G4") == "bid O3"


def test_cards_that_are_already_laid_count():
    assert solid_move("C1 C4 G1 S2 W1", "C2 C3 V2", laid="O2", highest="V3") == "bid S2"


def test_a_seat_that_cannot_pay_passes():
    assert solid_move("M M C1", "M G1 W1", highest="V1") == "pass"
    assert solid_move("M M C2", "M G1 W1", highest="V1") == "bid C2"
