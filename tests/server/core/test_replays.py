"""Looking back at games: whoever sees all, whoever sees one seat, and who may not look yet."""

import pytest

from byzanz.game.record import load_game
from byzanz.server.past import past_of, read_past, replay_of
from byzanz.server.people import person_of
from byzanz.server.records import room_record
from byzanz.server.replays import Replays
from byzanz.wire.problems import Code, Refusal
from tests.server.core.ended import cut, finished, record
from tests.server.core.house import refusal

GAME = load_game(record())
SEATS = range(3)


def bad(text: str | bytes) -> Refusal:
    with pytest.raises(Refusal) as refused:
        read_past(text if isinstance(text, bytes) else text.encode())
    assert refused.value.code is Code.BAD_RECORD
    return refused.value


@pytest.mark.parametrize("eyes", [0, 1, 2, 3])
def test_each_frame_is_what_these_eyes_saw_then(eyes):
    replay = replay_of(past_of(record()), eyes)
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


def test_eyes_that_nobody_has():
    with pytest.raises(Refusal) as refused:
        replay_of(past_of(record()), 4)
    assert (refused.value.code, refused.value.facts) == (Code.BAD_REQUEST, {"field": "eyes"})


def test_what_a_record_says_besides_the_moves():
    further = "date 2026-02-03\nbot 1 expert\nbot 2 expert:250\nbot 7 solid\nbot x\n"
    text = record().replace("deck ", f"{further}event Cup\nnonce 0 {'ab' * 16}\ndeck ", 1)
    past = read_past(text.encode())
    assert past.bots == (None, "expert", "expert:250")
    assert past.date == "2026-02-03"
    assert "event" not in past.text
    assert f"nonce 0 {'ab' * 16}\n" in past.text
    assert read_past(text.replace("2026-02-03", "<b>").encode()).date is None


def test_the_same_game_is_the_same_text_however_it_was_written():
    text = record()
    other = "\ufeff# a comment\n\n" + text.replace("\n", "\r\n").replace("move 0 ", "move   0  ")
    assert read_past(other.encode()).text == read_past(text.encode()).text
    hidden = text.replace("deck ", "date 2026\r-01\ndeck ", 1)  # inside a line
    assert read_past(hidden.encode()).text == read_past(text.encode()).text


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        pytest.param(b"", 1, "format", id="empty"),
        pytest.param(b"\x89PNG\r\n\x1a\n\x00", 1, "UTF-8", id="a picture"),
        pytest.param(b"<script>alert(1)</script>", 1, "expected 'format", id="a page"),
        pytest.param(cut(record(), 3) + "move 0 bid C1 C1 C1 C1 C1\n", None, "may not", id="rules"),
        pytest.param(cut(record(), 3) + "result 1 2 3\n", None, "not over", id="too early"),
        pytest.param(record() + "move 0 pass\n", None, "nothing after", id="after the end"),
    ],
)
def test_a_broken_record_is_refused_with_its_line(text, line, reason):
    refused = bad(text)
    count = len(text.splitlines())
    assert refused.facts["line"] == (line or count)
    assert reason in refused.facts["reason"]
    assert "script" not in refused.facts["reason"]
    assert len(refused.facts["reason"]) < 200


async def test_a_sent_record_is_found_again_by_anybody(house):
    replays = Replays(house.rooms)
    replay = await replays.add(record().encode())
    assert replay == await replays.add(b"# again\n" + record().encode())
    assert len(replay) == 32
    past = await replays.find(replay, None)
    assert past == past_of(past.text)
    assert load_game(past.text).moves == GAME.moves
    other = await replays.add(record("3p-06-meek").encode())
    assert other != replay
    assert (await refusal(replays.find("0" * 32, None))).code is Code.NOT_FOUND


async def test_a_game_of_a_room_once_it_is_over(house):
    replays = Replays(house.rooms)
    room = await finished(house, "Anna Ben", "greedy", spectators=False, pace="quick")
    past = await replays.find(room, None)  # whoever has the link
    folded = await house.room(room)
    assert past.text == room_record(folded)
    assert past.bots == tuple([seat.bot for seat in folded.seats])
    assert past.is_finished
    assert past.date == "2001-09-09"
    assert [move for _, move in past.moves] == [move for _, move in folded.game.moves]


async def test_threat_26_no_look_at_a_running_game(house):
    replays = Replays(house.rooms)
    room = await house.create("_ _ _")
    assert (await refusal(replays.find(room, person_of("Anna")))).code is Code.NOT_FOUND
    open_room = await house.table()
    hidden = await house.table(spectators=False)
    for person in (None, "Anna", "Eve"):
        asked = replays.find(open_room, person and person_of(person))
        assert (await refusal(asked)).code is Code.RUNNING
    assert (await refusal(replays.find(hidden, person_of("Anna")))).code is Code.RUNNING
    assert (await refusal(replays.find(hidden, person_of("Eve")))).code is Code.NOT_FOUND
    await house.leave("Anna", room)  # aborted before the start
    assert (await refusal(replays.find(room, None))).code is Code.NOT_FOUND


async def test_an_aborted_game_can_be_looked_at(house):
    room = await house.table()
    for name in ("Anna", "Ben", "Cleo"):
        await house.play(await house.person_on_turn(room), room, "pass")
        await house.abort(name, room)
    past = await Replays(house.rooms).find(room, None)
    assert not past.is_finished
    assert len(past.moves) == 3
