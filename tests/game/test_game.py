"""Games: set-up, copies, refusals, numbered decisions."""

import pickle
from random import Random

import pytest

from byzanz import Bid, Card, Game, Pass, Refused
from byzanz.game.deck import BadDeck, parse_deck
from byzanz.game.events import Dealt, is_public, seen_by
from byzanz.game.moves import Done
from byzanz.game.names import BadName
from byzanz.game.refusal import Reason
from tests.staging import all_cards, play, position, staged


def test_a_game_has_the_deck_of_its_seed_or_the_given_one():
    assert Game.new(4, seed=7).deck == Game.new(4, seed=7).deck
    assert Game.new(4, seed=7).deck != Game.new(4, seed=8).deck
    assert Game.new(4).deck != Game.new(4).deck
    deck = parse_deck(" ".join(all_cards()))
    assert Game.new(["Ada", "Ben", "Cleo"], deck=deck).deck == deck
    assert Game.new(["Ada", "Ben", "Cleo"], seed=1).names == ("Ada", "Ben", "Cleo")


def test_bad_set_ups_say_what_was_expected():
    with pytest.raises(ValueError, match="2 players: expected 3 to 6"):
        Game.new(2)
    with pytest.raises(ValueError, match="one name"):
        Game.new("abc")
    with pytest.raises(ValueError, match="seed 9223372036854775808: expected 0 to"):
        Game.new(3, seed=2**63)
    for name in ("b\nmove 0 pass", " Ben", "", "x" * 25):
        with pytest.raises(BadName):
            Game.new(["Ada", name, "Cleo"])
    with pytest.raises(ValueError, match="at most one"):
        Game.new(3, seed=1, deck=all_cards())
    with pytest.raises(BadDeck, match="3 cards: expected 112"):
        Game.new(3, deck=[Card.C1] * 3)
    with pytest.raises(BadDeck, match="111 of C1: expected 6"):
        Game.new(3, deck=[Card.C1] * 111 + [Card.C2])


def test_a_copy_is_independent():
    game = staged(3, "C1 C2 C3 G1")
    duplicate = game.copy()
    play(duplicate, "0 sell C1 C2 C3", "0 pass", "1 pass")
    assert game.view(0) == staged(3, "C1 C2 C3 G1").view(0)
    assert game.memory(1) != duplicate.memory(1)
    assert (len(game.moves), len(duplicate.moves)) == (0, 3)
    assert len(game.events) < len(duplicate.events)
    assert (game.chronicle.kept[0], duplicate.chronicle.kept[0]) == ((), (Card.C3,))


@pytest.mark.parametrize("seed", range(8))
def test_copies_share_nothing(seed):
    dice = Random(seed)
    game = Game.new(dice.randint(3, 6), seed=seed)
    for _ in range(dice.randrange(150)):
        if not game.is_over:
            game.play(*dice.choice(game.legal()))
    duplicate = game.copy()
    while not duplicate.is_over:
        duplicate.play(*dice.choice(duplicate.legal()))
    again = game.at(len(game.moves))
    viewers = (None, *range(game.seat_count))
    assert [game.view(seat) for seat in viewers] == [again.view(seat) for seat in viewers]
    assert game.events == again.events
    assert game.table == again.table
    assert game.standings() == again.standings()


def test_a_refused_move_changes_nothing():
    game = staged(3)
    before = game.copy()
    for seat, move in ((1, Pass()), (0, Done()), (0, Bid((Card.M,))), (7, Pass())):
        with pytest.raises(Refused):
            game.play(seat, move)
        assert not game.may(seat, move)
    assert game.table == before.table
    assert game.events == before.events
    assert game.may(0, Pass())


def test_refusals_can_be_pickled():
    refusal = Refused(Reason.BID_TOO_LOW, value=3, beat=4)
    again = pickle.loads(pickle.dumps(refusal))
    assert (again.reason, again.facts, str(again)) == (
        refusal.reason, refusal.facts, "a bid of 3 is too low: expected more than 4",
    )  # fmt: skip


def test_refusals_name_facts():
    game = staged(3, "C1 C1 G1 G1")
    with pytest.raises(Refused) as refusal:
        play(game, "0 bid C1 C1 C1")
    assert refusal.value.reason is Reason.NOT_HELD
    assert refusal.value.facts == {"seat": 0, "cards": "C1"}
    assert str(refusal.value) == "seat 0 does not hold C1"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("players 3; phase give; turn 0; lot: C1 C2", "0 give C3", Reason.NOT_IN_LOT),
        ("players 3; phase give; turn 0; lot: C1 C2", "0 bid C3", Reason.WRONG_PHASE),
        ("players 3; phase take; turn 0; auction 3; market: C1", "0 take G", Reason.EMPTY_STALL),
        ("players 3; phase take; turn 0; auction 3; market: C1", "0 done", Reason.WRONG_PHASE),
        ("players 3; phase bid; turn 0; hand 0: C1; lot: C2", "0 take C", Reason.WRONG_PHASE),
        ("players 3; phase bid; turn 0; hand 0: C1; lot: C2", "0 give C2", Reason.WRONG_PHASE),
        (
            "players 3; phase reduce; turn 0; hand 0: C1 C1 C1 C1 G1 G1 G1 G1",
            "0 discard O1",
            Reason.NOT_HELD,
        ),
        (
            "players 3; phase reduce; turn 0; hand 0: C1 C1 C1 C1 G1 G1 G1 G1",
            "1 discard C1",
            Reason.NOT_OVER_LIMIT,
        ),
    ],
)
def test_each_illegal_move_has_its_reason(text, line, reason):
    with pytest.raises(Refused) as refusal:
        play(position(text), line)
    assert refusal.value.reason is reason
    assert str(refusal.value)


def test_every_decision_has_a_number():
    game = staged(4, "C1 C2 C3 G1", "S1 S1 S2 S2 V1")
    assert game.decision == 0
    play(game, "0 sell C1 C2 C3")
    assert game.decision == 0, "a sale answers nothing"
    play(game, "0 pass")
    assert game.decision == 1
    play(game, "1 pass", "2 pass", "3 pass")
    assert game.decision == 4


def test_each_discard_is_a_decision_of_its_own():
    game = position("players 3; phase reduce; turn 0; hand 0: C1 C1 G1 G1 O1 O1 S1 S1 V1")
    play(game, "0 discard C1")
    assert game.decision == 1


def test_done_does_not_make_other_answers_stale():
    game = position(
        "players 3; phase close; turn 0; round 8; hand 0: C1 C1 C1; hand 1: G1 G1 G1;"
        " hand 2: W1; done 0 0 1"
    )
    play(game, "1 done")
    assert game.decision == 0
    play(game, "0 done")
    assert game.decision == 1


def test_first_hands_are_visible_to_their_owners_only():
    game = staged(3, "C1 C2 C3 G1")
    assert game.events_for(0)[0] == Dealt(0, 4, (Card.C1, Card.C2, Card.C3, Card.G1))
    assert game.events_for(1)[0] == Dealt(0, 4, None)
    assert game.events_for(None)[0] == Dealt(0, 4, None)
    assert game.events_for(0, after=1)[0] == Dealt(1, 4, None)


def test_a_public_event_is_the_same_for_every_seat():
    game, dice = Game.new(4, seed=7), Random(7)
    while not game.is_over:
        game.play(*dice.choice(game.legal()))
    for event in game.events:
        forms = {str(seen_by(event, seat)) for seat in (None, *range(4))}
        assert is_public(event) == (len(forms) == 1)
    assert {is_public(event) for event in game.events} == {False, True}
