"""Lists of rooms, and the records of their games."""

import pytest

from byzanz.game.record import load_game
from byzanz.rooms.listing import room_line
from byzanz.rooms.room_record import room_record
from byzanz.server.call import Visitor
from byzanz.server.handlers.dispatch import Handlers
from byzanz.server.hosting.people import People, person_of
from byzanz.server.ops.config import Limits
from byzanz.wire.answers import RoomLine
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import Status
from tests.server.hosting.harness import handled


async def test_public_rooms_are_listed_while_they_wait(harness):
    room = await harness.create("_ _ _ solid", is_public=True)
    await harness.create("_ _ _", host="Ben")
    rows = await harness.store.rows(Status.WAITING, is_public=True)
    assert [row.room for row in rows] == [room]
    current_room = await harness.room(room)
    assert room_line(current_room, None) == RoomLine(
        room=room,
        status=Status.WAITING,
        names=tuple(current_room.names),
        seat_count=4,
        open_seats=2,
        is_my_turn=False,
        changed=current_room.at,
    )
    await harness.change_setup("Anna", room, is_public=False)
    assert await harness.store.rows(Status.WAITING, is_public=True) == []


async def test_a_full_room_is_not_listed_as_open(harness):
    handlers = Handlers(
        harness.rooms, People(harness.store, harness.clock), harness.bots, None, Limits(), None
    )
    room = await harness.create("_ _ solid", is_public=True)
    visitor = Visitor("1.2.3.4", None)
    assert [line.room for line in (await handled(handlers, "open_rooms", visitor)).rooms] == [room]
    await harness.join("Ben", room)
    assert (await handled(handlers, "open_rooms", visitor)).rooms == ()


async def test_a_room_is_listed_for_each_of_its_people(harness):
    room = await harness.table()
    for name in ("Anna", "Ben", "Cleo"):
        assert [row.room for row in await harness.store.rooms_of(person_of(name))] == [room]
    current_room, turn = await harness.room(room), await harness.person_on_turn(room)
    for name in ("Anna", "Ben", "Cleo"):
        assert room_line(current_room, person_of(name)).is_my_turn == (name == turn)
    await harness.leave("Ben", room)
    assert await harness.store.rooms_of(person_of("Ben")) == []


async def test_a_game_of_bots_is_stored_for_its_creator(harness):
    room = await harness.create("solid solid solid", host="Anna", start=True)
    await harness.create("_ solid solid", host="Ben")
    await harness.follow("Ben", room)  # watching does not store it for Ben

    assert [row.room for row in await harness.store.rooms_of(person_of("Anna"))] == [room]
    assert room not in [row.room for row in await harness.store.rooms_of(person_of("Ben"))]
    line = room_line(await harness.room(room), person_of("Anna"))
    assert (line.open_seats, line.is_my_turn) == (0, False)
    await harness.wait(30)
    assert [row.room for row in await harness.store.rooms_of(person_of("Anna"))] == [room]


async def test_the_record_of_a_running_game_hides_its_deck(harness):
    room = await harness.create("_ solid solid")
    with pytest.raises(RequestRefused) as refused:
        room_record(await harness.room(room))
    assert refused.value.code is Code.NOT_RUNNING
    await harness.start("Anna", room)
    await harness.wait(10)
    current_room = await harness.room(room)
    text = room_record(current_room)
    assert "\ndeck " not in text
    assert current_room.secret not in text
    assert current_room.deal_id not in text
    assert all(f"player {name}" in text for name in current_room.names)


async def test_the_record_of_an_aborted_game_has_deck_and_secret(harness):
    room = await harness.table("Anna", "solid solid")
    await harness.wait(10)
    await harness.abort("Anna", room)
    current_room = await harness.room(room)
    text = room_record(current_room)
    assert load_game(text).moves == current_room.game.moves
    assert f"secret {current_room.secret}" in text
    assert "result" not in text
    assert "bot 1 solid" in text
