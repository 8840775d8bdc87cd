"""Every rule by example; the ids cite docs/rules.md."""

import pytest

from byzanz import Refused, parse_cards, parse_move
from byzanz.cards import cards_in, cards_of
from byzanz.game.events import (
    AuctionWon,
    CardGiven,
    GameEnded,
    LotGranted,
    LotRevealed,
    MarketCleared,
    Passed,
    RoundBegun,
    SeatDone,
    StallTaken,
    TrioSold,
)
from byzanz.game.refusal import Reason
from tests.staging import play, position, staged


def hand(game, seat):
    return " ".join(cards_in(game.table.hands[seat]))


def market(game):
    return " ".join(cards_of(game.table.market))


def legal_words(game, seat):
    return [str(move) for _, move in game.legal(seat)]


def refused(game, line):
    seat, _, words = line.partition(" ")
    with pytest.raises(Refused) as refusal:
        game.play(int(seat), parse_move(words))
    return refusal.value


# --- R3: the auction -----------------------------------------------------------------------------


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
    assert legal_words(game, 0) == ["pass"]
    play(game, "0 pass")
    assert hand(game, 0) == "C1 G2 O1 W1"
    play(game, "1 give G1")
    assert hand(game, 1) == "C2 O1 S1 S3 V4 M"
    assert market(game) == "G1 S2 V1 W3"
    assert game.turn == 2


def test_r3_2_first_bid_is_at_least_one_and_merchants_cannot_be_bid():
    game = staged(3, "M M C1 C1")
    assert legal_words(game, 0) == ["pass", "bid C1", "bid C1 C1", "sell C1 C1 M", "sell C1 M M"]
    assert refused(game, "0 bid C1 M").reason is Reason.MERCHANT_BID
    assert refused(game, "0 bid M").reason is Reason.MERCHANT_BID


def test_r3_4_without_goods_one_can_only_pass():
    game = position(
        "players 3; phase bid; turn 1; leader 0; bid 0: C1; hand 1: M M; lot: G1 G1 G1 G1 G1 G2"
    )
    assert legal_words(game, 1) == ["pass"]


def test_r3_4_who_passed_is_out_of_this_auction_only():
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
    assert "pass" in legal_words(game, 3)
    assert any(word.startswith("bid") for word in legal_words(game, 3))


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
def test_last_auction_with_two_cards(players, offers, expected):
    last = players - 1
    game = position(
        f"players {players}; phase give; turn {last}; opener {last}; auction {last};"
        f" offers {offers}; hand {last}: W1 W2; lot: V1 M; market: C1 C1 G1"
    )
    assert legal_words(game, last) == expected
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
def test_last_auction_with_one_card(players, offers):
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


# --- R4: the market ------------------------------------------------------------------------------


def test_r4_1_offer_cards_take_in_rising_order():
    game = position(
        "players 6; phase take; turn 5; auction 6; offers 4 6 2 5 3 1; market: C1 G1 O1 S1 V1 W1 M"
    )
    order = []
    for stall in "CGOSVW":
        order.append(game.turn)
        play(game, f"{game.turn} take {stall}")
    assert order == [5, 2, 4, 0, 3, 1]
    assert (game.phase, game.turn) == ("bid", 5)


def test_r4_short_market_example():
    game = position(
        "players 5; phase take; turn 4; auction 5; offers 5 4 3 2 1; round 0;"
        " hand 0: S1; hand 1: S1; hand 2: S1; hand 3: S1; hand 4: S1;"
        " market: C1 C2 G1 G2 G3 W1 W2 M M"
    )
    assert legal_words(game, 4) == ["take C", "take G", "take W", "take M"]
    events = play(game, "4 take G")
    assert events == [StallTaken(4, "G", tuple(parse_cards("G1 G2 G3")))]
    play(game, "3 take M", "2 take C")
    events = play(game, "1 take W")
    assert [type(event) for event in events] == [StallTaken, MarketCleared, RoundBegun, LotRevealed]
    assert game.table.hand_sizes[0] == 1, "R4.3 nothing is left for the highest offer card"
    assert (game.phase, game.turn) == ("bid", 4), "R4.5 the lowest offer card opens"


def test_r4_2_d2_taking_is_not_optional_with_seven_cards():
    game = position(
        "players 3; phase take; turn 2; auction 3; offers 6 4 2;"
        " hand 2: C1 C2 G1 G2 O1 O2 S1; market: M M W1"
    )
    assert legal_words(game, 2) == ["take W", "take M"]
    play(game, "2 take M")
    assert (game.phase, game.turn) == ("reduce", 2)


def test_r4_4_the_rest_goes_to_the_box():
    game = position(
        "players 3; phase take; turn 0; takes 2; auction 3; offers 6 4 2; round 1;"
        " hand 0: C1; market: G1 G1 W1 M"
    )
    before = game.table.box[:]
    events = play(game, "0 take G")
    assert events[1] == MarketCleared(tuple(parse_cards("W1 M")))
    assert sum(game.table.box) == sum(before) + 2
    assert game.table.offers == [0] * 6
    assert events[2] == RoundBegun(3, 2)


# --- R5: selling ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "sold", "kept", "profit"),
    [
        pytest.param("W1 W3 W3", "W1 W3 W3", "W3", 3, id="R5.2 highest card is kept"),
        pytest.param("V1 V4 M", "V1 V4 M", "V4", 4, id="R5.3 a merchant stands in"),
        pytest.param("S3 M M", "S3 M M", "S3", 3, id="R5.3 two merchants stand in"),
        pytest.param("M M M", "M M M", "M", 5, id="R5.4 three merchants"),
        pytest.param("C1 C1 C4 C4", "C1 C1 C4", "C4", 4, id="R5.6 D4 4-1-1 rather than 4-4-1"),
        pytest.param("G1 G2 G2 M", "G1 G2 M", "G2", 2, id="R5.6 D4 a merchant although not needed"),
        pytest.param("G1 G2 G2 M M M", "M M M", "M", 5, id="R5.4 three merchants beside goods"),
    ],
)
def test_sale(held, sold, kept, profit):
    game = position(f"players 3; phase bid; turn 1; hand 0: {held}; hand 1: C1; lot: O1 O1 O1")
    events = play(game, f"0 sell {sold}")
    assert events == [TrioSold(0, tuple(parse_cards(sold)), parse_cards(kept)[0], profit)]
    assert game.table.profits[0] == profit
    assert game.table.profit_counts[0] == 1
    assert game.table.hand_sizes[0] == len(held.split()) - 3


@pytest.mark.parametrize(
    ("held", "sold", "reason"),
    [
        pytest.param("C2 C2 G4", "C2 C2 G4", Reason.NO_TRIO, id="R5.2 two goods are no set"),
        pytest.param("C2 G2 M M", "C2 G2 M", Reason.NO_TRIO, id="R5.3 merchants do not mix goods"),
        pytest.param("C2 C2 G4", "C2 C2 C2", Reason.NOT_HELD, id="R5.5 D3 only what is held"),
        pytest.param("C2 C2 M", "C2 M M", Reason.NOT_HELD, id="R5.5 D3 only merchants held"),
    ],
)
def test_no_sale(held, sold, reason):
    game = position(f"players 3; phase bid; turn 1; hand 0: {held}; hand 1: C1; lot: O1 O1 O1")
    assert refused(game, f"0 sell {sold}").reason is reason


def test_r5_5_d3_laid_cards_cannot_be_sold():
    game = staged(3, "C1 C1 C2 G1")
    play(game, "0 bid C2")
    assert refused(game, "0 sell C1 C1 C2").reason is Reason.NOT_HELD


def test_r5_5_d3_lot_cards_cannot_be_sold_before_they_are_taken():
    game = position(
        "players 3; phase give; turn 0; opener 0; hand 0: C1 C1; lot: C2 C2 G1 G1 O1 O1"
    )
    assert refused(game, "0 sell C1 C1 C2").reason is Reason.NOT_HELD


@pytest.mark.parametrize(
    "where",
    [
        pytest.param(
            "phase bid; turn 1; opener 0; leader 0; bid 0: C1; lot: O1 O1 O1 O2 O2 O2",
            id="R5.1 with a bid lying, off turn",
        ),
        pytest.param(
            "phase bid; turn 2; opener 1; leader 1; bid 1: C1; passed 1; lot: O1 O1 O1 O2 O2 O2",
            id="R5.1 after passing",
        ),
        pytest.param(
            "phase bid; turn 1; opener 1; auction 1; offers 6; lot: O1 O1 O1 O2",
            id="R5.1 after winning",
        ),
        pytest.param(
            "phase give; turn 0; opener 0; lot: O1 O1 O1 O2 O2 O2",
            id="R5.1 between winning and giving",
        ),
        pytest.param(
            "phase give; turn 1; opener 1; lot: O1 O1 O1 O2 O2 O2", id="R5.1 while another gives"
        ),
        pytest.param(
            "phase reduce; turn 1; auction 1; offers 0 6; hand 1: S1 S1 S2 S2 V1 V1 V2 V2",
            id="R5.1 D5 while another is over the limit",
        ),
        pytest.param(
            "phase take; turn 2; auction 3; offers 6 4 2; market: G1 G1 C1",
            id="R5.1 during the market",
        ),
        pytest.param(
            "phase close; turn 0; round 8; hand 1: G1 G1 G1; done 0 0 1", id="R7.1 closing"
        ),
    ],
)
def test_selling_at_any_moment(where):
    game = position(f"players 3; hand 0: W1 W2 W2 W3 W4 M; {where}")
    before = game.table.copy()
    decision = game.decision
    play(game, "0 sell W1 W4 M")
    assert (game.table.phase, game.table.turn) == (before.phase, before.turn), (
        "R5.7 no turn changes"
    )
    assert (game.table.bids, game.table.leader) == (before.bids, before.leader), (
        "R5.7 no bid either"
    )
    assert game.table.market == before.market
    assert game.decision == decision
    assert game.table.profits[0] == 4


# --- R6: the hand limit --------------------------------------------------------------------------


def over_the_limit():
    game = position(
        "players 4; phase bid; turn 1; opener 1; auction 1; offers 5; lot: C4 G2 O1 V1;"
        " hand 0: S1; hand 1: C1 C3 G1 O2 S1 V2 W1; hand 2: S1; hand 3: W1 W1 W1"
    )
    play(game, "1 bid G1", "2 pass", "3 pass", "1 give G2")
    return game


def test_r6_1_example_over_the_limit_after_winning():
    game = over_the_limit()
    assert hand(game, 1) == "C1 C3 C4 O1 O2 S1 V1 V2 W1"
    assert game.table.offers[1] == 4, "R6.2 D5 the offer card is taken together with the lot"
    assert (game.phase, game.turn) == ("reduce", 1)


def test_r6_1_selling_meets_the_limit():
    game = over_the_limit()
    play(game, "1 sell C1 C3 C4")
    assert (game.phase, game.turn) == ("bid", 2)


def test_r6_3_discarding_one_at_a_time():
    game = over_the_limit()
    play(game, "1 discard W1")
    assert (game.phase, game.turn) == ("reduce", 1)
    play(game, "1 discard S1")
    assert (game.phase, game.turn) == ("bid", 2)
    assert refused(game, "1 discard V1").reason is Reason.NOT_OVER_LIMIT


def test_r6_2_d5_the_game_waits_but_others_may_sell():
    game = over_the_limit()
    assert refused(game, "2 bid S1").reason is Reason.NOT_YOUR_TURN
    play(game, "3 sell W1 W1 W1")
    assert (game.phase, game.turn) == ("reduce", 1)


def test_r6_4_d10_merchants_count_and_laid_cards_do_not():
    game = position(
        "players 3; phase take; turn 2; auction 3; offers 6 4 2; hand 2: C1 G1 O1 S1 V1 W1;"
        " market: M M"
    )
    play(game, "2 take M")
    assert (game.phase, game.turn) == ("reduce", 2)
    game = position(
        "players 3; phase bid; turn 1; opener 0; leader 0; bid 0: S2 S2; hand 0: C1 G1 O1 S1 V1;"
        " hand 1: W1; lot: O1 O1 O1 O2 O2 O2"
    )
    play(game, "1 pass")
    assert (game.phase, game.turn) == ("bid", 2)


def test_r6_1_the_largest_hand():
    game = position(
        "players 3; phase take; turn 2; auction 3; offers 6 4 2; hand 2: C1 C2 G1 G2 O1 O2 S1;"
        " market: W1 " + "M " * 16
    )
    play(game, "2 take M")
    assert game.table.hand_sizes[2] == 23
    assert len(hand(game, 2).split()) == 23
    play(game, *["2 sell M M M"] * 5)
    assert (game.phase, game.table.hand_sizes[2]) == ("reduce", 8)
    play(game, "2 sell C1 C2 M")
    assert (game.phase, game.table.hand_sizes[2]) == ("take", 5)


def test_r6_5_d11_the_limit_holds_after_the_last_market():
    game = position(
        "players 3; phase take; turn 0; takes 2; auction 3; offers 6 4 2; round 7;"
        " hand 0: C1 C2 G1 G2 O1 O2 S1; hand 1: W1; hand 2: W2; market: V1 V2"
    )
    play(game, "0 take V")
    assert (game.phase, game.turn) == ("reduce", 0)
    play(game, "0 discard C1")
    play(game, "0 discard G1")
    assert game.is_over
    assert game.table.hand_sizes[0] == 7


# --- R7: the end ---------------------------------------------------------------------------------


def test_r7_1_d7_closing_sales_have_no_order_and_done_is_final():
    game = position(
        "players 4; phase close; turn 0; round 6; hand 0: C1 C1 C1; hand 1: G1 G1 G1 G1 G2 G2;"
        " hand 2: V1 V1 V1; hand 3: W1; done 0 0 0 1"
    )
    play(game, "2 done")
    assert refused(game, "2 sell V1 V1 V1").reason is Reason.ALREADY_DONE
    assert refused(game, "2 done").reason is Reason.ALREADY_DONE
    assert refused(game, "3 done").reason is Reason.ALREADY_DONE
    assert refused(game, "1 pass").reason is Reason.WRONG_PHASE
    play(game, "1 sell G1 G1 G1")
    events = play(game, "1 sell G1 G2 G2")
    assert events[-1] == SeatDone(1, idle=True), "no set left: done without a word"
    assert game.turn == 0
    events = play(game, "0 done")
    assert events == [SeatDone(0, idle=False), GameEnded((0, 3, 0, 0), (1,))]
    assert game.is_over
    assert game.turn is None
    assert refused(game, "0 sell C1 C1 C1").reason is Reason.GAME_OVER


def test_r7_1_seats_without_a_set_are_done_when_the_closing_begins():
    game = position(
        "players 3; phase take; turn 0; takes 2; auction 3; offers 6 4 2; round 7;"
        " hand 0: C1; hand 1: G1 G1 G1; hand 2: M M; market: V1"
    )
    events = play(game, "0 take V")
    assert events[1:] == [MarketCleared(()), SeatDone(0, idle=True), SeatDone(2, idle=True)]
    assert (game.phase, game.turn) == ("close", 1)


@pytest.mark.parametrize(
    ("profits", "hands", "winners", "places"),
    [
        pytest.param("21 21 19", "S1 M | W2 | C1 C1", (0,), [1, 2, 3], id="R7.3 D8 merchants"),
        pytest.param("21 21 19", "S1 M | G1 W2 | C1", (0, 1), [1, 1, 3], id="R7.4 D9 shared"),
        pytest.param("19 21 21", "S1 M | W2 | C1 C1", (2,), [3, 2, 1], id="R7.3 more cards left"),
        pytest.param("9 30 12", "S1 M | | C1 C1", (1,), [3, 1, 2], id="R7.2 most profit"),
        pytest.param("7 7 7", "| |", (0, 1, 2), [1, 1, 1], id="R7.4 all share"),
    ],
)
def test_result(profits, hands, winners, places):
    laid = "".join(f"; hand {seat}: {cards}" for seat, cards in enumerate(hands.split("|")))
    game = position(f"players 3; phase over; round 8; profits {profits}{laid}; done 1 1 1")
    assert game.winners == winners
    by_seat = sorted(game.standings(), key=lambda standing: standing.seat)
    assert [standing.place for standing in by_seat] == places


def test_standings_tell_a_tie_break():
    game = position(
        "players 3; phase over; round 8; profits 21 21 19; hand 0: S1 M; hand 1: W2; done 1 1 1"
    )
    assert [standing.by_tie_break for standing in game.standings()] == [True, True, False]
    game = position("players 3; phase over; round 8; profits 21 21 19; done 1 1 1")
    assert [standing.by_tie_break for standing in game.standings()] == [False, False, False]
