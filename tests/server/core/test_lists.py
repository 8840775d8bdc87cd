"""Rooms in lists, and their records."""

import pytest

from byzanz.game.record import load_game
from byzanz.server.config import Limits
from byzanz.server.lists import room_line
from byzanz.server.people import People, person_of
from byzanz.server.records import room_record
from byzanz.server.requests import Requests
from byzanz.server.visitor import Visitor
from byzanz.wire.answers import RoomLine
from byzanz.wire.problems import Code, Refusal
from byzanz.wire.room import Status


async def test_open_public_rooms(house):
    room = await house.create("_ _ _ solid", is_public=True)
    await house.create("_ _ _", host="Ben")
    rows = await house.store.rows(Status.WAITING, is_public=True)
    assert [row.room for row in rows] == [room]
    folded = await house.room(room)
    assert room_line(folded, None) == RoomLine(
        room=room,
        status=Status.WAITING,
        names=tuple(folded.names),
        seat_count=4,
        open_seats=2,
        is_my_turn=False,
        changed=folded.at,
    )
    await house.change_setup("Anna", room, is_public=False)
    assert await house.store.rows(Status.WAITING, is_public=True) == []


async def test_a_full_room_is_not_open(house):
    requests = Requests(
        house.rooms, People(house.store, house.clock), house.bots, None, Limits(), None
    )
    room = await house.create("_ _ solid", is_public=True)
    visitor = Visitor("1.2.3.4", None)
    assert [line.room for line in (await requests.open_rooms(visitor)).rooms] == [room]
    await house.join("Ben", room)
    assert (await requests.open_rooms(visitor)).rooms == ()


async def test_the_games_of_a_person(house):
    room = await house.table()
    for name in ("Anna", "Ben", "Cleo"):
        assert [row.room for row in await house.store.rooms_of(person_of(name))] == [room]
    folded, turn = await house.room(room), await house.person_on_turn(room)
    for name in ("Anna", "Ben", "Cleo"):
        assert room_line(folded, person_of(name)).is_my_turn == (name == turn)
    await house.leave("Ben", room)
    assert await house.store.rooms_of(person_of("Ben")) == []


async def test_bots_alone_are_a_table_of_whoever_made_them(house):
    room = await house.create("solid solid solid", host="Anna", start=True)
    await house.create("_ solid solid", host="Ben")
    await house.follow("Ben", room)  # who watches has no table

    assert [row.room for row in await house.store.rooms_of(person_of("Anna"))] == [room]
    assert room not in [row.room for row in await house.store.rooms_of(person_of("Ben"))]
    line = room_line(await house.room(room), person_of("Anna"))
    assert (line.open_seats, line.is_my_turn) == (0, False)
    await house.wait(30)
    assert [row.room for row in await house.store.rooms_of(person_of("Anna"))] == [room]


async def test_the_record_of_a_running_game_hides_its_deck(house):
    room = await house.create("_ solid solid")
    with pytest.raises(Refusal) as refused:
        room_record(await house.room(room))
    assert refused.value.code is Code.NOT_RUNNING
    await house.start("Anna", room)
    await house.wait(10)
    folded = await house.room(room)
    text = room_record(folded)
    assert "\ndeck " not in text
    assert folded.secret not in text
    assert folded.deal_id not in text
    assert all(f"player {name}" in text for name in folded.names)


async def test_the_record_of_an_aborted_game_tells_all(house):
    room = await house.table("Anna", "solid solid")
    await house.wait(10)
    await house.abort("Anna", room)
    folded = await house.room(room)
    text = room_record(folded)
    assert load_game(text).moves == folded.game.moves
    assert f"secret {folded.secret}" in text
    assert "result" not in text
    assert "bot 1 solid" in text
