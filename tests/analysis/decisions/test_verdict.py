"""Verdicts find blunders in every phase, and never use what the seat could not know."""

from random import Random

import msgspec
import pytest

from byzanz import Game
from byzanz.analysis.decisions.verdict import DecisionJudge
from byzanz.analysis.findings import Grade, Verdict
from byzanz.analysis.game_analysis import GameAnalysis
from byzanz.analysis.kernels.decision_buffers import DecisionBuffers
from byzanz.analysis.values.lot_worth import lot_worth
from byzanz.bots.roster import make_bot
from byzanz.game.moves import Move, Sell, parse_move
from byzanz.game.phase import Phase
from tests.analysis.games import LOW_EFFORT, finished
from tests.engine.positions import all_positions
from tests.secrecy.worlds import other_world

encode = msgspec.json.Encoder().encode


def position(seed: int, moves: int) -> Game:
    return finished(4, seed).at(moves)


def verdict(game: Game, seat: int, move: Move, samples: int = 400) -> Verdict | None:
    return DecisionJudge(DecisionBuffers(game.seat_count, 1), 2000, samples).verdict(
        game, seat, move
    )


BLUNDERS = [
    (Phase.BID, 1, 20, 1, "bid G1 G2 O2 S3 W4"),
    (Phase.BID, 1, 70, 3, "pass"),
    (Phase.BID, 2, 54, 3, "sell V1 M M"),
    (Phase.GIVE, 1, 31, 1, "give G4"),
    (Phase.TAKE, 1, 62, 1, "take G"),
    (Phase.REDUCE, 1, 32, 1, "discard M"),
    (Phase.CLOSE, 1, 137, 1, "done"),
]
"""The phase, the seed of a game of solid bots, the number of moves played, a seat, its bad move."""


@pytest.mark.parametrize(
    ("phase", "seed", "moves", "seat", "move_text"), BLUNDERS, ids=[line[4] for line in BLUNDERS]
)
def test_a_known_blunder_is_found(phase, seed, moves, seat, move_text):
    found = verdict(position(seed, moves), seat, parse_move(move_text))
    assert found is not None
    assert found.phase == phase
    assert found.grade is Grade.BLUNDER
    assert str(found.alternatives[found.played].move) == move_text
    assert found.alternatives[0].move != found.alternatives[found.played].move


@pytest.mark.parametrize(
    ("seed", "moves", "seat"), [line[1:4] for line in BLUNDERS], ids=[line[4] for line in BLUNDERS]
)
def test_the_expert_makes_no_mistake_in_these_positions(seed, moves, seat):
    game = position(seed, moves)
    assert game.turn == seat
    move = make_bot("expert", 5).choose(game.view(seat), game.options(seat))
    found = verdict(game, seat, move)
    assert found is None or found.grade in (Grade.BEST, Grade.FINE)


def test_every_phase_has_a_known_blunder():
    assert {line[0] for line in BLUNDERS} == set(Phase) - {Phase.OVER}


def answers(game: Game) -> bytes:
    """Encode the verdicts on two moves of the seat on turn, and the worth of the lot to it."""
    assert game.turn is not None
    seat = game.turn
    buffers = DecisionBuffers(game.seat_count, 1)
    judge = DecisionJudge(buffers, LOW_EFFORT.search, LOW_EFFORT.samples)
    moves = [move for _, move in game.legal(seat)]
    verdicts = [judge.verdict(game, seat, move) for move in (moves[0], moves[-1])]
    worth = lot_worth(game, buffers, LOW_EFFORT.lot_samples)
    return encode((verdicts, None if worth is None else worth.worths[seat]))


@pytest.mark.slow
def test_indistinguishable_worlds_get_the_same_verdicts():
    random, pairs = Random(1), 0
    for game in all_positions(2):
        other = other_world(game, game.turn, random)
        if other is not None and other.deck != game.deck:
            assert answers(game) == answers(other)
            pairs += 1
    assert pairs >= 30


def test_verdicts_of_a_judge_that_sees_hidden_cards_differ(monkeypatch):
    def answers_with_true_table(game: Game) -> bytes:
        with monkeypatch.context() as patch:
            patch.setattr(
                "byzanz.analysis.kernels.decision_buffers.known_table",
                lambda view: game.table.copy(),
            )
            return answers(game)

    random = Random(1)
    pairs = ((game, other_world(game, game.turn, random)) for game in all_positions(2))
    assert any(
        other is not None and answers_with_true_table(game) != answers_with_true_table(other)
        for game, other in pairs
    )


def test_a_move_without_alternative_is_not_judged():
    game = next(game for game in all_positions(4) if len(game.legal(game.turn)) == 1)
    (seat, move), *_ = game.legal(game.turn)
    assert verdict(game, seat, move, 10) is None


def sale_while_another_reduces() -> tuple[Game, int]:
    """Return a finished game and the number of moves before a sale while another seat reduces."""
    dice = Random(1)
    while True:
        game, numbers = Game.new(3, seed=dice.randrange(1000)), []
        while game.turn is not None:
            seat, move = dice.choice(game.legal())
            if game.phase is Phase.REDUCE and game.turn != seat and isinstance(move, Sell):
                numbers.append(len(game.moves))
            game.play(seat, move)
        if numbers:
            return game, numbers[0]


def test_a_sale_while_another_seat_reduces_is_compared_with_selling_nothing():
    game, number = sale_while_another_reduces()
    before, (seat, move) = game.at(number), game.moves[number]
    found = verdict(before, seat, move, samples=50)
    assert None in [each.move for each in found.alternatives]
    assert all(each.move is None or before.may(seat, each.move) for each in found.alternatives)
    assert GameAnalysis(game, LOW_EFFORT).findings(number + 1).verdict is not None


def test_at_the_market_all_stalls_are_compared():
    game = next(game for game in all_positions(4) if game.phase is Phase.TAKE)
    assert game.turn is not None
    takes = [move for _, move in game.legal(game.turn) if str(move).startswith("take")]
    found = verdict(game, game.turn, takes[0], 10)
    if len(takes) > 1:
        assert found is not None
        assert {each.move for each in found.alternatives} == set(takes)


def test_findings_are_the_same_in_any_order_and_for_the_same_seed():
    game = finished(3, 1)
    numbers = (0, 5, 40)
    forth, back = GameAnalysis(game, LOW_EFFORT), GameAnalysis(game, LOW_EFFORT)
    found = [forth.findings(number) for number in numbers]
    assert encode(found) == encode([back.findings(number) for number in reversed(numbers)][::-1])
    other = GameAnalysis(game, msgspec.structs.replace(LOW_EFFORT, seed=2))
    assert encode(found) != encode([other.findings(number) for number in numbers])
