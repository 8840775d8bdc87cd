"""docs/bot-protocol.md is correct: its messages come from a real game, its fields exist."""

import json
import re
import shlex
import sys
import typing
from pathlib import Path

import msgspec
import pytest

from byzanz.game.events import Event
from byzanz.game.moves import Move
from byzanz.game.options import Options
from byzanz.game.view import View
from byzanz.programs import entrant as entrant_module
from byzanz.programs import messages as message_module
from byzanz.programs import process_pipe as pipe_module
from byzanz.programs import session as program_module
from byzanz.programs.entrant import Entrant
from byzanz.programs.failure import FailureType
from byzanz.programs.messages import Answer, Begin, Bye, Decide, End, Greeting, Hello
from byzanz.programs.process_pipe import ProcessPipe
from tests.programs.stage import play_game

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "bot-protocol.md").read_text(encoding="utf-8")
SEED = 60  # a game whose first and last messages are short


class RecordingPipe(ProcessPipe):
    """A pipe that stores every line in both directions."""

    def __init__(self, command):
        super().__init__(command)
        self.heard: list[bytes] = []

    def send(self, line, deadline):
        self.heard.append(line)
        super().send(line, deadline)

    def receive(self, deadline):
        self.heard.append(super().receive(deadline))
        return self.heard[-1]


@pytest.fixture
def conversation(monkeypatch) -> list[bytes]:
    """Return the greetings, begin, the first decision and its answer, end and bye."""
    monkeypatch.setattr(program_module, "ProcessPipe", RecordingPipe)
    bot = ROOT / "examples" / "bots" / "haggler.py"
    bot_id = "exec:" + shlex.join([sys.executable, str(bot)])
    with Entrant(bot_id, greeting_seconds=60.0) as entrant:
        play_game(entrant, seat=1, players=3, seed=SEED)
        heard = entrant._program._pipe.heard
    assert entrant.failures == []
    return [*heard[:5], *heard[-2:]]


def blocks() -> list[str]:
    return re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)


def test_the_messages_of_the_page_are_those_of_a_game(conversation):
    assert [json.loads(block) for block in blocks()] == [json.loads(line) for line in conversation]


def test_the_messages_of_the_page_have_their_types():
    message_types = [Hello, Greeting, Begin, Decide, Answer, End, Bye]
    for struct_type, block in zip(message_types, blocks(), strict=True):
        message = msgspec.json.decode(block, type=struct_type)
        assert json.loads(msgspec.json.encode(message)) == json.loads(block)


def structs_in(struct_type: object) -> set[type]:
    """Return a struct and all structs inside it."""
    if isinstance(struct_type, type) and issubclass(struct_type, msgspec.Struct):
        inner = [structs_in(inner) for inner in typing.get_type_hints(struct_type).values()]
        return {struct_type}.union(*inner)
    return set().union(*[structs_in(argument) for argument in typing.get_args(struct_type)])


@pytest.mark.parametrize(
    "struct_type", sorted(structs_in(View | Options | Event), key=lambda k: k.__name__)
)
def test_every_field_is_on_the_page(struct_type):
    tag = struct_type.__struct_config__.tag
    assert tag is None or f"`{tag}`" in PAGE
    for field in msgspec.structs.fields(struct_type):
        assert re.search(rf"[`.]{field.name}(\[\])?[`.]", PAGE), (
            f"{struct_type.__name__}.{field.name}"
        )


def test_every_move_and_failure_is_on_the_page():
    for struct_type in typing.get_args(Move):
        assert re.search(rf"^\| `{struct_type.__struct_config__.tag}[` ]", PAGE, re.MULTILINE)
    rows = re.findall(r"^\| `([a-z]+)` \|", PAGE.partition("## Failures")[2], re.MULTILINE)
    assert rows == [str(failure_type) for failure_type in FailureType]


def test_the_limits_on_the_page_are_those_of_the_code():
    assert f"version {message_module.PROTOCOL}" in PAGE
    assert f"{entrant_module.ANSWER_SECONDS:g} seconds for an answer" in PAGE
    assert f"{entrant_module.GREETING_SECONDS:g} seconds for the greeting" in PAGE
    assert f"{pipe_module.LONGEST_LINE} bytes" in PAGE
    assert pipe_module.EXIT_SECONDS == 1
    assert "a second to leave" in PAGE
    assert entrant_module.MOST_FAILED_STARTS == 3
    assert "three games in a row" in PAGE


def test_the_bots_named_on_the_page_exist():
    named = set(re.findall(r"examples/bots/\w+\.\w+", PAGE))
    assert len(named) == 2
    assert all((ROOT / name).exists() for name in named)
