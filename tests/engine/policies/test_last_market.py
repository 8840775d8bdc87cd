"""The last market is played for the win share, not only for profit."""

import pytest

from byzanz.cards import parse_cards
from byzanz.engine.evaluation.tuned import tuned_evaluation
from byzanz.engine.policies.last_market import last_stall
from byzanz.engine.policies.solid import solid_action
from byzanz.engine.scratch import Scratch
from byzanz.rules.actions import TAKE_ACTIONS
from byzanz.rules.card_list import gain_card
from byzanz.rules.numbers import ROUNDS
from byzanz.rules.table import TAKE, Table

CLOTH, GRAIN, WINE, MERCHANTS = 0, 1, 4, 6


def last_market(hands, profits, market, *, rounds_left=0):
    """Return a table in a market: seat 2 has taken, seat 0 is on turn, seat 1 comes last."""
    table = Table()
    table.seat_count = 3
    table.phase = TAKE
    table.round = ROUNDS[3] - 1 - rounds_left
    table.auction = 3
    table.takes = 1
    table.turn = 0
    table.offers[:3] = [4, 6, 2]
    table.profits[:3] = profits
    for seat, hand in enumerate(hands):
        for card in parse_cards(hand):
            gain_card(table, seat, card.kind)
    for card in parse_cards(market):
        table.market[card.kind] += 1
    return table


def stall_of(table):
    return last_stall(table, 0, tuned_evaluation(3), Scratch())


def test_a_stall_that_would_let_a_rival_win_is_taken():
    table = last_market(["G1 O1", "C1 C1", ""], [10, 8, 5], "C4 V1 V1")
    assert stall_of(table) == CLOTH


def test_a_rival_who_cannot_win_is_ignored():
    table = last_market(["G1 G1", "C1 C1", ""], [10, 0, 9], "C4 G2 V1")
    assert stall_of(table) == GRAIN


def test_of_two_winning_stalls_the_one_with_more_profit_is_taken():
    table = last_market(["G1 G1 V1 V1", "", ""], [10, 0, 0], "G2 V4")
    assert stall_of(table) == WINE


def test_the_more_dangerous_stall_is_denied():
    """Seat 1 can overtake only with the wine."""
    table = last_market(["O1 O2", "C1 C1 V1 V1", ""], [10, 7, 5], "C1 V4")
    assert stall_of(table) == WINE


@pytest.mark.parametrize("rounds_left", [0, 3])
def test_solid_denies_stalls_in_the_last_round_only(rounds_left):
    table = last_market(["G1 O1", "C1 C1", ""], [10, 8, 5], "C4 M M", rounds_left=rounds_left)
    taken = solid_action(table, 0, tuned_evaluation(3), Scratch()) - TAKE_ACTIONS
    assert taken == (MERCHANTS if rounds_left else CLOTH)
