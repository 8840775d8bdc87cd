"""R6: the hand limit, by example; the ids cite docs/rules.md."""

from byzanz.game.refusal import Reason
from tests.staging import hand, play, position, refused


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
