"""R5: selling, by example; the ids cite docs/rules.md."""

import pytest

from byzanz import parse_cards
from byzanz.game.events import (
    TrioSold,
)
from byzanz.game.refusal import Reason
from tests.staging import play, position, refused, staged


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
def test_a_set_is_sold_and_its_best_card_is_kept(held, sold, kept, profit):
    game = position(f"players 3; phase bid; turn 1; hand 0: {held}; hand 1: C1; lot: O1 O1 O1")
    events = play(game, f"0 sell {sold}")
    assert events == [TrioSold(0, tuple(parse_cards(sold)), parse_cards(kept)[0], profit)]
    assert game.table.profits[0] == profit
    assert game.table.profit_counts[0] == 1
    assert game.table.hand_sizes[0] == len(held.split()) - 3


@pytest.mark.parametrize(
    ("held", "sold", "reason"),
    [
        pytest.param("C2 C2 G4", "C2 C2 G4", Reason.NO_TRIO, id="R5.2 two goods are not a set"),
        pytest.param("C2 G2 M M", "C2 G2 M", Reason.NO_TRIO, id="R5.3 merchants do not mix goods"),
        pytest.param("C2 C2 G4", "C2 C2 C2", Reason.NOT_HELD, id="R5.5 D3 only what is held"),
        pytest.param("C2 C2 M", "C2 M M", Reason.NOT_HELD, id="R5.5 D3 only merchants held"),
    ],
)
def test_other_cards_cannot_be_sold(held, sold, reason):
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
            id="R5.1 off turn, with a bid laid",
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
def test_selling_is_possible_at_any_moment(where):
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
