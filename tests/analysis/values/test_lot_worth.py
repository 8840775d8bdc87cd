"""Lots have a worth for each bidder and a fair price."""

from byzanz.analysis.findings import MILLIONTHS
from byzanz.analysis.kernels.decision_buffers import DecisionBuffers
from byzanz.analysis.report.builder import fair_price
from byzanz.analysis.values.lot_worth import break_even, lot_worth
from byzanz.game.phase import Phase
from tests.analysis.games import all_findings, finished


def test_a_lot_breaks_even_where_its_gain_turns_into_a_loss():
    assert break_even([(1, 2.0), (3, 1.0), (5, -1.0)]) == 4 * MILLIONTHS
    assert break_even([(2, -0.1), (3, 5.0)]) == 0
    assert break_even([(1, 0.5), (2, 0.0)]) == 2 * MILLIONTHS


def test_the_fair_price_is_that_of_the_last_rival():
    assert fair_price([3, None, 7, 5]) == 5
    assert fair_price([None, 4]) == 0


def test_lots_have_a_worth_for_seats_that_may_bid():
    game = finished(4, 2)
    lots = [found for found in all_findings(4, 2) if found.lot is not None]
    assert len(lots) == 3 * 6  # in each of six rounds, three of four lots are auctioned
    for found in lots:
        table = game.at(found.number).table
        for seat, worth in enumerate(found.lot.worths):
            assert (worth is None) == (table.offers[seat] > 0)
            assert worth is None or 0 <= worth <= 28 * MILLIONTHS


def test_a_lot_has_no_worth_outside_an_auction():
    game = finished(4, 2)
    taking = next(game.at(number) for number in range(99) if game.at(number).phase is Phase.TAKE)
    assert lot_worth(taking, DecisionBuffers(4, 1), 10) is None
