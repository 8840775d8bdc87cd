"""A finished game can be continued against bots from any of its positions."""

import pytest

from byzanz.game.record import load_game, parse_record
from byzanz.rooms.finished_game import read_finished_game
from byzanz.rooms.room_record import room_record
from byzanz.server.hosting.people import person_of
from byzanz.server.hosting.replays import Replays
from byzanz.wire.problems import Code
from byzanz.wire.replays import PlayOn
from byzanz.wire.room import BotId, Status
from tests.server.hosting.finished_games import finished_room, play_out, record, truncated
from tests.server.hosting.harness import NONCE, refusal

FINISHED = read_finished_game(record().encode())
REPLAY = "ab" * 16


def command(number=20, seat=1, *, name="Anna", bot=BotId.SOLID, id="play-on-1"):
    return PlayOn(id, number, seat, name, NONCE, bot)


async def play_on(harness, finished=FINISHED, **facts):
    await harness.meet("Anna")
    return (await harness.rooms.play_on(person_of("Anna"), REPLAY, command(**facts), finished)).room


async def test_the_moves_are_kept_and_the_person_has_the_seat(harness):
    room = await harness.room(await play_on(harness))
    assert room.status is Status.RUNNING
    assert tuple(room.game.moves) == FINISHED.moves[:20]
    assert room.game.deck == FINISHED.deck
    assert [seat.bot for seat in room.seats] == ["solid", None, "solid"]
    assert [seat.name for seat in room.seats] == [FINISHED.names[0], "Anna", FINISHED.names[2]]
    assert room.seat_of(person_of("Anna")) == 1
    assert room.host == person_of("Anna")
    assert not room.setup.is_public
    assert room.code is None
    assert room.deal is None
    assert (await harness.room_from_log(room.id)).game.table == room.game.table


async def test_the_first_update_is_rewound_and_has_all_events(harness):
    room = await play_on(harness)
    update = await harness.update("Anna", room)
    assert update.is_rewound
    [step] = update.steps
    assert step.events == (await harness.room(room)).game.events_for(1)
    assert update.room.deal is None
    assert not (await harness.update("Anna", room, 1)).is_rewound


async def test_the_game_is_played_to_its_end_and_the_record_is_right(harness):
    room = await play_on(harness, number=60)
    await play_out(harness, room)
    current_room = await harness.room(room)
    assert current_room.status is Status.FINISHED
    text = room_record(current_room)
    assert load_game(text).scores == current_room.game.scores
    assert tuple(current_room.game.moves[:60]) == FINISHED.moves[:60]
    names = {name for name, _ in parse_record(text).headers}
    assert names == {"rules", "date", "bot"}  # a given deck has no proof
    again = (await harness.rematch("Anna", room)).room
    assert (await harness.room(again)).deck is None
    assert (await harness.room(again)).deal is not None


async def test_undo_stops_at_the_position(harness):
    room = await play_on(harness, number=5)
    assert (await refusal(harness.undo("Anna", room))).code is Code.NO_UNDO
    while (await harness.room(room)).turn.name != "Anna":
        await harness.wait(1)
    before = (await harness.room(room)).game.moves[:]
    assert not (await harness.update("Anna", room)).room.may_undo
    await harness.play("Anna", room, "pass")
    await harness.undo("Anna", room)
    assert (await harness.room(room)).game.moves == before
    assert (await refusal(harness.undo("Anna", room))).code is Code.NO_UNDO
    assert before[:5] == list(FINISHED.moves[:5])


async def test_the_same_command_gives_the_same_room(harness):
    first = await play_on(harness)
    assert await play_on(harness) == first
    other = harness.rooms.play_on(person_of("Anna"), REPLAY, command(21), FINISHED)
    assert (await refusal(other)).code is Code.COMMAND_CONFLICT
    assert await play_on(harness, id="play-on-2") != first
    elsewhere = await harness.rooms.play_on(person_of("Anna"), "cd" * 16, command(), FINISHED)
    assert elsewhere.room != first


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        pytest.param({"seat": 3}, "seat", id="no such seat"),
        pytest.param({"number": len(FINISHED.moves)}, "number", id="the end"),
        pytest.param({"number": len(FINISHED.moves) + 1}, "number", id="after the end"),
    ],
)
async def test_an_impossible_position_is_refused(harness, facts, field):
    refused = await refusal(play_on(harness, **facts))
    assert (refused.code, refused.facts) == (Code.BAD_REQUEST, {"field": field})


async def test_an_unfinished_game_continues_where_it_stopped(harness):
    finished = read_finished_game(truncated(record(), 30).encode())
    room = await harness.room(await play_on(harness, finished, number=30))
    assert len(room.game.moves) == 30
    refused = await refusal(play_on(harness, finished, number=31, id="play-on-2"))
    assert refused.facts == {"field": "number"}


async def test_a_game_continues_from_the_deal_and_from_the_last_decision(harness):
    first = await harness.room(await play_on(harness, number=0))
    assert first.game.moves == []
    assert not (await harness.update("Anna", first.id)).is_rewound
    last = await harness.room(
        await play_on(harness, number=len(FINISHED.moves) - 1, id="play-on-2")
    )
    assert last.status is Status.RUNNING


async def test_confusable_names_are_replaced(harness):
    text = record()
    for seat, name in enumerate(("Anna", "Bob", "B0b")):
        text = text.replace(f"player {FINISHED.names[seat]}\n", f"player {name}\n")
    room = await harness.room(await play_on(harness, read_finished_game(text.encode()), seat=1))
    assert [seat.name for seat in room.seats] == ["Kassia", "Anna", "B0b"]
    room = await harness.room(
        await play_on(harness, read_finished_game(text.encode()), seat=0, id="play-on-2")
    )
    assert [seat.name for seat in room.seats] == ["Anna", "Bob", "Kassia"]
    refused = await refusal(play_on(harness, name="\u200b", id="play-on-3"))
    assert refused.code is Code.BAD_NAME


async def test_a_game_of_a_room_can_be_played_on(harness):
    room = await finished_room(harness)
    finished = await Replays(harness.rooms).find(room, None)
    made = await harness.rooms.play_on(person_of("Ben"), room, command(10, 0, name="Ben"), finished)
    current_room = await harness.room(made.room)
    assert current_room.game.moves == (await harness.room(room)).game.moves[:10]
