"""A rematch is a new room for the same people, and for spectators who asked for a seat."""

import asyncio

from byzanz.server.hosting.people import person_of
from byzanz.store.errors import StoreBusy
from byzanz.wire.problems import Code
from byzanz.wire.room import BotId, Status
from tests.server.hosting.harness import refusal


async def aborted_room(harness, people="Anna Ben", bots="solid", **options):
    room = await harness.table(people, bots, **options)
    for name in people.split():
        await harness.abort(name, room)
    return room


async def test_the_seats_of_the_others_are_held_in_a_rematch(harness):
    room = await aborted_room(harness, is_public=True, memory_aid="full")
    old = await harness.room(room)
    new = (await harness.rematch("Ben", room)).room
    assert (await harness.update("Anna", room)).room.rematch == new
    made = await harness.room(new)
    assert made.setup == old.setup
    assert made.host == person_of("Ben")
    assert made.deal_id != old.deal_id
    assert made.free_seats(person_of("Anna")) == [await harness.seat("Anna", room)]
    assert made.free_seats(None) == []
    assert (await refusal(harness.join("Dora", new))).code is Code.ROOM_FULL
    await harness.join("Anna", new)
    await harness.start("Ben", new)
    seats = [(seat.name, seat.bot) for seat in (await harness.room(new)).seats]
    before = [(seat.name, seat.bot) for seat in old.seats]
    assert seats == before[1:] + before[:1]  # the next seat clockwise opens


async def test_a_host_who_leaves_a_rematch_does_not_end_it_for_the_others(harness):
    room = await aborted_room(harness, "Anna Ben Cleo", "")
    new = (await harness.rematch("Anna", room)).room
    await harness.leave("Anna", new)
    assert (await harness.room(new)).status is Status.WAITING
    assert (
        await refusal(harness.join("Dora", new, seat=await harness.seat("Ben", room)))
    ).code in (
        Code.SEAT_TAKEN,
        Code.ROOM_FULL,
    )
    await harness.join("Ben", new)
    assert (await harness.room(new)).host == person_of("Ben")
    await harness.join("Cleo", new)
    await harness.join("Anna", new)
    await harness.start("Ben", new)


async def test_a_held_seat_and_its_name_are_for_nobody_else(harness):
    room = await aborted_room(harness, "Anna Ben Cleo", "")
    new = (await harness.rematch("Anna", room)).room
    ben, cleo = await harness.seat("Ben", room), await harness.seat("Cleo", room)
    assert (await refusal(harness.join("Dora", new, seat=ben))).code is Code.ROOM_FULL
    await harness.set_seat("Anna", new, cleo, None)  # the host no longer waits for Cleo
    assert (await refusal(harness.join("Dora", new, seat=ben))).code is Code.SEAT_TAKEN
    assert (await refusal(harness.join("Dora", new, name="Ben"))).code is Code.NAME_TAKEN
    await harness.join("Dora", new)
    assert await harness.seat("Dora", new) == cleo
    await harness.set_seat("Anna", new, ben, BotId.SOLID)
    await harness.start("Anna", new)
    assert (await harness.room(new)).held_seats == ()


async def test_a_person_who_sits_elsewhere_frees_the_held_seat(harness):
    room = await aborted_room(harness, "Anna Ben Cleo", "")
    new = (await harness.rematch("Anna", room)).room
    cleo = await harness.seat("Cleo", room)
    await harness.set_seat("Anna", new, cleo, None)
    await harness.join("Ben", new, seat=cleo)
    assert (await harness.room(new)).free_seats(None) == [await harness.seat("Ben", room)]


async def test_a_rematch_before_the_end_by_a_stranger_or_twice_is_refused(harness):
    room = await harness.table("Anna Ben", "solid")
    assert (await refusal(harness.rematch("Anna", room))).code is Code.NOT_OVER
    room = await aborted_room(harness)
    assert (await refusal(harness.rematch("Nobody", room))).code is Code.NOT_ALLOWED
    new = (await harness.rematch("Anna", room)).room
    refused = await refusal(harness.rematch("Ben", room))
    assert (refused.code, refused.facts) == (Code.REMATCHED, {"room": new})


async def test_of_two_rematches_at_once_one_is_refused(harness):
    room = await aborted_room(harness)
    results = await asyncio.gather(
        harness.rematch("Anna", room), harness.rematch("Ben", room), return_exceptions=True
    )
    assert sum(isinstance(result, Exception) for result in results) == 1


async def test_a_rematch_sent_twice_is_one_room(harness):
    room = await aborted_room(harness)
    first = await harness.rematch("Anna", room, id="the-same-id")
    await harness.restart()
    assert await harness.rematch("Anna", room, id="the-same-id") == first
    assert first.room != room


async def test_a_rematch_interrupted_between_its_two_entries_is_still_one_room(harness):
    room = await aborted_room(harness)
    append, store = harness.store.append, harness.store
    calls = []

    async def fail_second(rows):
        calls.append(rows)
        if len(calls) == 2:
            raise StoreBusy("lost")
        return await append(rows)

    store.append = fail_second
    try:
        await harness.rematch("Anna", room, id="the-same-id")
    except StoreBusy:
        store.append = append
    accepted = await harness.rematch("Anna", room, id="the-same-id")
    assert accepted.room == calls[0].row.room
    assert len(await harness.store.rows(Status.WAITING)) == 1


async def test_one_id_in_two_rooms_makes_two_rooms(harness):
    first, second = await aborted_room(harness), await aborted_room(harness)
    rooms = {
        (await harness.rematch("Anna", room, id="the-same-id")).room for room in (first, second)
    }
    assert len(rooms) == 2


# --- spectators -------------------------------------------------------------------------------


async def test_a_spectator_who_asks_gets_a_seat_in_the_next_game(harness):
    room = await harness.table("Anna Ben", "solid greedy")
    watcher, other = await harness.follow("Dora", room), await harness.follow(None, room)
    assert watcher.updates()[-1].room.may_ask_seat
    await harness.ask_seat("Dora", room)
    assert watcher.updates()[-1].room.asks_seat
    public = other.updates()[-1].room
    assert (public.next_names, public.asks_seat) == (("Dora",), False)
    mine = (await harness.update("Anna", room)).room
    assert (mine.next_names, mine.may_ask_seat) == (("Dora",), False)
    for name in ("Anna", "Ben"):
        await harness.abort(name, room)
    new = (await harness.rematch("Anna", room)).room
    made = await harness.room(new)
    assert len(made.seats) == 4
    assert sum(seat.bot is not None for seat in made.seats) == 1
    assert (await refusal(harness.join("Emil", new))).code is Code.ROOM_FULL
    await harness.join("Dora", new)
    await harness.join("Ben", new)
    await harness.start("Anna", new)
    assert {"Anna", "Ben", "Dora"} < set((await harness.room(new)).names)


async def test_spectators_get_the_seat_of_a_person_who_left_and_then_new_seats(harness):
    room = await harness.table("Anna Ben Cleo", "")
    await harness.leave("Cleo", room)
    cleo = next(n for n, seat in enumerate((await harness.room(room)).seats) if seat.has_left)
    for name in ("Dora", "Emil"):
        await harness.ask_seat(name, room)
    for name in ("Anna", "Ben"):
        await harness.abort(name, room)
    made = await harness.room((await harness.rematch("Anna", room)).room)
    assert len(made.seats) == 4
    assert {each.name: each.seat for each in made.held_seats}["Dora"] == cleo
    assert {each.name for each in made.held_seats} == {"Ben", "Dora", "Emil"}


async def test_an_impossible_request_for_a_seat_is_refused(harness):
    room = await harness.table("Anna Ben", "solid")
    assert (await refusal(harness.ask_seat("Anna", room))).code is Code.ALREADY_SEATED
    assert (await refusal(harness.ask_seat("Dora", room, name="Ben"))).code is Code.NAME_TAKEN
    assert (await refusal(harness.ask_seat("Dora", room, name="\0"))).code is Code.BAD_NAME
    for name in ("Dora", "Emil", "Fritz", "Gerda"):
        await harness.ask_seat(name, room)
    await harness.ask_seat("Gerda", room, name="Gerti")  # another name, the same request
    assert (await refusal(harness.ask_seat("Hans", room))).code is Code.ROOM_FULL
    await harness.ask_seat("Dora", room, is_wanted=False)
    await harness.ask_seat("Hans", room)
    assert (await harness.update("Anna", room)).room.next_names == (
        "Emil",
        "Fritz",
        "Gerti",
        "Hans",
    )
    waiting = await harness.create("_ _ solid")
    assert (await refusal(harness.ask_seat("Dora", waiting))).code is Code.NOT_RUNNING
    alone = await harness.create("solid solid solid", start=True)
    assert (await refusal(harness.ask_seat("Dora", alone))).code is Code.NOT_RUNNING
    private = await harness.table("Anna Ben", "solid", spectators=False)
    assert (await refusal(harness.ask_seat("Dora", private))).code is Code.NOT_FOUND


async def test_a_person_who_left_may_join_the_next_game(harness):
    room = await harness.table("Anna Ben Cleo", "")
    await harness.leave("Cleo", room)
    await harness.ask_seat("Cleo", room)
    for name in ("Anna", "Ben"):
        await harness.abort(name, room)
    made = await harness.room((await harness.rematch("Anna", room)).room)
    assert sorted(each.name for each in made.held_seats) == ["Ben", "Cleo"]
    assert len(made.seats) == 3
