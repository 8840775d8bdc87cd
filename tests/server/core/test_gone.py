"""People who vanish from a table where others wait for them."""

import pytest
from msgspec.structs import replace

from byzanz.server.entries import DECODER as ENTRIES
from byzanz.server.entries import AbortAsked, Aborted, CameBack, Created, Left, VotePassed, WentAway
from byzanz.server.outages import Outages
from byzanz.server.room import Room
from byzanz.store.trouble import StoreBusy
from byzanz.wire.problems import Code
from byzanz.wire.room import BankClock, MoveClock, Status
from tests.server.core.house import refusal

LIVE = (None, MoveClock(3599))
DAY = (MoveClock(3600), BankClock(86_400))


async def sit(house, people="Anna Ben Cleo", bots="", **options):
    """A running table whose people all follow it."""
    room = await house.table(people, bots, **options)
    return room, {name: await house.follow(name, room) for name in people.split()}


async def gone(house, room, person="Anna"):
    """Who is gone, and for how many seconds, as a person is told."""
    update = await house.update(person, room)
    return {
        seat.name: (update.now - seat.gone_since) // 1000
        for seat in update.room.seats
        if seat.gone_since is not None
    }


@pytest.mark.parametrize("clock", LIVE)
async def test_after_sixty_seconds_everybody_sees_who_is_gone(house, clock):
    room, followers = await sit(house, clock=clock)
    await house.wait(300)
    assert await gone(house, room) == {}
    await followers["Ben"].leave()
    for each in followers.values():
        each.read()
    await house.wait(59.9)
    assert followers["Anna"].updates() == []
    await house.wait(0.2)
    ben = await house.seat("Ben", room)
    for name in ("Anna", "Cleo"):
        (told,) = followers[name].updates()
        assert (told.after, told.steps) == (told.seq, ())
        assert [seat.gone_since is not None for seat in told.room.seats].index(True) == ben
    assert await gone(house, room) == {"Ben": 60}
    seq = (await house.room(room)).seq
    await house.follow("Ben", room)
    assert await gone(house, room) == {}
    await house.wait(0.1)
    assert followers["Anna"].updates()[-1].room.seats[ben].gone_since is None
    assert (await house.room(room)).seq == seq  # nothing of this is in the log


@pytest.mark.parametrize("clock", DAY)
async def test_where_people_come_and_go_only_the_clock_decides(house, clock):
    room, followers = await sit(house, clock=clock)
    await followers["Ben"].leave()
    await house.wait(600)
    assert await gone(house, room) == {}
    refused = await refusal(house.call_bot("Anna", room, await house.seat("Ben", room)))
    assert refused.code is Code.NOT_GONE
    assert not (await house.update("Anna", room)).room.is_live


async def test_whoever_only_asks_is_not_gone(house):
    room, followers = await sit(house)
    await followers["Ben"].leave()
    for _ in range(5):
        await house.wait(50)
        await house.update("Ben", room)
    assert await gone(house, room) == {}


async def test_refused_and_idle_requests_are_signs_of_life(house):
    room, followers = await sit(house)
    await followers["Ben"].leave()
    await house.wait(50)
    assert (await refusal(house.play("Ben", room, "give C1"))).code is Code.REFUSED
    await house.wait(50)
    assert await gone(house, room) == {}


async def test_one_who_is_there_calls_a_bot_until_its_person_acts(house):
    room, followers = await sit(house, pace="quick")
    name = await house.person_on_turn(room)
    seat = await house.seat(name, room)
    other = next(each for each in followers if each != name)
    assert (await refusal(house.call_bot(other, room, seat))).code is Code.NOT_GONE
    await followers[name].leave()
    await house.wait(61)
    moves = len((await house.room(room)).game.moves)
    assert (await refusal(house.call_bot("Nobody", room, seat))).code is Code.NOT_ALLOWED
    assert (await refusal(house.call_bot(other, room, 5))).code is Code.NOT_GONE
    await house.call_bot(other, room, seat)
    assert WentAway(seat, by=await house.seat(other, room)) in await house.log(room)
    await house.wait(2)
    assert len((await house.room(room)).game.moves) > moves
    assert await gone(house, room, other) == {}  # away now, which says more
    assert (await refusal(house.call_bot(other, room, seat))).code is Code.NOT_GONE
    await house.come_back(name, room)
    assert not (await house.room(room)).seats[seat].is_away
    await house.wait(61)
    assert list(await gone(house, room, other)) == [name]


async def test_after_a_restart_nobody_is_gone_for_sixty_seconds(house):
    room, _ = await sit(house)
    await house.wait(300)
    await house.restart()
    await house.follow("Anna", room)
    await house.wait(59)
    assert await gone(house, room) == {}
    await house.wait(2)
    assert set(await gone(house, room)) == {"Ben", "Cleo"}


async def test_an_outage_makes_nobody_gone(house):
    room, followers = await sit(house)
    await followers["Ben"].leave()
    began = house.clock.now()
    await house.wait(55)
    house.rooms.outages.add(began, house.clock.now())
    await house.wait(55)
    assert await gone(house, room) == {}
    await house.wait(6)
    assert list(await gone(house, room)) == ["Ben"]


# --- the end ----------------------------------------------------------------------------------


async def ask_for_the_end(house, room, *people):
    for name in people:
        await house.abort(name, room)


async def test_the_gone_have_no_vote_and_ten_seconds(house):
    room, followers = await sit(house)
    await followers["Ben"].leave()
    await house.wait(61)
    await ask_for_the_end(house, room, "Anna")
    await house.wait(1)
    assert (await house.update("Anna", room)).room.ends_at is None
    await ask_for_the_end(house, room, "Cleo")
    await house.wait(0.1)
    passed, at = (await house.log(room))[-1], (await house.room(room)).at
    assert passed == VotePassed((await house.seat("Ben", room),))
    assert (await house.update("Anna", room)).room.ends_at == at + 10_000
    await house.wait(9.8)
    assert (await house.room(room)).status is Status.RUNNING
    await house.wait(0.2)
    assert (await house.log(room))[-1] == Aborted()
    assert (await house.room(room)).status is Status.ABORTED


@pytest.mark.parametrize("way", ["follow", "update", "play"])
async def test_whoever_comes_back_in_time_is_asked_again(house, way):
    room, followers = await sit(house)
    name = await house.person_on_turn(room)
    others = [each for each in followers if each != name]
    await followers[name].leave()
    await house.wait(61)
    await ask_for_the_end(house, room, *others)
    await house.wait(9)
    if way == "play":
        await house.play(name, room, "pass")
    else:
        await getattr(house, way)(name, room)
    await house.wait(20)
    room_now = await house.room(room)
    assert (room_now.status, room_now.ends_at) == (Status.RUNNING, None)
    assert room_now.abort_asked == {await house.seat(each, room) for each in others}
    await ask_for_the_end(house, room, name)
    assert (await house.room(room)).status is Status.ABORTED


async def test_whoever_vanishes_after_the_vote_of_the_others_does_not_stop_them(house):
    room, followers = await sit(house)
    await ask_for_the_end(house, room, "Anna", "Cleo")
    await followers["Ben"].leave()
    await house.wait(59)
    assert (await house.room(room)).ends_at is None
    await house.wait(13)
    assert (await house.room(room)).status is Status.ABORTED


async def test_a_vote_taken_back_stops_the_end(house):
    room, followers = await sit(house)
    await followers["Ben"].leave()
    await house.wait(61)
    await ask_for_the_end(house, room, "Anna", "Cleo")
    await house.wait(5)
    await house.abort("Cleo", room, is_wanted=False)
    await house.wait(30)
    assert (await house.room(room)).status is Status.RUNNING


async def test_a_person_whose_seat_a_bot_plays_may_object_too(house):
    room, followers = await sit(house, pace="quick")
    ben = await house.seat("Ben", room)
    await followers["Ben"].leave()
    await house.wait(61)
    await house.call_bot("Anna", room, ben)
    await ask_for_the_end(house, room, "Anna", "Cleo")
    moves = len((await house.room(room)).game.moves)
    await house.wait(9)
    assert len((await house.room(room)).game.moves) == moves  # the bots wait
    assert (await house.room(room)).status is Status.RUNNING
    await house.come_back("Ben", room)
    await house.wait(30)
    assert (await house.room(room)).status is Status.RUNNING
    await house.wait(41)  # Ben said nothing more, and the others have not changed their minds
    assert (await house.room(room)).status is Status.ABORTED


async def test_the_end_is_kept_over_a_restart(house):
    room, followers = await sit(house)
    await followers["Ben"].leave()
    await house.wait(61)
    await ask_for_the_end(house, room, "Anna", "Cleo")
    await house.wait(5)
    due = (await house.room(room)).ends_at
    await house.restart()
    assert [row.room for row in await house.store.due_rows(due)] == [room]
    await house.follow("Anna", room)  # a restart is no objection
    await house.wait(6)
    assert (await house.room(room)).status is Status.ABORTED


async def test_the_end_waits_for_a_busy_store(house):
    room, followers = await sit(house)
    await followers["Ben"].leave()
    await house.wait(61)
    await ask_for_the_end(house, room, "Anna", "Cleo")
    append, store = house.store.append, house.store

    async def busy(_):
        raise StoreBusy("full")

    await house.wait(5)
    store.append = busy
    await house.wait(20)
    assert (await house.room(room)).status is Status.RUNNING
    store.append = append
    await house.wait(1.5)
    assert (await house.room(room)).status is Status.ABORTED


async def test_nobody_fills_the_log_so_that_the_game_cannot_end(house):
    room, followers = await sit(house, pace="quick")
    await followers["Ben"].leave()
    await house.wait(61)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("byzanz.server.decide.MOST_ENTRIES", 3)
        assert (await refusal(house.come_back("Anna", room))).code is Code.TOO_FAST
        await house.call_bot("Anna", room, await house.seat("Ben", room))
        await house.come_back("Ben", room)
        await house.abort("Anna", room)
        assert (await refusal(house.abort("Anna", room))).code is Code.TOO_FAST
        assert (await refusal(house.abort("Anna", room, is_wanted=False))).code is Code.TOO_FAST


async def test_all_are_gone_and_the_first_who_returns_goes_on(house):
    room, followers = await sit(house, pace="quick")
    for each in followers.values():
        await each.leave()
    await house.wait(3600)
    assert (await house.room(room)).status is Status.RUNNING
    await house.follow("Cleo", room)
    assert set(await gone(house, room, "Cleo")) == {"Anna", "Ben"}
    await ask_for_the_end(house, room, "Cleo")
    await house.wait(11)
    assert (await house.room(room)).status is Status.ABORTED


# --- rooms of 0.1.0 ---------------------------------------------------------------------------


async def test_a_log_of_the_first_edition_ends_as_it_did(house):
    """There, the end came at once where a bot played for the rest, and with the last to leave."""
    room = await house.table()
    log = await house.log(room)
    first = ENTRIES.decode(
        b'{"type":"created",' + (await house.store.log(room))[0].body.split(b",", 1)[1]
    )
    assert isinstance(first, Created)
    assert first.edition == 2
    old = [entry for entry in log if not isinstance(entry, Created)]
    for tail in ([WentAway(1), AbortAsked(0), AbortAsked(2)], [Left(0), Left(1), Left(2)]):
        assert _folded(first, old + tail, edition=1).status is Status.ABORTED
    waiting = _folded(first, [Left(0)], edition=1)
    assert waiting.status is Status.ABORTED
    assert _folded(first, [Left(0)], edition=2).status is Status.WAITING
    assert _folded(first, [*old, WentAway(1), AbortAsked(0), AbortAsked(2)], edition=2).ends_at
    back = [*old, WentAway(1), AbortAsked(0), AbortAsked(2), CameBack(1)]
    assert _folded(first, back, edition=2).ends_at is None


def _folded(first, entries, *, edition):
    room = Room("0" * 32, Outages())
    for at, entry in enumerate([replace(first, edition=edition), *entries]):
        room.add(at, entry)
    return room
