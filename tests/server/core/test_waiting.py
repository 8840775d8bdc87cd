"""Before the start: who sits where, and who may change it."""

import asyncio
import re
from random import Random

import pytest

from byzanz.server.codes import WORDS, canonical, new_code
from byzanz.server.entries import HandedOver, Removed
from byzanz.server.people import person_of
from byzanz.wire.endpoints import CODE
from byzanz.wire.problems import Code
from byzanz.wire.room import BotWord, SeatKind, Status
from tests.server.core.house import refusal


async def test_a_room_is_made_by_its_host_who_sits_down(house):
    room = await house.create("_ solid _ expert")
    state = (await house.update("Anna", room)).room
    assert [seat.kind for seat in state.seats].count(SeatKind.PERSON) == 1
    assert state.seats[state.seat].name == "Anna"
    assert state.host == state.seat
    assert state.seats[1].bot is BotWord.SOLID
    assert (await house.update(None, room)).room.seat is None


async def test_a_room_made_twice_by_one_command_is_one(house):
    first = await house.create()
    house.command -= 1
    assert await house.create() == first
    house.command -= 1
    assert (await refusal(house.create("_ _ _ _"))).code is Code.COMMAND_CONFLICT


async def test_a_room_of_bots_alone_belongs_to_its_maker(house):
    room = await house.create("solid solid solid", spectators=False)
    await house.start("Anna", room)
    assert (await house.update("Anna", room)).view is not None
    assert (await refusal(house.update("Ben", room))).code is Code.NOT_FOUND
    assert (await refusal(house.update(None, room))).code is Code.NOT_FOUND


async def test_start_at_once_needs_every_seat(house):
    assert (await refusal(house.create("_ _ solid", start=True))).code is Code.SEATS_OPEN
    room = await house.create("_ solid solid", start=True)
    assert (await house.room(room)).status is Status.RUNNING


async def test_two_who_want_one_seat(house):
    room = await house.create("_ _ solid solid")
    free = (await house.room(room)).free_seats(None)[0]
    results = await asyncio.gather(
        *[house.join(name, room, seat=free) for name in ("Ben", "Cleo")], return_exceptions=True
    )
    refused = [result for result in results if isinstance(result, Exception)]
    assert [each.status for each in refused] == [409]
    assert sorted((await house.room(room)).names) == sorted(["Anna", "Ben", "Kassia", "Thomais"])


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
async def test_joins_that_are_refused(house, join, code):
    room = await house.create("_ _ solid")
    before = await house.store.log(room)
    assert (await refusal(house.join(join.pop("person"), room, **join))).code is code
    assert await house.store.log(room) == before


async def test_a_full_room_and_one_that_began(house):
    room = await house.create("_ solid solid")
    assert (await refusal(house.join("Ben", room))).code is Code.ROOM_FULL
    await house.start("Anna", room)
    assert (await refusal(house.join("Ben", room))).code is Code.NOT_WAITING


async def test_only_the_host_changes_the_room(house):
    room = await house.create("_ _ solid")
    await house.join("Ben", room)
    seat = await house.seat("Anna", room)
    for asked in (
        house.remove("Ben", room, seat),
        house.hand_over("Ben", room, seat),
        house.set_seat("Ben", room, 2, None),
        house.change_setup("Ben", room, spectators=False),
        house.start("Ben", room),
        house.start("Nobody", room),
    ):
        assert (await refusal(asked)).code is Code.NOT_ALLOWED
    await house.hand_over("Anna", room, await house.seat("Ben", room))
    await house.start("Ben", room)


async def test_the_host_removes_a_guest_who_stays_away(house):
    room = await house.create("_ _ solid")
    await house.join("Ben", room)
    seat = await house.seat("Ben", room)
    assert (await refusal(house.remove("Anna", room, 2))).code is Code.NOT_ALLOWED
    assert (await refusal(house.remove("Anna", room, 5))).code is Code.NOT_ALLOWED
    assert (
        await refusal(house.remove("Anna", room, await house.seat("Anna", room)))
    ).code is Code.NOT_ALLOWED
    await house.remove("Anna", room, seat)
    assert (await house.log(room))[-1] == Removed(seat)
    assert (await refusal(house.leave("Ben", room))).status == 403
    assert (await refusal(house.join("Ben", room))).status == 403
    await house.join("Cleo", room, seat=seat)


async def test_seats_of_bots(house):
    room = await house.create("_ _ solid")
    await house.join("Ben", room)
    assert (await refusal(house.set_seat("Anna", room, 5, None))).code is Code.NOT_ALLOWED
    ben = await house.seat("Ben", room)
    assert (await refusal(house.set_seat("Anna", room, ben, None))).code is Code.SEAT_TAKEN
    await house.set_seat("Anna", room, 2, None)
    assert (await refusal(house.start("Anna", room))).code is Code.SEATS_OPEN
    await house.set_seat("Anna", room, 2, BotWord.EXPERT)
    await house.set_seat("Anna", room, 2, BotWord.EXPERT)
    assert (await house.room(room)).seats[2].name == "Eudokia"


async def test_a_room_that_all_have_left_waits_for_those_who_still_come(house):
    room = await house.create()
    await house.join("Ben", room)
    code = (await house.room(room)).code
    assert await house.store.room_of_code(code) == room
    await house.leave("Anna", room)
    assert (await house.room(room)).host == person_of("Ben")
    await house.leave("Ben", room)
    assert (await refusal(house.leave("Ben", room))).code is Code.NOT_ALLOWED
    assert (await house.update(None, room)).room.host is None
    assert await house.store.room_of_code(code) == room
    await house.join("Cleo", room)
    assert (await house.room(room)).host == person_of("Cleo")
    for seat in (await house.room(room)).free_seats(None):
        await house.set_seat("Cleo", room, seat, BotWord.SOLID)
    await house.start("Cleo", room)


async def test_a_host_who_vanishes_loses_the_room_to_the_next_who_is_there(house):
    room = await house.create("_ _ _ solid")
    for guest in ("Ben", "Cleo"):
        await house.join(guest, room)
    host = await house.follow("Anna", room)
    follower = await house.follow("Cleo", room)
    await house.wait(100)
    assert (await house.room(room)).host == person_of("Anna")
    await host.leave()
    await house.wait(59)
    assert (await house.room(room)).host == person_of("Anna")
    await house.wait(2)
    cleo = await house.seat("Cleo", room)
    assert (await house.log(room))[-1] == HandedOver(cleo)
    assert follower.updates()[-1].room.host == cleo
    await house.remove("Cleo", room, await house.seat("Ben", room))
    await house.follow("Anna", room)
    assert (await refusal(house.start("Anna", room))).code is Code.NOT_ALLOWED


async def test_whoever_comes_to_a_room_without_its_host_gets_it_in_time(house):
    room = await house.create("_ _ _")
    await house.wait(300)
    assert (await house.room(room)).host == person_of("Anna")
    await house.restart()
    await house.join("Ben", room)
    for _ in range(6):
        await house.update("Ben", room)
        await house.wait(11)
    assert (await house.room(room)).host == person_of("Ben")


async def test_a_host_who_asks_now_and_then_is_there(house):
    room = await house.create("_ _ _")
    await house.join("Ben", room)
    await house.follow("Ben", room)
    for _ in range(5):
        await house.wait(50)
        await house.update("Anna", room)
    assert (await house.room(room)).host == person_of("Anna")


async def test_a_code_is_gone_at_the_start(house):
    room = await house.create("_ solid solid")
    code = (await house.room(room)).code
    await house.start("Anna", room)
    assert await house.store.room_of_code(code) is None
    assert (await house.update("Anna", room)).room.code is None


async def test_a_code_that_another_room_has_is_drawn_again(house):
    room = await house.create()
    taken = (await house.room(room)).code
    codes = iter([taken, taken, "OLIVE-271"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("byzanz.server.making.new_code", lambda *_: next(codes))
        patch.setattr("byzanz.server.rooms.new_code", lambda *_: next(codes))
        other = await house.create(host="Ben")
    assert (await house.room(other)).code == "OLIVE-271"


def test_codes_speak():
    dice = Random(1)
    codes = [new_code(dice.randbytes) for _ in range(3000)]
    assert all(re.fullmatch("[A-Z]{3,10}-[1-9][0-9]", code) for code in codes)
    assert {code.split("-")[0] for code in codes} == set(WORDS)
    assert {int(code.split("-")[1]) for code in codes} == set(range(10, 100))
    assert re.fullmatch("[A-Z]+-[1-9][0-9]{3}", new_code(dice.randbytes, 9))
    assert len(set(WORDS)) == len(WORDS) >= 128
    assert all(canonical(code) == code for code in codes)


@pytest.mark.parametrize("typed", ["olive-27", "OLIVE 27", "Olive27", "OLIVE-27"])
def test_a_code_is_typed_as_one_likes(typed):
    assert re.fullmatch(CODE, typed)
    assert canonical(typed) == "OLIVE-27"


def test_a_code_of_the_first_edition_is_five_letters():
    assert re.fullmatch(CODE, "rwsbh")
    assert canonical("rwsbh") == "RWSBH"
    assert not re.fullmatch(CODE, "olive--27")


# --- how many seats ---------------------------------------------------------------------------


async def people_of(house, room):
    """Who sits where: a name, a bot's name or an underscore."""
    return " ".join([seat.name or "_" for seat in (await house.room(room)).seats])


async def test_the_host_changes_how_many_seats_there_are(house):
    room = await house.create("_ _ solid _")
    await house.join("Ben", room, seat=(await house.room(room)).free_seats(None)[-1])
    before = await people_of(house, room)
    await house.set_seat_count("Anna", room, 6)
    assert await people_of(house, room) == f"{before} _ _"
    await house.set_seat_count("Anna", room, 3)
    assert await people_of(house, room) == before.replace("_ ", "").replace(" _", "")
    await house.start("Anna", room)
    assert len((await house.room(room)).game.names) == 3


async def test_people_are_never_counted_out(house):
    room = await house.create("_ _ _ _ _")
    for guest in ("Ben", "Cleo", "Dora"):
        await house.join(guest, room)
    before = await house.log(room)
    refused = await refusal(house.set_seat_count("Anna", room, 3))
    assert (refused.code, refused.facts) == (Code.TOO_FEW_SEATS, {"people": 4})
    assert (await refusal(house.set_seat_count("Ben", room, 6))).code is Code.NOT_ALLOWED
    assert await house.log(room) == before
    await house.set_seat_count("Anna", room, 4)
    assert sorted((await people_of(house, room)).split()) == ["Anna", "Ben", "Cleo", "Dora"]
    for name in ("Anna", "Ben", "Cleo", "Dora"):
        assert (await house.update(name, room)).room.seats[
            await house.seat(name, room)
        ].name == name
    await house.start("Anna", room)
    assert (await refusal(house.set_seat_count("Anna", room, 5))).code is Code.NOT_WAITING


async def test_bots_go_after_open_seats_and_held_seats_move_along(house):
    room = await house.table("Anna Ben", "solid greedy")
    for name in ("Anna", "Ben"):
        await house.abort(name, room)
    new = (await house.rematch("Anna", room)).room
    await house.set_seat_count("Anna", new, 5)
    await house.set_seat_count("Anna", new, 3)
    made = await house.room(new)
    assert sum(seat.bot is not None for seat in made.seats) == 2  # Ben has not come yet
    assert made.held == ()
    await house.set_seat_count("Anna", new, 4)
    await house.join("Ben", new)


async def test_a_room_that_was_never_made_leaves_nothing_behind(house):
    assert (await refusal(house.update("Anna", "0" * 32))).code is Code.NOT_FOUND
    assert (await refusal(house.create(host="\0"))).code is Code.BAD_NAME
    assert house.rooms.live == []


async def test_a_room_let_go_while_somebody_waits_for_it_is_still_one(house):
    room = await house.create()
    live = await house.live(room)
    async with house.rooms.held(room):
        waiting = [asyncio.ensure_future(house.live(room)) for _ in range(2)]
        await asyncio.sleep(0)
        house.rooms.forget(live)
    found = await asyncio.gather(*waiting)
    assert found == house.rooms.live * 2
    assert live not in found


async def test_nobody_may_write_a_log_without_end(house):
    room = await house.create("_ solid solid")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("byzanz.server.decide.MOST_ENTRIES", 3)
        await house.change_setup("Anna", room)
        await house.change_setup("Anna", room)
        assert (await refusal(house.change_setup("Anna", room))).code is Code.TOO_FAST
        await house.start("Anna", room)
