"""The updates that the pages are tested with follow the current protocol.

They are not compared with the script's present output, which changes whenever a bot does.
"""

import json

import msgspec
import pytest

from byzanz.wire.answers import Hint, Update
from tests.scripts import load_script

script = load_script("table_fixtures")
SCENES = [f"{players}.json" for players in range(3, 7)]

NO_SUCH_LOT = {"3.json": {"give-3", "give-5"}, "4.json": {"give-6"}, "5.json": {"give-6"}}


def read(name):
    return json.loads((script.FOLDER / name).read_text())


def check(value, message_type):
    """Check that no field is missing or unknown: decoding and encoding give the same value."""
    decoded = msgspec.convert(value, message_type, strict=True)
    assert json.loads(json.dumps(script.builtins(decoded))) == value, (
        "run scripts/table_fixtures.py"
    )


@pytest.mark.parametrize("name", SCENES)
def test_scenes_follow_the_protocol(name):
    for scene in read(name).values():
        check(scene["update"], Update)
        if scene["hint"] is not None:
            check(scene["hint"], Hint)


def test_the_played_game_follows_the_protocol():
    for update in read("played.json"):
        check(update, Update)


@pytest.mark.parametrize("name", SCENES)
def test_every_scene_is_there(name):
    assert set(script.SCENES) - set(read(name)) == NO_SUCH_LOT.get(name, set())


def test_there_is_no_other_file():
    assert {path.name for path in script.FOLDER.iterdir()} == {*SCENES, "played.json"}
