"""R7: the end, by example; the ids cite docs/rules.md."""

import pytest

from byzanz.game.events import (
    GameEnded,
    MarketCleared,
    SeatDone,
)
from byzanz.game.refusal import Reason
from tests.staging import play, position, refused


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
    assert events[-1] == SeatDone(1, idle=True), "no set left: done automatically"
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
def test_winners_and_places(profits, hands, winners, places):
    hands_text = "".join(f"; hand {seat}: {cards}" for seat, cards in enumerate(hands.split("|")))
    game = position(f"players 3; phase over; round 8; profits {profits}{hands_text}; done 1 1 1")
    assert game.winners == winners
    by_seat = sorted(game.standings(), key=lambda standing: standing.seat)
    assert [standing.place for standing in by_seat] == places


def test_standings_mark_a_tie_break():
    game = position(
        "players 3; phase over; round 8; profits 21 21 19; hand 0: S1 M; hand 1: W2; done 1 1 1"
    )
    assert [standing.by_tie_break for standing in game.standings()] == [True, True, False]
    game = position("players 3; phase over; round 8; profits 21 21 19; done 1 1 1")
    assert [standing.by_tie_break for standing in game.standings()] == [False, False, False]
