"""A program receives every move and event once, in order, and nothing it may not know."""

import json

import msgspec
import pytest

import byzanz
from byzanz import Game
from byzanz.game.moves import Move
from byzanz.programs import session as session_module
from byzanz.programs.entrant import Entrant
from byzanz.programs.messages import Answer, Bye, Greeting, write
from byzanz.programs.session import ProgramSession
from tests.programs.stage import play_game
from tests.secrecy.test_secrecy import pairs

CORRECT_PROGRAM = "greet(name='  my \\x1b[31m bot, the best of all bots  ')\nplay()"


def plain(value: object) -> object:
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize("players", [3, 6])
def test_a_program_gets_every_message_of_a_game(stage, players):
    with Entrant(stage.bot_id(CORRECT_PROGRAM), seconds=30.0) as entrant:
        game = play_game(entrant, players=players)
        assert entrant.name == "my [31m bot, the best o…"
    assert entrant.failures == []
    hello, begin, *decisions, end, bye = [json.loads(line) for line in stage.lines()]
    assert hello == {
        "type": "hello", "protocol": 1, "game": "byzanz", "version": byzanz.__version__,
        "seconds": 30.0,
    }  # fmt: skip
    assert begin == {
        "type": "begin", "seat": 1, "players": players, "names": list(game.names),
        "hand": list(Game(game.names, game.deck).view(1).own.hand),
    }  # fmt: skip
    assert bye == {"type": "bye"}
    move_count = 0
    for number, decision in enumerate(decisions, start=1):
        move_count += len(decision["moves"])
        earlier = game.at(move_count)
        assert earlier.turn == 1
        assert (decision["type"], decision["request"]) == ("decide", number)
        assert decision["view"] == plain(earlier.view(1))
        assert decision["options"] == plain(earlier.options(1))
    received = [*decisions, end]
    moves = [move for message in received for move in message["moves"]]
    assert moves == [f"{seat} {move}" for seat, move in game.moves]
    events = [event for message in received for event in message["events"]]
    assert events == plain(game.events_for(1))
    assert (end["type"], end["scores"]) == ("end", list(game.scores))
    assert end["winners"] == list(game.winners)


def test_one_process_plays_several_games(stage):
    with Entrant(stage.bot_id(CORRECT_PROGRAM), seconds=30.0) as entrant:
        games = [play_game(entrant, seat=seat, players=3 + seat, seed=seat) for seat in range(3)]
    assert entrant.failures == []
    assert len(stage.processes()) == 1
    messages = [json.loads(line) for line in stage.lines()]
    assert [m["seat"] for m in messages if m["type"] == "begin"] == [0, 1, 2]
    assert [m["request"] for m in messages if m["type"] == "decide"].count(1) == 3
    assert [m["scores"] for m in messages if m["type"] == "end"] == [list(g.scores) for g in games]


def test_built_in_bots_are_entrants_too():
    with Entrant("solid") as entrant:
        first, second = play_game(entrant, seed=5), play_game(entrant, seed=5)
    assert first.moves == second.moves
    assert entrant.name == entrant.bot_id == "solid"
    assert entrant.failures == []


class CountingBot:
    """A bot that counts ten play-outs per decision."""

    def __init__(self, bot_id: str, seed: int) -> None:
        self.playouts = 0

    def choose(self, view, options):
        self.playouts += 10
        return next(move for _, move in self.game.legal(view.seat))


def test_playouts_are_summed_over_games(monkeypatch):
    monkeypatch.setattr("byzanz.programs.entrant.make_bot", CountingBot)
    entrant = Entrant("solid")
    assert entrant.playouts == 0
    decision_count = 0
    for seed in (1, 2):
        CountingBot.game = game = Game.new(3, seed=seed)
        entrant.begin(game, 0, seed)
        for _ in range(2):
            entrant.choose(game)
            decision_count += 1
            assert entrant.playouts == 10 * decision_count


class ScriptedPipe:
    """Replaces the pipe of a program; answers with the moves in `answers`."""

    answers: list[Move]

    def __init__(self, command):
        self.sent: list[bytes] = []
        self.lines = [msgspec.json.encode(Greeting(1))]
        self.lines += [msgspec.json.encode(Answer(str(move))) for move in self.answers]

    def send(self, line, deadline):
        self.sent.append(line)

    def receive(self, deadline):
        return self.lines.pop(0)

    def stop(self, *, grace):
        pass


def sent_lines(game: Game, viewer: int) -> list[bytes]:
    """Return all lines that a program in the viewer's seat has been sent so far in a game."""
    replay = Game(game.names, game.deck)
    asked = []
    for seat, move in game.moves:
        if seat == viewer == replay.turn:
            asked.append(move)
        replay.play(seat, move)
    ScriptedPipe.answers = asked
    program = ProgramSession(["nothing"], seconds=1.0, greeting_seconds=1.0)
    replay = Game(game.names, game.deck)
    program.begin(replay, viewer)
    for seat, move in game.moves:
        if seat == viewer == replay.turn:
            assert program.decide(replay) == move
        replay.play(seat, move)
    if replay.is_over:
        program.end(replay)
    return program._pipe.sent


def count_differences(count: int) -> int:
    """Count the pairs of worlds that a seat cannot distinguish but a program in that seat can."""
    seated = [pair for pair in pairs(count, seed=3) if pair[2] is not None]
    assert len(seated) > count / 2
    return sum(
        sent_lines(first, seat) != sent_lines(second, seat) for first, second, seat in seated
    )


def test_programs_receive_no_hidden_information(monkeypatch):
    monkeypatch.setattr(session_module, "ProcessPipe", ScriptedPipe)
    assert count_differences(60) == 0


def test_a_planted_leak_makes_worlds_distinguishable(monkeypatch):
    monkeypatch.setattr(session_module, "ProcessPipe", ScriptedPipe)
    monkeypatch.setattr("byzanz.game.game.seen_by", lambda event, seat: event)
    assert count_differences(20) > 0


def test_the_games_of_these_tests_contain_sales_out_of_turn():
    game = play_game(Entrant("solid"), players=4)
    replay = Game(game.names, game.deck)
    off_turn = 0
    for seat, move in game.moves:
        off_turn += seat != replay.turn
        replay.play(seat, move)
    assert off_turn > 0


def test_a_message_is_one_line():
    assert write(Bye()) == b'{"type":"bye"}\n'
