"""Once more with the same people."""

import asyncio

from byzanz.server.people import person_of
from byzanz.store.trouble import StoreBusy
from byzanz.wire.problems import Code
from byzanz.wire.room import BotWord, Status
from tests.server.core.house import refusal


async def ended(house, people="Anna Ben", bots="solid", **options):
    room = await house.table(people, bots, **options)
    for name in people.split():
        await house.abort(name, room)
    return room


async def test_the_others_find_their_seats_held(house):
    room = await ended(house, is_public=True, memory_aid="full")
    old = await house.room(room)
    new = (await house.rematch("Ben", room)).room
    assert (await house.update("Anna", room)).room.rematch == new
    made = await house.room(new)
    assert made.setup == old.setup
    assert made.host == person_of("Ben")
    assert made.deal_id != old.deal_id
    assert made.free_seats(person_of("Anna")) == [await house.seat("Anna", room)]
    assert made.free_seats(None) == []
    assert (await refusal(house.join("Dora", new))).code is Code.ROOM_FULL
    await house.join("Anna", new)
    await house.start("Ben", new)
    seats = [(seat.name, seat.bot) for seat in (await house.room(new)).seats]
    before = [(seat.name, seat.bot) for seat in old.seats]
    assert seats == before[1:] + before[:1]  # the next one clockwise opens


async def test_a_host_who_leaves_a_rematch_does_not_end_it_for_the_others(house):
    room = await ended(house, "Anna Ben Cleo", "")
    new = (await house.rematch("Anna", room)).room
    await house.leave("Anna", new)
    assert (await house.room(new)).status is Status.WAITING
    assert (await refusal(house.join("Dora", new, seat=await house.seat("Ben", room)))).code in (
        Code.SEAT_TAKEN,
        Code.ROOM_FULL,
    )
    await house.join("Ben", new)
    assert (await house.room(new)).host == person_of("Ben")
    await house.join("Cleo", new)
    await house.join("Anna", new)
    await house.start("Ben", new)


async def test_a_held_seat_and_its_name_are_for_nobody_else(house):
    room = await ended(house, "Anna Ben Cleo", "")
    new = (await house.rematch("Anna", room)).room
    ben, cleo = await house.seat("Ben", room), await house.seat("Cleo", room)
    assert (await refusal(house.join("Dora", new, seat=ben))).code is Code.ROOM_FULL
    await house.set_seat("Anna", new, cleo, None)  # the host waits for Cleo no longer
    assert (await refusal(house.join("Dora", new, seat=ben))).code is Code.SEAT_TAKEN
    assert (await refusal(house.join("Dora", new, name="Ben"))).code is Code.NAME_TAKEN
    await house.join("Dora", new)
    assert await house.seat("Dora", new) == cleo
    await house.set_seat("Anna", new, ben, BotWord.SOLID)
    await house.start("Anna", new)
    assert (await house.room(new)).held == ()


async def test_a_person_who_sits_elsewhere_frees_the_held_seat(house):
    room = await ended(house, "Anna Ben Cleo", "")
    new = (await house.rematch("Anna", room)).room
    cleo = await house.seat("Cleo", room)
    await house.set_seat("Anna", new, cleo, None)
    await house.join("Ben", new, seat=cleo)
    assert (await house.room(new)).free_seats(None) == [await house.seat("Ben", room)]


async def test_who_may_not_begin_one(house):
    room = await house.table("Anna Ben", "solid")
    assert (await refusal(house.rematch("Anna", room))).code is Code.NOT_OVER
    room = await ended(house)
    assert (await refusal(house.rematch("Nobody", room))).code is Code.NOT_ALLOWED
    new = (await house.rematch("Anna", room)).room
    refused = await refusal(house.rematch("Ben", room))
    assert (refused.code, refused.facts) == (Code.REMATCHED, {"room": new})


async def test_two_begin_one_in_the_same_instant(house):
    room = await ended(house)
    results = await asyncio.gather(
        house.rematch("Anna", room), house.rematch("Ben", room), return_exceptions=True
    )
    assert sum(isinstance(result, Exception) for result in results) == 1


async def test_sent_twice_it_is_one_room(house):
    room = await ended(house)
    first = await house.rematch("Anna", room, id="the-same-id")
    await house.restart()
    assert await house.rematch("Anna", room, id="the-same-id") == first
    assert first.room != room


async def test_cut_between_its_two_entries_it_is_still_one_room(house):
    room = await ended(house)
    append, store = house.store.append, house.store
    calls = []

    async def cut(what):
        calls.append(what)
        if len(calls) == 2:
            raise StoreBusy("lost")
        return await append(what)

    store.append = cut
    try:
        await house.rematch("Anna", room, id="the-same-id")
    except StoreBusy:
        store.append = append
    accepted = await house.rematch("Anna", room, id="the-same-id")
    assert accepted.room == calls[0].row.room
    assert len(await house.store.rows(Status.WAITING)) == 1


async def test_one_id_in_two_rooms_makes_two_rooms(house):
    first, second = await ended(house), await ended(house)
    rooms = {(await house.rematch("Anna", room, id="the-same-id")).room for room in (first, second)}
    assert len(rooms) == 2


# --- who watched ------------------------------------------------------------------------------


async def test_whoever_watches_asks_for_a_seat_in_the_next_game(house):
    room = await house.table("Anna Ben", "solid greedy")
    watcher, other = await house.follow("Dora", room), await house.follow(None, room)
    assert watcher.updates()[-1].room.may_ask_seat
    await house.ask_seat("Dora", room)
    assert watcher.updates()[-1].room.asks_seat
    told = other.updates()[-1].room
    assert (told.next_names, told.asks_seat) == (("Dora",), False)
    mine = (await house.update("Anna", room)).room
    assert (mine.next_names, mine.may_ask_seat) == (("Dora",), False)
    for name in ("Anna", "Ben"):
        await house.abort(name, room)
    new = (await house.rematch("Anna", room)).room
    made = await house.room(new)
    assert len(made.seats) == 4
    assert sum(seat.bot is not None for seat in made.seats) == 1
    assert (await refusal(house.join("Emil", new))).code is Code.ROOM_FULL
    await house.join("Dora", new)
    await house.join("Ben", new)
    await house.start("Anna", new)
    assert {"Anna", "Ben", "Dora"} < set((await house.room(new)).names)


async def test_a_seat_more_where_no_bot_plays_and_that_of_one_who_left(house):
    room = await house.table("Anna Ben Cleo", "")
    await house.leave("Cleo", room)
    cleo = next(n for n, seat in enumerate((await house.room(room)).seats) if seat.has_left)
    for name in ("Dora", "Emil"):
        await house.ask_seat(name, room)
    for name in ("Anna", "Ben"):
        await house.abort(name, room)
    made = await house.room((await house.rematch("Anna", room)).room)
    assert len(made.seats) == 4
    assert {each.name: each.seat for each in made.held}["Dora"] == cleo
    assert {each.name for each in made.held} == {"Ben", "Dora", "Emil"}


async def test_who_may_not_ask_for_a_seat(house):
    room = await house.table("Anna Ben", "solid")
    assert (await refusal(house.ask_seat("Anna", room))).code is Code.ALREADY_SEATED
    assert (await refusal(house.ask_seat("Dora", room, name="Ben"))).code is Code.NAME_TAKEN
    assert (await refusal(house.ask_seat("Dora", room, name="\0"))).code is Code.BAD_NAME
    for name in ("Dora", "Emil", "Fritz", "Gerda"):
        await house.ask_seat(name, room)
    await house.ask_seat("Gerda", room, name="Gerti")  # another name, the same wish
    assert (await refusal(house.ask_seat("Hans", room))).code is Code.ROOM_FULL
    await house.ask_seat("Dora", room, is_wanted=False)
    await house.ask_seat("Hans", room)
    assert (await house.update("Anna", room)).room.next_names == ("Emil", "Fritz", "Gerti", "Hans")
    waiting = await house.create("_ _ solid")
    assert (await refusal(house.ask_seat("Dora", waiting))).code is Code.NOT_RUNNING
    alone = await house.create("solid solid solid", start=True)
    assert (await refusal(house.ask_seat("Dora", alone))).code is Code.NOT_RUNNING
    private = await house.table("Anna Ben", "solid", spectators=False)
    assert (await refusal(house.ask_seat("Dora", private))).code is Code.NOT_FOUND


async def test_whoever_left_may_come_to_the_next_game(house):
    room = await house.table("Anna Ben Cleo", "")
    await house.leave("Cleo", room)
    await house.ask_seat("Cleo", room)
    for name in ("Anna", "Ben"):
        await house.abort(name, room)
    made = await house.room((await house.rematch("Anna", room)).room)
    assert sorted(each.name for each in made.held) == ["Ben", "Cleo"]
    assert len(made.seats) == 3
