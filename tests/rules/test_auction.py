"""R3: the auction, by example; the ids cite docs/rules.md."""

import pytest

from byzanz import parse_cards
from byzanz.cards import cards_in
from byzanz.game.events import (
    AuctionWon,
    CardGiven,
    LotGranted,
    LotRevealed,
    Passed,
    TrioSold,
)
from byzanz.game.refusal import Reason
from tests.staging import hand, legal_moves, market, play, position, refused, staged


def test_r3_6_example_of_the_sheets():
    game = staged(4, "C1 S2 V1 G1", "C2 G1 G3 O3 W1")
    play(game, "0 bid C1 S2 V1", "1 pass", "2 pass")
    won = play(game, "3 pass")
    assert won == [Passed(3, ()), AuctionWon(0, 5, tuple(parse_cards("C1 S2 V1")), 4)]
    given = play(game, "0 give W1")
    assert given[0] == CardGiven(0, 5, parse_cards("W1")[0], tuple(parse_cards("C2 G1 G3 O3")))
    assert market(game) == "C1 S2 V1 W1"
    assert hand(game, 0) == "C2 G1 G1 G3 O3"
    assert game.table.offers[0] == 5


def test_r3_3_raise_example():
    game = staged(3, "C1 G2 O1 W1 | S1 S2 V1 W3 | G1 O2 W2 M", "C2 G1 O1 S3 V4 M")
    play(game, "0 bid C1 G2")
    assert refused(game, "1 bid W3").reason is Reason.BID_TOO_LOW
    play(game, "1 bid V1 W3", "2 pass")
    assert refused(game, "0 bid W1").facts == {"value": 4, "beat": 4}
    play(game, "0 bid O1 W1")
    assert refused(game, "1 bid S1").facts == {"value": 5, "beat": 5}
    play(game, "1 bid S2")
    assert legal_moves(game, 0) == ["pass"]
    play(game, "0 pass")
    assert hand(game, 0) == "C1 G2 O1 W1"
    play(game, "1 give G1")
    assert hand(game, 1) == "C2 O1 S1 S3 V4 M"
    assert market(game) == "G1 S2 V1 W3"
    assert game.turn == 2


def test_r3_2_first_bid_is_at_least_one_and_merchants_cannot_be_bid():
    game = staged(3, "M M C1 C1")
    assert legal_moves(game, 0) == ["pass", "bid C1", "bid C1 C1", "sell C1 C1 M", "sell C1 M M"]
    assert refused(game, "0 bid C1 M").reason is Reason.MERCHANT_BID
    assert refused(game, "0 bid M").reason is Reason.MERCHANT_BID


def test_r3_4_without_goods_one_can_only_pass():
    game = position(
        "players 3; phase bid; turn 1; leader 0; bid 0: C1; hand 1: M M; lot: G1 G1 G1 G1 G1 G2"
    )
    assert legal_moves(game, 1) == ["pass"]


def test_r3_4_a_seat_that_passed_is_out_of_this_auction_only():
    game = staged(4, lots="C1 C1 C2 G1 G1 | O1 O1 S1 S1")
    play(game, "0 pass", "1 bid " + str(cards_in(game.table.hands[1])[0]), "2 pass", "3 pass")
    assert game.turn == 1
    play(game, "1 give C1")
    assert game.turn == 2
    play(game, "2 pass", "3 pass")
    assert game.turn == 0, "seat 0 passed in the auction before, and bids again"


def test_r3_5_d1_the_last_player_still_chooses():
    game = staged(4)
    play(game, "0 pass", "1 pass", "2 pass")
    assert game.turn == 3
    assert "pass" in legal_moves(game, 3)
    assert any(move.startswith("bid") for move in legal_moves(game, 3))


def test_r3_5_the_last_player_wins_with_any_bid():
    game = staged(4, " | | | C1 G1 G2 W4")
    events = play(game, "0 pass", "1 pass", "2 pass", "3 bid C1")
    assert events[-1] == AuctionWon(3, 5, tuple(parse_cards("C1")), 1)
    assert (game.phase, game.turn) == ("give", 3)


def test_r3_7_everyone_passes_example():
    game = staged(4, "G1 G1 S4 W3", "C1 C1 G2 O1 M")
    events = play(game, "0 pass", "1 pass", "2 pass", "3 pass")
    assert events[-1] == LotGranted(0, 5, tuple(parse_cards("C1 C1 G2 O1 M")))
    assert market(game) == ""
    assert (game.phase, game.turn) == ("reduce", 0)
    events = play(game, "0 sell G1 G1 G2")
    assert events[0] == TrioSold(0, tuple(parse_cards("G1 G1 G2")), parse_cards("G2")[0], 2)
    assert hand(game, 0) == "C1 C1 O1 S4 W3 M"
    assert (game.phase, game.turn) == ("bid", 1)


@pytest.mark.parametrize(
    ("players", "offers", "expected"),
    [
        pytest.param(3, "6 4 0", ["give V1", "give M"], id="R3.8 three players give one of two"),
        pytest.param(4, "5 4 3 0", ["give V1", "give M"], id="R3.8 four players give one of two"),
    ],
)
def test_in_the_last_auction_one_of_two_cards_is_given(players, offers, expected):
    last = players - 1
    game = position(
        f"players {players}; phase give; turn {last}; opener {last}; auction {last};"
        f" offers {offers}; hand {last}: W1 W2; lot: V1 M; market: C1 C1 G1"
    )
    assert legal_moves(game, last) == expected
    assert refused(game, f"{last} pass").reason is Reason.WRONG_PHASE
    play(game, f"{last} give V1")
    assert hand(game, last) == "W1 W2 M"
    assert market(game) == "C1 C1 G1 V1"
    assert (game.phase, game.turn) == ("take", last)
    assert game.table.offers[last] == 2


@pytest.mark.parametrize(
    ("players", "offers"),
    [
        pytest.param(5, "5 4 3 0 0", id="R3.8 five players have nothing to choose"),
        pytest.param(6, "6 5 4 3 0 0", id="R3.8 six players have nothing to choose"),
    ],
)
def test_in_the_last_auction_a_single_card_goes_to_the_market(players, offers):
    giver, last = players - 2, players - 1
    game = position(
        f"players {players}; phase give; turn {giver}; opener {giver}; auction {players - 2};"
        f" offers {offers}; hand {giver}: W1; hand {last}: W2 W2; lot: C1 C2; market: G1 G2 S1 V1 M"
    )
    events = play(game, f"{giver} give C1")
    revealed, given = events[1], events[2]
    assert isinstance(revealed, LotRevealed)
    assert given == CardGiven(last, 1, revealed.cards[0], ())
    assert hand(game, last) == "W2 W2"
    assert (game.phase, game.turn) == ("take", last), "the lowest offer card takes first"


def test_r3_9_next_opener_is_left_of_the_winner_without_offer_card():
    game = position(
        "players 4; phase give; turn 1; opener 1; auction 1; offers 0 0 5 0;"
        " hand 1: C1; lot: G1 G1 O1 O1"
    )
    play(game, "1 give G1")
    assert game.turn == 3, "seat 2 has an offer card"
