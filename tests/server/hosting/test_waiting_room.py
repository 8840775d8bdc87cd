"""Waiting rooms: seats, hosts, codes, and the rights of host and guests."""

import asyncio
import re
from random import Random

import pytest

from byzanz.rooms.entries import HandedOver, Removed
from byzanz.rooms.room_codes import WORDS, canonical, new_code
from byzanz.server.hosting.people import person_of
from byzanz.wire.endpoints import CODE
from byzanz.wire.problems import Code
from byzanz.wire.room import BotId, SeatKind, Status
from tests.server.hosting.harness import refusal


async def test_the_creator_of_a_room_is_its_host_and_has_a_seat(harness):
    room = await harness.create("_ solid _ expert")
    state = (await harness.update("Anna", room)).room
    assert [seat.kind for seat in state.seats].count(SeatKind.PERSON) == 1
    assert state.seats[state.seat].name == "Anna"
    assert state.host == state.seat
    assert state.seats[1].bot is BotId.SOLID
    assert (await harness.update(None, room)).room.seat is None


async def test_a_create_command_sent_twice_creates_one_room(harness):
    first = await harness.create()
    harness.command -= 1
    assert await harness.create() == first
    harness.command -= 1
    assert (await refusal(harness.create("_ _ _ _"))).code is Code.COMMAND_CONFLICT


async def test_a_closed_game_of_bots_is_shown_only_to_its_creator(harness):
    room = await harness.create("solid solid solid", spectators=False)
    await harness.start("Anna", room)
    assert (await harness.update("Anna", room)).view is not None
    assert (await refusal(harness.update("Ben", room))).code is Code.NOT_FOUND
    assert (await refusal(harness.update(None, room))).code is Code.NOT_FOUND


async def test_starting_at_once_needs_every_seat_filled(harness):
    assert (await refusal(harness.create("_ _ solid", start=True))).code is Code.SEATS_OPEN
    room = await harness.create("_ solid solid", start=True)
    assert (await harness.room(room)).status is Status.RUNNING


async def test_of_two_joins_for_one_seat_one_is_refused(harness):
    room = await harness.create("_ _ solid solid")
    free = (await harness.room(room)).free_seats(None)[0]
    results = await asyncio.gather(
        *[harness.join(name, room, seat=free) for name in ("Ben", "Cleo")], return_exceptions=True
    )
    refused = [result for result in results if isinstance(result, Exception)]
    assert [each.status for each in refused] == [409]
    assert sorted((await harness.room(room)).names) == sorted(["Anna", "Ben", "Kassia", "Thomais"])


@pytest.mark.parametrize(
    ("join", "code"),
    [
        ({"person": "Anna"}, Code.ALREADY_SEATED),
        ({"person": "Dora", "name": "Аnnа"}, Code.NAME_TAKEN),  # noqa: RUF001
        ({"person": "Dora", "name": "Kassia"}, Code.NAME_TAKEN),
        ({"person": "Dora", "name": "\u202eDora"}, Code.BAD_NAME),
        ({"person": "Dora", "seat": 2}, Code.SEAT_TAKEN),
        ({"person": "Dora", "seat": 5}, Code.SEAT_TAKEN),
    ],
)
async def test_a_refused_join_changes_nothing(harness, join, code):
    room = await harness.create("_ _ solid")
    before = await harness.store.log(room)
    assert (await refusal(harness.join(join.pop("person"), room, **join))).code is code
    assert await harness.store.log(room) == before


async def test_a_full_or_started_room_refuses_joins(harness):
    room = await harness.create("_ solid solid")
    assert (await refusal(harness.join("Ben", room))).code is Code.ROOM_FULL
    await harness.start("Anna", room)
    assert (await refusal(harness.join("Ben", room))).code is Code.NOT_WAITING


async def test_only_the_host_changes_the_room(harness):
    room = await harness.create("_ _ solid")
    await harness.join("Ben", room)
    seat = await harness.seat("Anna", room)
    for request in (
        harness.remove("Ben", room, seat),
        harness.hand_over("Ben", room, seat),
        harness.set_seat("Ben", room, 2, None),
        harness.change_setup("Ben", room, spectators=False),
        harness.start("Ben", room),
        harness.start("Nobody", room),
    ):
        assert (await refusal(request)).code is Code.NOT_ALLOWED
    await harness.hand_over("Anna", room, await harness.seat("Ben", room))
    await harness.start("Ben", room)


async def test_a_removed_guest_cannot_join_again(harness):
    room = await harness.create("_ _ solid")
    await harness.join("Ben", room)
    seat = await harness.seat("Ben", room)
    assert (await refusal(harness.remove("Anna", room, 2))).code is Code.NOT_ALLOWED
    assert (await refusal(harness.remove("Anna", room, 5))).code is Code.NOT_ALLOWED
    assert (
        await refusal(harness.remove("Anna", room, await harness.seat("Anna", room)))
    ).code is Code.NOT_ALLOWED
    await harness.remove("Anna", room, seat)
    assert (await harness.log(room))[-1] == Removed(seat)
    assert (await refusal(harness.leave("Ben", room))).status == 403
    assert (await refusal(harness.join("Ben", room))).status == 403
    await harness.join("Cleo", room, seat=seat)


async def test_the_host_sets_and_clears_bots(harness):
    room = await harness.create("_ _ solid")
    await harness.join("Ben", room)
    assert (await refusal(harness.set_seat("Anna", room, 5, None))).code is Code.NOT_ALLOWED
    ben = await harness.seat("Ben", room)
    assert (await refusal(harness.set_seat("Anna", room, ben, None))).code is Code.SEAT_TAKEN
    await harness.set_seat("Anna", room, 2, None)
    assert (await refusal(harness.start("Anna", room))).code is Code.SEATS_OPEN
    await harness.set_seat("Anna", room, 2, BotId.EXPERT)
    await harness.set_seat("Anna", room, 2, BotId.EXPERT)
    assert (await harness.room(room)).seats[2].name == "Eudokia"


async def test_a_room_that_everybody_left_still_waits_for_people(harness):
    room = await harness.create()
    await harness.join("Ben", room)
    code = (await harness.room(room)).code
    assert await harness.store.room_of_code(code) == room
    await harness.leave("Anna", room)
    assert (await harness.room(room)).host == person_of("Ben")
    await harness.leave("Ben", room)
    assert (await refusal(harness.leave("Ben", room))).code is Code.NOT_ALLOWED
    assert (await harness.update(None, room)).room.host is None
    assert await harness.store.room_of_code(code) == room
    await harness.join("Cleo", room)
    assert (await harness.room(room)).host == person_of("Cleo")
    for seat in (await harness.room(room)).free_seats(None):
        await harness.set_seat("Cleo", room, seat, BotId.SOLID)
    await harness.start("Cleo", room)


async def test_a_host_who_is_gone_is_replaced_by_the_next_person_present(harness):
    room = await harness.create("_ _ _ solid")
    for guest in ("Ben", "Cleo"):
        await harness.join(guest, room)
    host = await harness.follow("Anna", room)
    follower = await harness.follow("Cleo", room)
    await harness.wait(100)
    assert (await harness.room(room)).host == person_of("Anna")
    await host.leave()
    await harness.wait(59)
    assert (await harness.room(room)).host == person_of("Anna")
    await harness.wait(2)
    cleo = await harness.seat("Cleo", room)
    assert (await harness.log(room))[-1] == HandedOver(cleo)
    assert follower.updates()[-1].room.host == cleo
    await harness.remove("Cleo", room, await harness.seat("Ben", room))
    await harness.follow("Anna", room)
    assert (await refusal(harness.start("Anna", room))).code is Code.NOT_ALLOWED


async def test_a_person_who_joins_while_the_host_is_gone_becomes_host(harness):
    room = await harness.create("_ _ _")
    await harness.wait(300)
    assert (await harness.room(room)).host == person_of("Anna")
    await harness.restart()
    await harness.join("Ben", room)
    for _ in range(6):
        await harness.update("Ben", room)
        await harness.wait(11)
    assert (await harness.room(room)).host == person_of("Ben")


async def test_a_host_who_polls_is_present(harness):
    room = await harness.create("_ _ _")
    await harness.join("Ben", room)
    await harness.follow("Ben", room)
    for _ in range(5):
        await harness.wait(50)
        await harness.update("Anna", room)
    assert (await harness.room(room)).host == person_of("Anna")


async def test_a_code_is_released_at_the_start(harness):
    room = await harness.create("_ solid solid")
    code = (await harness.room(room)).code
    await harness.start("Anna", room)
    assert await harness.store.room_of_code(code) is None
    assert (await harness.update("Anna", room)).room.code is None


async def test_a_code_that_another_room_has_is_drawn_again(harness):
    room = await harness.create()
    taken = (await harness.room(room)).code
    codes = iter([taken, taken, "OLIVE-271"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("byzanz.rooms.creation.new_code", lambda *_: next(codes))
        patch.setattr("byzanz.server.hosting.registry.new_code", lambda *_: next(codes))
        other = await harness.create(host="Ben")
    assert (await harness.room(other)).code == "OLIVE-271"


def test_codes_are_a_word_and_a_number():
    dice = Random(1)
    codes = [new_code(dice.randbytes) for _ in range(3000)]
    assert all(re.fullmatch("[A-Z]{3,10}-[1-9][0-9]", code) for code in codes)
    assert {code.split("-")[0] for code in codes} == set(WORDS)
    assert {int(code.split("-")[1]) for code in codes} == set(range(10, 100))
    assert re.fullmatch("[A-Z]+-[1-9][0-9]{3}", new_code(dice.randbytes, 9))
    assert len(set(WORDS)) == len(WORDS) >= 128
    assert all(canonical(code) == code for code in codes)


@pytest.mark.parametrize("typed", ["olive-27", "OLIVE 27", "Olive27", "OLIVE-27"])
def test_a_code_may_be_typed_in_several_forms(typed):
    assert re.fullmatch(CODE, typed)
    assert canonical(typed) == "OLIVE-27"


def test_a_code_of_the_first_edition_has_five_letters():
    assert re.fullmatch(CODE, "rwsbh")
    assert canonical("rwsbh") == "RWSBH"
    assert not re.fullmatch(CODE, "olive--27")


# --- the number of seats ----------------------------------------------------------------------


async def seat_names(harness, room):
    """Return the names of all seats in order, an underscore for an open seat."""
    return " ".join([seat.name or "_" for seat in (await harness.room(room)).seats])


async def test_the_host_changes_the_number_of_seats(harness):
    room = await harness.create("_ _ solid _")
    await harness.join("Ben", room, seat=(await harness.room(room)).free_seats(None)[-1])
    before = await seat_names(harness, room)
    await harness.set_seat_count("Anna", room, 6)
    assert await seat_names(harness, room) == f"{before} _ _"
    await harness.set_seat_count("Anna", room, 3)
    assert await seat_names(harness, room) == before.replace("_ ", "").replace(" _", "")
    await harness.start("Anna", room)
    assert len((await harness.room(room)).game.names) == 3


async def test_people_never_lose_their_seats_to_a_smaller_count(harness):
    room = await harness.create("_ _ _ _ _")
    for guest in ("Ben", "Cleo", "Dora"):
        await harness.join(guest, room)
    before = await harness.log(room)
    refused = await refusal(harness.set_seat_count("Anna", room, 3))
    assert (refused.code, refused.facts) == (Code.TOO_FEW_SEATS, {"people": 4})
    assert (await refusal(harness.set_seat_count("Ben", room, 6))).code is Code.NOT_ALLOWED
    assert await harness.log(room) == before
    await harness.set_seat_count("Anna", room, 4)
    assert sorted((await seat_names(harness, room)).split()) == ["Anna", "Ben", "Cleo", "Dora"]
    for name in ("Anna", "Ben", "Cleo", "Dora"):
        assert (await harness.update(name, room)).room.seats[
            await harness.seat(name, room)
        ].name == name
    await harness.start("Anna", room)
    assert (await refusal(harness.set_seat_count("Anna", room, 5))).code is Code.NOT_WAITING


async def test_open_seats_are_removed_before_bots_and_held_seats_move(harness):
    room = await harness.table("Anna Ben", "solid greedy")
    for name in ("Anna", "Ben"):
        await harness.abort(name, room)
    new = (await harness.rematch("Anna", room)).room
    await harness.set_seat_count("Anna", new, 5)
    await harness.set_seat_count("Anna", new, 3)
    made = await harness.room(new)
    assert sum(seat.bot is not None for seat in made.seats) == 2  # Ben has not come yet
    assert made.held_seats == ()
    await harness.set_seat_count("Anna", new, 4)
    await harness.join("Ben", new)


async def test_a_room_that_does_not_exist_stays_out_of_memory(harness):
    assert (await refusal(harness.update("Anna", "0" * 32))).code is Code.NOT_FOUND
    assert (await refusal(harness.create(host="\0"))).code is Code.BAD_NAME
    assert harness.rooms.live == []


async def test_a_room_evicted_while_two_callers_wait_for_it_is_loaded_once(harness):
    room = await harness.create()
    live = await harness.live(room)
    async with harness.rooms.held(room):
        waiting = [asyncio.ensure_future(harness.live(room)) for _ in range(2)]
        await asyncio.sleep(0)
        harness.rooms.evict(live)
    found = await asyncio.gather(*waiting)
    assert found == harness.rooms.live * 2
    assert live not in found


async def test_the_length_of_a_log_is_limited(harness):
    room = await harness.create("_ solid solid")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("byzanz.rooms.decide.MOST_ENTRIES", 3)
        await harness.change_setup("Anna", room)
        await harness.change_setup("Anna", room)
        assert (await refusal(harness.change_setup("Anna", room))).code is Code.TOO_FAST
        await harness.start("Anna", room)
