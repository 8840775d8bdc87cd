"""The list of running games that everybody may watch."""

import msgspec
import pytest

from byzanz.rooms import decide
from byzanz.rooms.entries import DECODER, Created, ListingAllowed
from byzanz.server.call import Visitor
from byzanz.server.handlers.dispatch import Handlers
from byzanz.server.hosting import listed_games
from byzanz.server.hosting.people import People
from byzanz.server.ops.config import Limits
from byzanz.wire.answers import ListedGame
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import MoveClock, Setup, Status
from tests.server.hosting.harness import handled, refusal

DAY = 86_400


async def listed(harness) -> list[str]:
    """Return the ids of the rooms in the list."""
    return [game.room for game in (await listed_games.listed_games(harness.rooms)).games]


async def test_a_game_is_listed_while_it_runs_if_its_host_allows_it(harness):
    room = await harness.create("_ _ solid")
    await harness.allow_listing("Anna", room)
    await harness.join("Ben", room)
    assert await listed(harness) == []
    await harness.start("Anna", room)
    now = await harness.room(room)
    (game,) = (await listed_games.listed_games(harness.rooms)).games
    assert game == ListedGame(
        *(room, tuple([seat.name for seat in now.seats])),
        person_count=2,
        round=1,
        rounds=8,
        is_live=True,
        changed=now.at,
    )
    await harness.abort("Anna", room)
    await harness.abort("Ben", room)
    assert (await harness.room(room)).status is Status.ABORTED
    assert await listed(harness) == []


async def test_no_game_is_listed_unless_its_host_allows_it(harness):
    await harness.table("Anna Ben Cleo", is_public=True)
    assert await listed(harness) == []


async def test_a_game_disappears_when_its_host_withdraws(harness):
    room = await harness.table("Anna Ben Cleo")
    await harness.allow_listing("Anna", room)
    assert await listed(harness) == [room]
    await harness.allow_listing("Anna", room, is_allowed=False)
    assert await listed(harness) == []


async def test_a_game_against_bots_can_be_created_as_listed(harness):
    room = await harness.create("_ solid solid", start=True, allows_listing=True)
    (game,) = (await listed_games.listed_games(harness.rooms)).games
    assert (game.room, game.person_count) == (room, 1)


async def test_without_spectators_no_game_can_be_listed(harness):
    await harness.create("_ solid solid", spectators=False, start=True, allows_listing=True)
    room = await harness.create("_ _ _", spectators=False)
    assert (await refusal(harness.allow_listing("Anna", room))).code is Code.NOT_ALLOWED
    await harness.change_setup("Anna", room, spectators=True)
    await harness.allow_listing("Anna", room)
    await harness.change_setup("Anna", room, spectators=False)
    await harness.join("Ben", room)
    await harness.join("Cleo", room)
    await harness.start("Anna", room)
    assert await listed(harness) == []


async def test_a_game_of_bots_only_is_not_listed(harness):
    await harness.create("solid solid solid", start=True, allows_listing=True)
    assert await listed(harness) == []


async def test_only_the_host_of_a_game_that_is_not_over_decides(harness):
    room = await harness.table("Anna Ben Cleo")
    for person in ("Ben", "Zoe"):
        assert (await refusal(harness.allow_listing(person, room))).code is Code.NOT_ALLOWED
    for person in ("Anna", "Ben", "Cleo"):
        await harness.abort(person, room)
    assert (await refusal(harness.allow_listing("Anna", room))).code is Code.NOT_RUNNING


async def test_a_game_is_no_longer_listed_after_a_change_of_host(harness):
    room = await harness.table("Anna Ben Cleo")
    await harness.allow_listing("Anna", room)
    await harness.hand_over("Anna", room, await harness.seat("Ben", room))
    assert await listed(harness) == []
    await harness.allow_listing("Ben", room)
    assert await listed(harness) == [room]
    await harness.leave("Ben", room)
    assert await listed(harness) == []
    assert await harness.store.listed_rows(5) == []


@pytest.mark.parametrize(("person", "is_allowed"), [("Anna", True), ("Ben", False)])
async def test_a_rematch_is_listed_if_the_same_host_starts_it(harness, person, is_allowed):
    room = await harness.table("Anna Ben Cleo")
    await harness.allow_listing("Anna", room)
    for each in ("Anna", "Ben", "Cleo"):
        await harness.abort(each, room)
    rematch = (await harness.rematch(person, room)).room
    assert (await harness.room(rematch)).allows_listing is is_allowed


async def test_everybody_in_the_room_sees_that_it_is_listed(harness):
    room = await harness.create("_ _ solid")
    assert b"allows_listing" not in msgspec.json.encode(await harness.update("Ben", room))
    await harness.allow_listing("Anna", room)
    for person in ("Anna", "Ben", None):
        assert (await harness.update(person, room)).room.allows_listing is True


async def test_the_game_that_changed_last_is_first_and_the_list_is_short(harness, monkeypatch):
    monkeypatch.setattr(listed_games, "MOST_LISTED_GAMES", 2)
    rooms = []
    for host in ("Anna", "Ben", "Cleo"):
        await harness.wait(1)
        rooms.append(await harness.create("_ solid solid", host, start=True, allows_listing=True))
    assert await listed(harness) == rooms[:0:-1]
    await harness.wait(1)
    await harness.allow_listing("Anna", rooms[0])
    assert await listed(harness) == [rooms[0], rooms[2]]


async def test_a_day_game_is_listed_after_a_restart(harness):
    room = await harness.table("Anna Ben Cleo", clock=MoveClock(DAY))
    await harness.allow_listing("Anna", room)
    await harness.wait(5000)
    await harness.restart()
    (game,) = (await listed_games.listed_games(harness.rooms)).games
    assert (game.room, game.is_live) == (room, False)


async def test_a_row_that_an_older_process_wrote_is_checked_against_the_log(harness, monkeypatch):
    """An older process does not know the column, so the row keeps its last value."""
    room = await harness.table("Anna Ben Cleo")
    await harness.allow_listing("Anna", room)
    await harness.allow_listing("Anna", room, is_allowed=False)
    await harness.store._write("UPDATE room SET is_listed = TRUE WHERE room = $1", room)
    assert [row.room for row in await harness.store.listed_rows(5)] == [room]
    assert await listed(harness) == []


async def test_withdrawing_is_possible_in_the_longest_room(harness, monkeypatch):
    room = await harness.table("Anna Ben Cleo")
    await harness.allow_listing("Anna", room)
    monkeypatch.setattr(decide, "MOST_ENTRIES", 3)
    await harness.allow_listing("Anna", room, is_allowed=False)
    assert (await refusal(harness.allow_listing("Anna", room))).code is Code.TOO_FAST


async def test_the_list_counts_as_a_read(harness):
    handlers = Handlers(
        *(harness.rooms, People(harness.store, harness.clock), harness.bots, None),
        *(Limits(reads=2), None),
    )
    visitor = Visitor("1.2.3.4", None)
    for _ in range(2):
        assert (await handled(handlers, "listed_games", visitor)).games == ()
    with pytest.raises(RequestRefused) as refused:
        await handled(handlers, "listed_games", visitor)
    assert refused.value.code is Code.TOO_FAST


def test_a_setup_is_written_as_older_programs_read_it():
    """They refuse a setup with a field that they do not know; entries may have new fields."""
    fields = {"clock", "memory_aid", "spectators", "is_public", "hints", "pace"}
    assert set(Setup.__struct_fields__) == fields


def test_rooms_of_earlier_releases_are_not_listed():
    created = DECODER.decode(
        b'{"type":"created","rules":"1","setup":{},"bots":[],"names":[],"host":null,'
        b'"joined":null,"deal":"","secret":""}'
    )
    assert isinstance(created, Created)
    assert created.allows_listing is False
    assert DECODER.decode(b'{"type":"listing_allowed"}') == ListingAllowed()
