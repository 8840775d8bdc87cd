"""Clocks that run out, people who are gone, and rooms that go on all the same."""

import msgspec
import pytest

from byzanz.server.entries import DECODER, CameBack, Left, Moved, WentAway
from byzanz.server.outages import Outages
from byzanz.server.people import person_of
from byzanz.server.room import Room
from byzanz.store.trouble import StoreBusy
from byzanz.wire.answers import PersonAway, PersonBack, PersonLeft
from byzanz.wire.problems import Code
from byzanz.wire.room import BankClock, MoveClock, Status
from tests.server.core.house import MINUTE, refusal

PEOPLE = ("Anna", "Ben", "Cleo")


async def some_move(house, room) -> str:
    """The first that the seat on turn may play."""
    game = (await house.room(room)).game
    return str(game.legal(game.turn)[0][1])


async def follow_all(house, room, people=PEOPLE):
    return {name: await house.follow(name, room) for name in people}


async def entries(house, room, kind):
    return [entry for entry in await house.log(room) if isinstance(entry, kind)]


async def test_a_missed_deadline_is_played_once(house):
    room = await house.table(clock=MINUTE)
    await follow_all(house, room)
    turn = (await house.room(room)).game.turn
    await house.wait(59.9)
    assert await entries(house, room, Moved) == []
    await house.wait(0.2)
    moved = (await entries(house, room, Moved))[0]
    assert (moved.seat, moved.is_automatic, moved.is_late) == (turn, True, True)
    assert (await house.store.log(room))[4].at - (await house.store.log(room))[3].at == 60_000


async def test_two_processes_fire_one_deadline_once(house):
    room = await house.table(clock=MINUTE)
    await house.room(room)
    other, _ = house.new_rooms()
    await other.update(None, room, 0)
    await house.wait(60.5)
    moved = await entries(house, room, Moved)
    assert len({each.seat for each in moved}) == 1
    assert len((await house.room(room)).game.moves) == len(moved)
    assert (await house.room(room)).seats[moved[0].seat].misses == 1


async def test_a_deadline_is_kept_over_a_restart(house):
    room = await house.table(clock=MINUTE)
    await house.wait(30)
    await house.restart()
    due = (await house.store.row(room)).due
    assert [row.room for row in await house.store.due_rows(due)] == [room]
    assert await house.store.due_rows(due - 1) == []
    await house.wait(40)  # nobody comes; the server looks for what is due
    await house.room(room)
    await house.wait(0.1)
    assert len(await entries(house, room, Moved)) >= 1


async def test_after_two_misses_the_seat_is_away_until_its_person_acts(house):
    room = await house.table(clock=MoveClock(10))
    await follow_all(house, room)
    while not any(seat.is_away for seat in (await house.room(room)).seats):
        await house.wait(1)
    folded = await house.room(room)
    away = next(number for number, seat in enumerate(folded.seats) if seat.is_away)
    late = [each for each in await entries(house, room, Moved) if each.is_late]
    assert folded.seats[away].misses == 2
    assert sum(each.seat == away for each in late) >= 2
    name = folded.seats[away].name
    other = next(each for each in PEOPLE if each != name)
    await house.come_back(name, room)
    folded = await house.room(room)
    assert (folded.seats[away].is_away, folded.seats[away].misses) == (False, 0)
    assert (await house.log(room))[-1] == CameBack(away)
    assert await changes(house, room, other) == [PersonAway(away), PersonBack(away)]
    await house.leave(name, room)
    told = [PersonAway(away), PersonBack(away), PersonLeft(away)]
    assert await changes(house, room, other) == told


async def changes(house, room, person):
    """What everybody is told of those who play; where nothing is to tell, nothing is sent."""
    update = await house.update(person, room)
    told = [step.changes for step in update.steps]
    assert () not in told
    return [change for each in told if each is not msgspec.UNSET for change in each]


async def test_one_late_answer_of_several_moves_is_one_miss(house):
    """Solid may sell before it answers; the deadline was missed once."""
    room = await house.table(clock=MoveClock(10))
    await follow_all(house, room)
    while (await house.room(room)).status is Status.RUNNING:
        for name in PEOPLE:
            if (await house.room(room)).seats[await house.seat(name, room)].is_away:
                await house.come_back(name, room)
        await house.wait(5)
    folded, missed, answers = Room(room, Outages()), None, 0
    for stored in await house.store.log(room):
        entry, asked = DECODER.decode(stored.body), folded.asked_at
        before = [seat.misses for seat in folded.seats]
        folded.add(stored.at, entry)
        if isinstance(entry, Moved) and entry.is_late:
            is_new = missed != (entry.seat, asked)
            assert folded.seats[entry.seat].misses == before[entry.seat] + is_new
            missed, answers = (entry.seat, asked), answers + (not is_new)
    assert answers  # there were such answers


async def test_the_end_asked_for_by_all_who_are_left(house):
    room = await house.table("Anna Ben", "solid", clock=MoveClock(10))
    await follow_all(house, room, ("Anna", "Ben"))
    await house.abort("Anna", room)
    while (await house.room(room)).status is Status.RUNNING:
        if await house.person_on_turn(room) == "Anna":
            game = (await house.room(room)).game
            await house.play("Anna", room, str(game.legal(game.turn)[0][1]))
        await house.wait(1)
    assert (await house.room(room)).status is Status.ABORTED
    assert (await house.room(room)).seats[await house.seat("Ben", room)].is_away


async def test_where_nobody_is_left_nobody_asks_for_the_end(house):
    room = await house.table("Anna Ben", "solid", clock=MoveClock(600), pace="quick")
    await house.abort("Anna", room)
    follower = await house.follow("Ben", room)
    await house.wait(100)
    assert (await house.room(room)).seats[await house.seat("Anna", room)].is_away
    await follower.leave()
    await house.wait(3600)
    assert (await house.room(room)).status is Status.FINISHED


async def test_ninety_seconds_without_a_connection(house):
    room = await house.table(clock=MoveClock(3000))
    followers = await follow_all(house, room)
    seat = await house.seat("Ben", room)
    await house.wait(100)
    assert await entries(house, room, WentAway) == []
    await followers["Ben"].leave()
    await house.wait(89)
    assert await entries(house, room, WentAway) == []
    await house.wait(2)
    assert await entries(house, room, WentAway) == [WentAway(seat)]
    await house.follow("Ben", room)  # to look is not to act
    await house.wait(100)
    assert (await house.room(room)).seats[seat].is_away


async def test_whoever_comes_back_in_time_stays(house):
    room = await house.table(clock=MoveClock(3000))
    followers = await follow_all(house, room)
    await followers["Ben"].leave()
    await house.wait(80)
    await house.follow("Ben", room)
    await house.wait(200)
    assert await entries(house, room, WentAway) == []


async def test_whoever_asks_without_a_connection_is_there(house):
    room = await house.table(clock=MoveClock(3000))
    await follow_all(house, room, ("Anna", "Cleo"))
    for _ in range(10):
        await house.wait(60)
        await house.update("Ben", room)
    assert await entries(house, room, WentAway) == []


async def test_whoever_acts_without_a_connection_is_not_away_at_once(house):
    room = await house.table(clock=MoveClock(3000))
    await follow_all(house, room, ("Anna", "Cleo"))
    await house.wait(91)
    assert len(await entries(house, room, WentAway)) == 1
    await house.come_back("Ben", room)
    await house.wait(80)
    assert len(await entries(house, room, WentAway)) == 1
    await house.wait(11)
    assert len(await entries(house, room, WentAway)) == 2


@pytest.mark.parametrize("clock", [None, MoveClock(3600), BankClock(86_400)])
async def test_rooms_where_people_come_and_go(house, clock):
    room = await house.table(clock=clock)
    await house.wait(600)
    assert await entries(house, room, WentAway) == []


async def test_an_away_person_who_sells_or_plays_is_back(house):
    room = await house.table(clock=MoveClock(600))
    name = await house.person_on_turn(room)
    seat = await house.seat(name, room)
    house.bots.seconds = 1000  # so that the bot in the seat is not first
    await house.wait(91)
    assert (await house.room(room)).seats[seat].is_away
    await house.play(name, room, "pass")
    assert not (await house.room(room)).seats[seat].is_away
    assert (await house.log(room))[-1] == Moved(seat, "pass", is_automatic=False)


async def test_whoever_is_away_has_no_vote_and_comes_back_first(house):
    room = await house.table(clock=MoveClock(600))
    followers = await follow_all(house, room)
    await followers["Ben"].leave()
    await house.wait(91)
    before = await house.log(room)
    assert (await refusal(house.abort("Ben", room))).code is Code.ABSENT
    assert await house.log(room) == before
    await house.come_back("Ben", room)
    await house.abort("Ben", room)
    assert (await house.room(room)).abort_asked == {await house.seat("Ben", room)}


async def test_all_are_away_and_the_game_is_played_to_its_end(house):
    room = await house.table(clock=MoveClock(10), pace="quick")
    await house.wait(3600)
    assert (await house.room(room)).status is Status.FINISHED


async def test_leaving_makes_the_seat_a_bots(house):
    room = await house.table()
    name = await house.person_on_turn(room)
    seat = await house.seat(name, room)
    await house.leave(name, room)
    assert (await house.log(room))[-1] == Left(seat)
    await house.wait(5)
    assert (await house.log(room))[-1].seat == seat
    state = (await house.update(name, room)).room
    assert state.seat is None  # watches like anybody
    assert state.seats[seat].has_left
    assert room not in [row.room for row in await house.store.rooms_of(person_of(name))]


async def test_time_bank_counts_on_own_decisions_alone(house):
    room = await house.table(clock=BankClock(100))
    await follow_all(house, room)
    first = await house.person_on_turn(room)
    await house.wait(7)
    await house.play(first, room, "pass")
    await house.wait(5)
    seats = (await house.room(room)).seats
    assert [seat.bank for seat in seats if seat.name == first] == [93_000]
    assert [seat.bank for seat in seats if seat.name != first] == [100_000] * 2
    second = await house.person_on_turn(room)
    assert (await house.update(None, room)).room.due == house.clock.now() + 95_000
    await house.wait(96)
    bank = next(seat.bank for seat in (await house.room(room)).seats if seat.name == second)
    assert bank == 0


async def test_with_an_empty_bank_ten_seconds_are_left_for_each_decision(house):
    room = await house.table(clock=BankClock(100))
    await follow_all(house, room)
    name = await house.person_on_turn(room)
    await house.wait(99)
    await house.play(name, room, "pass")
    for _ in range(2):  # its next turns
        while await house.person_on_turn(room) != name:
            await house.play(await house.person_on_turn(room), room, await some_move(house, room))
        before = await house.room(room)
        assert before.due == before.asked_at + 10_000
        await house.wait(9)
        await house.play(name, room, await some_move(house, room))


async def test_a_bot_in_the_seat_spends_no_time_of_its_person(house):
    room = await house.table("Anna Ben", "solid", clock=BankClock(3000), pace="slow")
    await follow_all(house, room, ("Anna", "Ben"))
    bots = [seat.bank for seat in (await house.room(room)).seats if seat.bot]
    assert bots == [None]
    name = await house.person_on_turn(room)
    while name not in ("Anna", "Ben"):
        await house.wait(1)
        name = await house.person_on_turn(room)
    number = await house.seat(name, room)
    await house.leave(name, room)
    bank = (await house.room(room)).seats[number].bank
    await house.wait(60)
    assert (await house.room(room)).seats[number].bank == bank


async def test_an_outage_stops_the_clocks(house):
    room = await house.table(clock=BankClock(100))
    await follow_all(house, room)
    name = await house.person_on_turn(room)
    await house.wait(10)
    house.stop()
    began = house.clock.now()
    await house.wait(600)
    await house.restart()
    house.rooms.outages.add(began, house.clock.now())
    follower = await house.follow(name, room)
    assert follower.updates()[-1].room.due == house.clock.now() + 90_000
    await house.wait(80)
    await house.play(name, room, "pass")
    seats = (await house.room(room)).seats
    assert [seat.bank for seat in seats if seat.name == name] == [10_000]
    assert (await house.folded(room, house.rooms.outages)).seats == seats


async def test_a_busy_store_delays_the_deadline_and_nothing_else(house):
    room = await house.table(clock=MINUTE)
    await follow_all(house, room)
    append, store = house.store.append, house.store

    async def busy(_):
        raise StoreBusy("full")

    store.append = busy
    await house.wait(65)
    before = house.now()
    await house.update("Anna", room)  # the room is not held meanwhile
    assert house.now() == before
    store.append = append
    await house.wait(1.5)
    assert len(await entries(house, room, Moved)) >= 1


async def test_an_idle_room_has_no_task(house):
    room = await house.table()
    await house.wait(1)
    assert (await house.live(room)).task is None
