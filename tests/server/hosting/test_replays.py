"""Replays show a finished game with all hands open, or as one seat saw it."""

import pytest

from byzanz.game.record import load_game
from byzanz.rooms.finished_game import make_replay, parse_finished_game, read_finished_game
from byzanz.rooms.room_record import room_record
from byzanz.server.hosting.people import person_of
from byzanz.server.hosting.replays import Replays
from byzanz.wire.problems import Code, RequestRefused
from tests.server.hosting.finished_games import finished_room, record, truncated
from tests.server.hosting.harness import refusal

GAME = load_game(record())
SEATS = range(3)


def record_refusal(text: str | bytes) -> RequestRefused:
    with pytest.raises(RequestRefused) as refused:
        read_finished_game(text if isinstance(text, bytes) else text.encode())
    assert refused.value.code is Code.BAD_RECORD
    return refused.value


@pytest.mark.parametrize("eyes", [0, 1, 2, 3])
def test_each_frame_has_the_view_of_the_chosen_seat_at_its_time(eyes):
    replay = make_replay(parse_finished_game(record()), eyes)
    seat = None if eyes == 0 else eyes - 1
    assert len(replay.frames) == len(GAME.moves) + 1
    for number, frame in enumerate(replay.frames):
        game = GAME.at(number)
        assert frame.view == game.view(seat, memory=bool(eyes))
        hands = tuple([game.view(each).own.hand for each in SEATS])
        assert frame.hands == (hands if eyes == 0 else None)
        move = (None, None) if number == 0 else GAME.moves[number - 1]
        assert (frame.seat, frame.move) == (move[0], move[1] and str(move[1]))
    events = [event for frame in replay.frames for event in frame.events]
    assert tuple(events) == GAME.events_for(seat)
    assert replay.frames[0].events == GAME.at(0).events_for(seat)
    assert replay.is_finished
    assert replay.names == GAME.names


def test_the_eyes_of_a_missing_seat_are_refused():
    with pytest.raises(RequestRefused) as refused:
        make_replay(parse_finished_game(record()), 4)
    assert (refused.value.code, refused.value.facts) == (Code.BAD_REQUEST, {"field": "eyes"})


def test_only_known_headers_of_a_record_are_kept():
    headers = "date 2026-02-03\nbot 1 expert\nbot 2 expert:250\nbot 7 solid\nbot x\n"
    text = record().replace("deck ", f"{headers}event Cup\nnonce 0 {'ab' * 16}\ndeck ", 1)
    finished = read_finished_game(text.encode())
    assert finished.bots == (None, "expert", "expert:250")
    assert finished.date == "2026-02-03"
    assert "event" not in finished.text
    assert f"nonce 0 {'ab' * 16}\n" in finished.text
    assert read_finished_game(text.replace("2026-02-03", "<b>").encode()).date is None


def test_a_record_is_normalised():
    text = record()
    other = "\ufeff# a comment\n\n" + text.replace("\n", "\r\n").replace("move 0 ", "move   0  ")
    assert read_finished_game(other.encode()).text == read_finished_game(text.encode()).text
    hidden = text.replace("deck ", "date 2026\r-01\ndeck ", 1)  # inside a line
    assert read_finished_game(hidden.encode()).text == read_finished_game(text.encode()).text


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        pytest.param(b"", 1, "format", id="empty"),
        pytest.param(b"\x89PNG\r\n\x1a\n\x00", 1, "UTF-8", id="a picture"),
        pytest.param(b"<script>alert(1)</script>", 1, "expected 'format", id="a page"),
        pytest.param(
            truncated(record(), 3) + "move 0 bid C1 C1 C1 C1 C1\n", None, "may not", id="rules"
        ),
        pytest.param(truncated(record(), 3) + "result 1 2 3\n", None, "not over", id="too early"),
        pytest.param(record() + "move 0 pass\n", None, "nothing after", id="after the end"),
    ],
)
def test_a_broken_record_is_refused_with_its_line(text, line, reason):
    refused = record_refusal(text)
    count = len(text.splitlines())
    assert refused.facts["line"] == (line or count)
    assert reason in refused.facts["reason"]
    assert "script" not in refused.facts["reason"]
    assert len(refused.facts["reason"]) < 200


async def test_an_uploaded_record_is_found_by_anybody(harness):
    replays = Replays(harness.rooms)
    replay = await replays.add(record().encode())
    assert replay == await replays.add(b"# again\n" + record().encode())
    assert len(replay) == 32
    finished = await replays.find(replay, None)
    assert finished == parse_finished_game(finished.text)
    assert load_game(finished.text).moves == GAME.moves
    other = await replays.add(record("3p-06-meek").encode())
    assert other != replay
    assert (await refusal(replays.find("0" * 32, None))).code is Code.NOT_FOUND


async def test_the_game_of_a_finished_room_has_a_replay(harness):
    replays = Replays(harness.rooms)
    room = await finished_room(harness, "Anna Ben", "greedy", spectators=False, pace="quick")
    finished = await replays.find(room, None)  # the link is enough
    current_room = await harness.room(room)
    assert finished.text == room_record(current_room)
    assert finished.bots == tuple([seat.bot for seat in current_room.seats])
    assert finished.is_finished
    assert finished.date == "2001-09-09"
    assert [move for _, move in finished.moves] == [move for _, move in current_room.game.moves]


async def test_threat_26_a_running_game_is_not_found_as_a_replay(harness):
    replays = Replays(harness.rooms)
    room = await harness.create("_ _ _")
    assert (await refusal(replays.find(room, person_of("Anna")))).code is Code.NOT_FOUND
    open_room = await harness.table()
    hidden = await harness.table(spectators=False)
    for person in (None, "Anna", "Eve"):
        request = replays.find(open_room, person and person_of(person))
        assert (await refusal(request)).code is Code.RUNNING
    assert (await refusal(replays.find(hidden, person_of("Anna")))).code is Code.RUNNING
    assert (await refusal(replays.find(hidden, person_of("Eve")))).code is Code.NOT_FOUND
    await harness.leave("Anna", room)  # aborted before the start
    assert (await refusal(replays.find(room, None))).code is Code.NOT_FOUND


async def test_an_aborted_game_has_a_replay(harness):
    room = await harness.table()
    for name in ("Anna", "Ben", "Cleo"):
        await harness.play(await harness.person_on_turn(room), room, "pass")
        await harness.abort(name, room)
    finished = await Replays(harness.rooms).find(room, None)
    assert not finished.is_finished
    assert len(finished.moves) == 3
