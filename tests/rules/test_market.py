"""R4: the market, by example; the ids cite docs/rules.md."""

from byzanz import parse_cards
from byzanz.game.events import (
    LotRevealed,
    MarketCleared,
    RoundBegun,
    StallTaken,
)
from tests.staging import legal_moves, play, position


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
    assert legal_moves(game, 4) == ["take C", "take G", "take W", "take M"]
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
    assert legal_moves(game, 2) == ["take W", "take M"]
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
