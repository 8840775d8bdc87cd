"""Cards and moves: parsed from, and written as, the text of the record format."""

import pytest

from byzanz import Bid, Card, Discard, Done, Give, Pass, Sell, Stall, Take, parse_card, parse_move
from byzanz.cards import BadCard
from byzanz.game.codec import NO_ACTION, action_of
from byzanz.game.moves import BadMove


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("pass", Pass()),
        ("bid W1 C2", Bid((Card.C2, Card.W1))),
        ("give M", Give(Card.M)),
        ("take M", Take(Stall.M)),
        ("sell M V2 V1", Sell((Card.V1, Card.V2, Card.M))),
        ("discard O3", Discard(Card.O3)),
        ("done", Done()),
    ],
)
def test_moves_are_parsed_and_written(text, move):
    assert parse_move(text) == move
    assert parse_move(str(move)) == move
    assert parse_move("  " + text.replace(" ", "   ") + " ") == move
    assert hash(parse_move(text)) == hash(move)


def test_moves_are_written_in_canonical_order():
    assert str(parse_move("bid M W1 C2 C1")) == "bid C1 C2 W1 M"


def test_moves_are_frozen():
    with pytest.raises(AttributeError):
        parse_move("give M").card = Card.C1


@pytest.mark.parametrize("text", ["", "bid", "sell C1", "sell C1 C1 C1 C1", "fly", "give C1 C1"])
def test_errors_say_what_was_expected(text):
    with pytest.raises(BadMove) as error:
        parse_move(text)
    assert str(error.value)


def test_card_codes_are_parsed_strictly():
    assert parse_card("W4") is Card.W4
    assert (Card.W4.face_value, Card.W4.stall, Card.M.face_value) == (4, Stall.W, 0)
    for code in ("w4", "M0", "C5", "", "C"):
        with pytest.raises(BadCard):
            parse_card(code)


@pytest.mark.parametrize(
    ("move", "hand"),
    [
        (Bid((Card.C1, Card.C1)), [0, 25]),
        (Bid((Card.M,)), [24, 25]),
        (Bid((Card.W4,)), [*([0] * 8), 23, 25]),
        (Sell((Card.C1, Card.G1, Card.M)), [0, 4, 24, 25]),
    ],
)
def test_impossible_moves_have_no_action(move, hand):
    assert action_of(move, hand) == NO_ACTION
