"""The choices, the advice and the result that a person reads."""

from random import Random

import msgspec
import pytest

from byzanz.bots.explanation import MoveReason, ReasonCode
from byzanz.bots.reasons import reasons_of
from byzanz.cli.play.advice import reason_phrase
from byzanz.cli.play.move_menu import MOST_SALES, choices_of, move_phrase, question_phrase
from byzanz.cli.play.result_text import result_phrases
from byzanz.cli.play.typed_input import read_answer
from byzanz.cli.render.phrases import plain
from byzanz.game.game import Game
from byzanz.game.standings import Standing
from tests.cli.dialogue import printed_dialogue
from tests.staging import play, staged


def decisions(seed: int):
    """All decisions of a random game."""
    dice = Random(seed)
    game = Game.new(3 + seed % 4, seed=seed)
    while game.turn is not None:
        yield game, game.turn
        game.play(*dice.choice(game.legal(game.turn)))


def test_every_reason_has_a_sentence():
    sentences: dict[ReasonCode, set[str]] = {}
    for seed in range(4):
        for game, seat in decisions(seed):
            view = game.view(seat)
            for _, move in game.legal(seat)[:40]:
                for reason in reasons_of(view, move):
                    sentences.setdefault(reason.code, set()).add(plain(reason_phrase(reason)))
    assert set(sentences) == set(ReasonCode)
    assert all("{" not in text and text for texts in sentences.values() for text in texts)
    assert sum(map(len, sentences.values())) == len(set().union(*sentences.values()))


@pytest.mark.parametrize(
    ("code", "facts", "sentence"),
    [
        (ReasonCode.COMPLETES, {"stall": "C", "kept": "C3", "profit": 3},
         "completes a set of cloth; you keep C3 (+3)"),
        (ReasonCode.PAYS_LOOSE, {"count": 1}, "lays 1 card that belongs to no pair or set"),
        (ReasonCode.PAYS_PAIR, {"stall": "W", "count": 1}, "lays one card of a pair of wood"),
        (ReasonCode.PICKS_AT, {"place": 2}, "takes 2nd at the market"),
        (ReasonCode.SELLS, {"stall": "M", "kept": "M", "profit": 5},
         "sells merchants and keeps M (+5)"),
        (ReasonCode.ENDS_SALES, {}, "ends your sales; cards in hand count only in a tie"),
    ],
)  # fmt: skip
def test_the_sentences_of_reasons(code, facts, sentence):
    assert plain(reason_phrase(MoveReason(code, facts))) == sentence


def test_every_choice_can_be_played_and_typed():
    questions = set()
    for seed in range(4):
        for game, seat in decisions(seed):
            view, options = game.view(seat), game.options(seat)
            choices = choices_of(view, options)
            for number, choice in enumerate(choices.all, start=1):
                assert game.may(seat, choice.move)
                assert read_answer(str(number), choices.all) == choice.move
                assert read_answer(plain(move_phrase(choice.move)), ()) == choice.move
                assert plain(choice.phrase).startswith(str(choice.move))
            sales = [choice for choice in choices.shown if str(choice.move).startswith("sell")]
            assert len(sales) == min(MOST_SALES, len(options.sales))
            questions.add(plain(question_phrase(view, options)).split(" ")[0])
    assert questions >= {"No", "Seat", "Give", "Take", "The", "You"}


def test_the_question_names_the_bid_to_beat(capsys, monkeypatch):
    game = staged(3, hands="C1 C2 G4 W1 | S2 S3 V1 V1 | O1 O2 M M")
    play(game, "0 bid C1", "1 bid S3", "2 pass")
    lines = printed_dialogue(game, 0, ["bid w1"], capsys, monkeypatch)
    assert lines[-6:] == [
        "Your turn. Seat 1 bids 3, you 1: bid 4 or more, or pass",
        "1 bid C2 W1 (makes 4)",
        "2 pass (take back C1)",
        "Your move?",
        "a bid of 2 is too low: expected more than 3",
        "Your move?",
    ]
    play(game, "0 bid C2 W1", "1 bid S2 V1 V1")
    lines = printed_dialogue(game, 0, [], capsys, monkeypatch)
    assert "Your turn. Seat 1 bids 7, you 4: bid 8 or more, or pass" in lines


def test_the_question_says_that_a_bid_cannot_be_beaten(capsys, monkeypatch):
    game = staged(3, hands="C1 M M M | S2 S3 V4 V4 | O1 O2 M M")
    play(game, "0 pass", "1 bid V4 V4")
    lines = printed_dialogue(game, 2, [], capsys, monkeypatch)
    assert "Your turn. Seat 1 bids 8, all your cards make 3: pass" in lines


def with_standings(*lines: tuple[int, int, int, int]):
    """The view of seat 0 of a game with these ranks, seats, profits and hands."""
    view = Game.new(["Ada", "Ben", "Cleo"], seed=1).view(0)
    standings = [
        Standing(rank, seat, profit, hand, (), by_tie_break=False)
        for rank, seat, profit, hand in lines
    ]
    return msgspec.structs.replace(view, standings=tuple(standings))


@pytest.mark.parametrize(
    ("lines", "sentences"),
    [
        (((1, 0, 21, 2), (2, 1, 20, 1), (3, 2, 19, 4)), ["You win"]),
        (((1, 1, 21, 2), (2, 0, 21, 1), (3, 2, 19, 4)),
         ["Equal profit of 21: more cards in hand decide (Ben 2 cards and Ada 1 card)",
          "You are 2nd of 3"]),
        (((1, 0, 21, 2), (1, 1, 21, 2), (3, 2, 19, 4)),
         ["Equal profit of 21: more cards in hand decide (Ada 2 cards and Ben 2 cards)",
          "You share the victory"]),
    ],
    ids=["alone", "R7.3 tie", "R7.4 shared"],
)  # fmt: skip
def test_the_result_explains_ties(lines, sentences):
    assert [plain(phrase) for phrase in result_phrases(with_standings(*lines))] == sentences
