"""`byzanz bot` is a program of the protocol that plays as the bot itself does."""

import json
import shlex
import sys

import msgspec
import pytest

from byzanz import Game
from byzanz.bots.roster import UnknownBot, make_bot
from byzanz.programs.bot_program import BeginRead, BotProgram, game_seed
from byzanz.programs.entrant import Entrant
from byzanz.programs.failure import ProgramFailed
from byzanz.programs.messages import Begin, Bye, Decide, End, Hello, write
from tests.cli.calling import call, refused
from tests.programs.stage import play_game

GREETING = {"type": "hello", "protocol": 1, "name": "the bot"}
HELLO = write(Hello(1, "byzanz", "9.9", 5.0))


def answers(bot_id: str, *lines: bytes, seed: int = 0) -> list[dict]:
    """What a bot answers to these lines."""
    heard: list[bytes] = []
    BotProgram(bot_id, "the bot", seed).play(lines, heard.append)
    assert all(line.endswith(b"\n") for line in heard)
    return [json.loads(line) for line in heard]


def begin(game: Game, seat: int) -> bytes:
    hand = game.view(seat).own.hand
    return write(Begin(seat, game.seat_count, game.names, hand))


def decide(game: Game, request: int = 1) -> bytes:
    seat = game.turn
    return write(Decide(request, game.view(seat), game.options(seat), (), ()))


def test_a_program_plays_the_same_game_as_the_bot():
    bot_id = "exec:" + shlex.join([sys.executable, "-m", "byzanz", "bot", "solid"])
    with Entrant(bot_id, seconds=30.0, greeting_seconds=60.0) as program, Entrant("solid") as bot:
        games = [play_game(entrant, seat=2, players=4, seed=5) for entrant in (program, bot)]
        assert program.failures == []
        assert program.name.startswith("solid ")
    assert games[0].moves == games[1].moves


def test_answers_have_the_number_of_the_request():
    game = Game.new(3, seed=2)
    found = answers("greedy", HELLO, begin(game, game.turn), decide(game, 7), write(Bye()))
    move = make_bot("greedy").choose(game.view(game.turn), game.options(game.turn))
    assert found == [GREETING, {"move": str(move), "request": 7}]


def test_nothing_is_answered_after_bye_and_between_games():
    game = Game.new(3, seed=2)
    end = write(End((1, 2, 3), (2,), (), ()))
    assert answers("solid", begin(game, 0), end, write(Bye()), HELLO) == []


def test_fields_and_events_of_later_versions_are_ignored():
    game = Game.new(3, seed=2)
    message = json.loads(decide(game))
    message["events"] = [{"type": "lamp_lit", "seat": 1}]
    message["view"]["weather"] = "fine"
    message["mood"] = {"of": "all"}
    later = json.dumps(message).encode()
    first = begin(game, game.turn)
    assert answers("solid", first, later) == answers("solid", first, decide(game))


def test_the_dice_follow_from_the_seed_and_the_game():
    facts = msgspec.json.decode(begin(Game.new(3, seed=2), 0), type=BeginRead)
    other = msgspec.json.decode(begin(Game.new(3, seed=3), 0), type=BeginRead)
    seeds = {game_seed(0, facts), game_seed(1, facts), game_seed(0, other)}
    assert len(seeds) == 3
    assert game_seed(0, facts) == game_seed(0, facts)


def test_the_same_game_gets_the_same_answers_and_another_seed_others():
    def moves(seed: int) -> list[dict]:
        found = []
        for number in range(30):
            game = Game.new(3, seed=number)
            lines = (begin(game, game.turn), decide(game))
            found += answers("beginner", *lines, seed=seed)
        return found

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


@pytest.mark.parametrize(
    "line", [b"no JSON", b'{"type": "dance"}', b'{"type": "decide", "request": 1}']
)
def test_a_bad_line_is_a_failure(line):
    with pytest.raises(ProgramFailed):
        answers("solid", line)


def test_a_request_before_any_game_is_a_failure():
    with pytest.raises(ProgramFailed) as caught:
        answers("solid", decide(Game.new(3, seed=2)))
    assert "before any game" in caught.value.detail


def test_programs_and_unknown_bots_are_refused():
    for bot_id in ("exec:./mybot", "clever"):
        with pytest.raises(UnknownBot):
            BotProgram(bot_id, "the bot")
    assert refused(2, "bot", "clever").startswith("byzanz: invalid value for 'BOT'")


def test_a_search_that_is_not_compiled_is_refused_with_the_command_that_compiles(monkeypatch):
    monkeypatch.setattr("byzanz.fast.cache.is_compiled", lambda units: False)
    sentence = refused(1, "bot", "expert:250")
    assert "'byzanz bot expert:250 --prepare'" in sentence


def test_the_command_answers_and_says_what_was_wrong():
    result = call("bot", "solid", text=HELLO)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["type"] == "hello"
    result = call("bot", "solid", text=b"what?\n")
    assert result.exit_code == 1
    assert "expected a line of the bot protocol" in result.stderr
    assert call("bot", "solid", "--prepare").stdout == ""
