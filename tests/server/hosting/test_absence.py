"""Games go on when clocks expire and when people are absent."""

import msgspec
import pytest

from byzanz.rooms.entries import DECODER, CameBack, Left, Moved, WentAway
from byzanz.rooms.outages import Outages
from byzanz.rooms.room import Room
from byzanz.server.hosting.people import person_of
from byzanz.store.errors import StoreBusy
from byzanz.wire.answers import PersonAway, PersonBack, PersonLeft
from byzanz.wire.problems import Code
from byzanz.wire.room import BankClock, MoveClock, Status
from tests.server.hosting.harness import MINUTE, refusal

PEOPLE = ("Anna", "Ben", "Cleo")


async def some_move(harness, room) -> str:
    """Return the first legal move of the seat on turn."""
    game = (await harness.room(room)).game
    return str(game.legal(game.turn)[0][1])


async def follow_all(harness, room, people=PEOPLE):
    return {name: await harness.follow(name, room) for name in people}


async def entries(harness, room, entry_type):
    return [entry for entry in await harness.log(room) if isinstance(entry, entry_type)]


async def test_a_bot_plays_once_when_a_deadline_is_missed(harness):
    room = await harness.table(clock=MINUTE)
    await follow_all(harness, room)
    turn = (await harness.room(room)).game.turn
    await harness.wait(59.9)
    assert await entries(harness, room, Moved) == []
    await harness.wait(0.2)
    moved = (await entries(harness, room, Moved))[0]
    assert (moved.seat, moved.is_automatic, moved.is_late) == (turn, True, True)
    assert (await harness.store.log(room))[4].at - (await harness.store.log(room))[3].at == 60_000


async def test_two_processes_play_a_missed_deadline_once(harness):
    room = await harness.table(clock=MINUTE)
    await harness.room(room)
    other, _ = harness.new_rooms()
    await other.update(None, room, 0)
    await harness.wait(60.5)
    moved = await entries(harness, room, Moved)
    assert len({each.seat for each in moved}) == 1
    assert len((await harness.room(room)).game.moves) == len(moved)
    assert (await harness.room(room)).seats[moved[0].seat].misses == 1


async def test_a_deadline_survives_a_restart(harness):
    room = await harness.table(clock=MINUTE)
    await harness.wait(30)
    await harness.restart()
    due = (await harness.store.row(room)).due
    assert [row.room for row in await harness.store.due_rows(due)] == [room]
    assert await harness.store.due_rows(due - 1) == []
    await harness.wait(40)  # nobody connects; the server looks for due rooms
    await harness.room(room)
    await harness.wait(0.1)
    assert len(await entries(harness, room, Moved)) >= 1


async def test_after_two_misses_the_seat_is_away_until_its_person_acts(harness):
    room = await harness.table(clock=MoveClock(10))
    await follow_all(harness, room)
    while not any(seat.is_away for seat in (await harness.room(room)).seats):
        await harness.wait(1)
    current_room = await harness.room(room)
    away = next(number for number, seat in enumerate(current_room.seats) if seat.is_away)
    late = [each for each in await entries(harness, room, Moved) if each.is_late]
    assert current_room.seats[away].misses == 2
    assert sum(each.seat == away for each in late) >= 2
    name = current_room.seats[away].name
    other = next(each for each in PEOPLE if each != name)
    await harness.come_back(name, room)
    current_room = await harness.room(room)
    assert (current_room.seats[away].is_away, current_room.seats[away].misses) == (False, 0)
    assert (await harness.log(room))[-1] == CameBack(away)
    assert await changes(harness, room, other) == [PersonAway(away), PersonBack(away)]
    await harness.leave(name, room)
    all_changes = [PersonAway(away), PersonBack(away), PersonLeft(away)]
    assert await changes(harness, room, other) == all_changes


async def changes(harness, room, person):
    """Return all changes of presence in a person's update; steps without one have no such field."""
    update = await harness.update(person, room)
    by_step = [step.changes for step in update.steps]
    assert () not in by_step
    return [change for each in by_step if each is not msgspec.UNSET for change in each]


async def test_a_late_answer_of_several_moves_is_one_miss(harness):
    """The bot may sell before it answers, but the deadline was missed only once."""
    room = await harness.table(clock=MoveClock(10))
    await follow_all(harness, room)
    while (await harness.room(room)).status is Status.RUNNING:
        for name in PEOPLE:
            if (await harness.room(room)).seats[await harness.seat(name, room)].is_away:
                await harness.come_back(name, room)
        await harness.wait(5)
    rebuilt, missed, extra_moves = Room(room, Outages()), None, 0
    for stored in await harness.store.log(room):
        entry, began_at = DECODER.decode(stored.body), rebuilt.decision_began_at
        before = [seat.misses for seat in rebuilt.seats]
        rebuilt.add(stored.at, entry)
        if isinstance(entry, Moved) and entry.is_late:
            is_new = missed != (entry.seat, began_at)
            assert rebuilt.seats[entry.seat].misses == before[entry.seat] + is_new
            missed, extra_moves = (entry.seat, began_at), extra_moves + (not is_new)
    assert extra_moves  # some late answers had several moves


async def test_the_vote_of_all_present_people_ends_the_game(harness):
    room = await harness.table("Anna Ben", "solid", clock=MoveClock(10))
    await follow_all(harness, room, ("Anna", "Ben"))
    await harness.abort("Anna", room)
    while (await harness.room(room)).status is Status.RUNNING:
        if await harness.person_on_turn(room) == "Anna":
            game = (await harness.room(room)).game
            await harness.play("Anna", room, str(game.legal(game.turn)[0][1]))
        await harness.wait(1)
    assert (await harness.room(room)).status is Status.ABORTED
    assert (await harness.room(room)).seats[await harness.seat("Ben", room)].is_away


async def test_the_vote_of_an_absent_person_does_not_end_the_game(harness):
    room = await harness.table("Anna Ben", "solid", clock=MoveClock(600), pace="quick")
    await harness.abort("Anna", room)
    follower = await harness.follow("Ben", room)
    await harness.wait(100)
    assert (await harness.room(room)).seats[await harness.seat("Anna", room)].is_away
    await follower.leave()
    await harness.wait(3600)
    assert (await harness.room(room)).status is Status.FINISHED


async def test_a_person_is_away_after_ninety_seconds_without_a_connection(harness):
    room = await harness.table(clock=MoveClock(3000))
    followers = await follow_all(harness, room)
    seat = await harness.seat("Ben", room)
    await harness.wait(100)
    assert await entries(harness, room, WentAway) == []
    await followers["Ben"].leave()
    await harness.wait(89)
    assert await entries(harness, room, WentAway) == []
    await harness.wait(2)
    assert await entries(harness, room, WentAway) == [WentAway(seat)]
    await harness.follow("Ben", room)  # a connection alone does not bring a person back
    await harness.wait(100)
    assert (await harness.room(room)).seats[seat].is_away


async def test_a_person_who_reconnects_in_time_is_not_away(harness):
    room = await harness.table(clock=MoveClock(3000))
    followers = await follow_all(harness, room)
    await followers["Ben"].leave()
    await harness.wait(80)
    await harness.follow("Ben", room)
    await harness.wait(200)
    assert await entries(harness, room, WentAway) == []


async def test_a_person_who_polls_is_not_away(harness):
    room = await harness.table(clock=MoveClock(3000))
    await follow_all(harness, room, ("Anna", "Cleo"))
    for _ in range(10):
        await harness.wait(60)
        await harness.update("Ben", room)
    assert await entries(harness, room, WentAway) == []


async def test_a_command_without_a_connection_counts_as_presence(harness):
    room = await harness.table(clock=MoveClock(3000))
    await follow_all(harness, room, ("Anna", "Cleo"))
    await harness.wait(91)
    assert len(await entries(harness, room, WentAway)) == 1
    await harness.come_back("Ben", room)
    await harness.wait(80)
    assert len(await entries(harness, room, WentAway)) == 1
    await harness.wait(11)
    assert len(await entries(harness, room, WentAway)) == 2


@pytest.mark.parametrize("clock", [None, MoveClock(3600), BankClock(86_400)])
async def test_in_slow_games_nobody_is_away(harness, clock):
    room = await harness.table(clock=clock)
    await harness.wait(600)
    assert await entries(harness, room, WentAway) == []


async def test_an_away_person_who_sells_or_plays_is_back(harness):
    room = await harness.table(clock=MoveClock(600))
    name = await harness.person_on_turn(room)
    seat = await harness.seat(name, room)
    harness.bots.seconds = 1000  # so that the bot does not move first
    await harness.wait(91)
    assert (await harness.room(room)).seats[seat].is_away
    await harness.play(name, room, "pass")
    assert not (await harness.room(room)).seats[seat].is_away
    assert (await harness.log(room))[-1] == Moved(seat, "pass", is_automatic=False)


async def test_an_away_person_must_come_back_before_voting(harness):
    room = await harness.table(clock=MoveClock(600))
    followers = await follow_all(harness, room)
    await followers["Ben"].leave()
    await harness.wait(91)
    before = await harness.log(room)
    assert (await refusal(harness.abort("Ben", room))).code is Code.ABSENT
    assert await harness.log(room) == before
    await harness.come_back("Ben", room)
    await harness.abort("Ben", room)
    assert (await harness.room(room)).abort_asked == {await harness.seat("Ben", room)}


async def test_with_everybody_away_the_game_is_played_to_its_end(harness):
    room = await harness.table(clock=MoveClock(10), pace="quick")
    await harness.wait(3600)
    assert (await harness.room(room)).status is Status.FINISHED


async def test_a_bot_takes_the_seat_of_a_person_who_leaves(harness):
    room = await harness.table()
    name = await harness.person_on_turn(room)
    seat = await harness.seat(name, room)
    await harness.leave(name, room)
    assert (await harness.log(room))[-1] == Left(seat)
    await harness.wait(5)
    assert (await harness.log(room))[-1].seat == seat
    state = (await harness.update(name, room)).room
    assert state.seat is None  # a spectator now
    assert state.seats[seat].has_left
    assert room not in [row.room for row in await harness.store.rooms_of(person_of(name))]


async def test_a_time_bank_runs_only_during_the_persons_own_decisions(harness):
    room = await harness.table(clock=BankClock(100))
    await follow_all(harness, room)
    first = await harness.person_on_turn(room)
    await harness.wait(7)
    await harness.play(first, room, "pass")
    await harness.wait(5)
    seats = (await harness.room(room)).seats
    assert [seat.bank for seat in seats if seat.name == first] == [93_000]
    assert [seat.bank for seat in seats if seat.name != first] == [100_000] * 2
    second = await harness.person_on_turn(room)
    assert (await harness.update(None, room)).room.due == harness.clock.now() + 95_000
    await harness.wait(96)
    bank = next(seat.bank for seat in (await harness.room(room)).seats if seat.name == second)
    assert bank == 0


async def test_with_an_empty_bank_each_decision_has_ten_seconds(harness):
    room = await harness.table(clock=BankClock(100))
    await follow_all(harness, room)
    name = await harness.person_on_turn(room)
    await harness.wait(99)
    await harness.play(name, room, "pass")
    for _ in range(2):  # the person's next turns
        while await harness.person_on_turn(room) != name:
            await harness.play(
                await harness.person_on_turn(room), room, await some_move(harness, room)
            )
        before = await harness.room(room)
        assert before.due == before.decision_began_at + 10_000
        await harness.wait(9)
        await harness.play(name, room, await some_move(harness, room))


async def test_a_substitute_bot_does_not_use_the_time_bank(harness):
    room = await harness.table("Anna Ben", "solid", clock=BankClock(3000), pace="slow")
    await follow_all(harness, room, ("Anna", "Ben"))
    bots = [seat.bank for seat in (await harness.room(room)).seats if seat.bot]
    assert bots == [None]
    name = await harness.person_on_turn(room)
    while name not in ("Anna", "Ben"):
        await harness.wait(1)
        name = await harness.person_on_turn(room)
    number = await harness.seat(name, room)
    await harness.leave(name, room)
    bank = (await harness.room(room)).seats[number].bank
    await harness.wait(60)
    assert (await harness.room(room)).seats[number].bank == bank


async def test_an_outage_stops_the_clocks(harness):
    room = await harness.table(clock=BankClock(100))
    await follow_all(harness, room)
    name = await harness.person_on_turn(room)
    await harness.wait(10)
    harness.stop()
    began = harness.clock.now()
    await harness.wait(600)
    await harness.restart()
    harness.rooms.heartbeat.outages.add(began, harness.clock.now())
    follower = await harness.follow(name, room)
    assert follower.updates()[-1].room.due == harness.clock.now() + 90_000
    await harness.wait(80)
    await harness.play(name, room, "pass")
    seats = (await harness.room(room)).seats
    assert [seat.bank for seat in seats if seat.name == name] == [10_000]
    assert (await harness.room_from_log(room, harness.rooms.heartbeat.outages)).seats == seats


async def test_a_busy_store_delays_the_deadline_and_nothing_else(harness):
    room = await harness.table(clock=MINUTE)
    await follow_all(harness, room)
    append, store = harness.store.append, harness.store

    async def busy(_):
        raise StoreBusy("full")

    store.append = busy
    await harness.wait(65)
    before = harness.now()
    await harness.update("Anna", room)  # the room's lock is not held meanwhile
    assert harness.now() == before
    store.append = append
    await harness.wait(1.5)
    assert len(await entries(harness, room, Moved)) >= 1


async def test_an_idle_room_has_no_task(harness):
    room = await harness.table()
    await harness.wait(1)
    assert not (await harness.live(room)).autoplay.is_running
