"""People who are gone from a live game: bots can be called for them, and they have no vote."""

import pytest
from msgspec.structs import replace

from byzanz.rooms.entries import DECODER as ENTRIES
from byzanz.rooms.entries import Aborted, AbortVoted, CameBack, Created, Left, VotePassed, WentAway
from byzanz.rooms.outages import Outages
from byzanz.rooms.room import Room
from byzanz.store.errors import StoreBusy
from byzanz.wire.problems import Code
from byzanz.wire.room import BankClock, MoveClock, Status
from tests.server.hosting.harness import refusal

LIVE_CLOCKS = (None, MoveClock(3599))
SLOW_CLOCKS = (MoveClock(3600), BankClock(86_400))


async def followed_table(harness, people="Anna Ben Cleo", bots="", **options):
    """Start a game; returns its room, and a follower for each person."""
    room = await harness.table(people, bots, **options)
    return room, {name: await harness.follow(name, room) for name in people.split()}


async def gone(harness, room, person="Anna"):
    """Return the people who are gone, with their seconds of absence, from a person's update."""
    update = await harness.update(person, room)
    return {
        seat.name: (update.now - seat.gone_since) // 1000
        for seat in update.room.seats
        if seat.gone_since is not None
    }


@pytest.mark.parametrize("clock", LIVE_CLOCKS)
async def test_a_person_is_shown_as_gone_after_sixty_seconds(harness, clock):
    room, followers = await followed_table(harness, clock=clock)
    await harness.wait(300)
    assert await gone(harness, room) == {}
    await followers["Ben"].leave()
    for each in followers.values():
        each.read()
    await harness.wait(59.9)
    assert followers["Anna"].updates() == []
    await harness.wait(0.2)
    ben = await harness.seat("Ben", room)
    for name in ("Anna", "Cleo"):
        (update,) = followers[name].updates()
        assert (update.after, update.steps) == (update.seq, ())
        assert [seat.gone_since is not None for seat in update.room.seats].index(True) == ben
    assert await gone(harness, room) == {"Ben": 60}
    seq = (await harness.room(room)).seq
    await harness.follow("Ben", room)
    assert await gone(harness, room) == {}
    await harness.wait(0.1)
    assert followers["Anna"].updates()[-1].room.seats[ben].gone_since is None
    assert (await harness.room(room)).seq == seq  # presence is not in the log


@pytest.mark.parametrize("clock", SLOW_CLOCKS)
async def test_in_slow_games_nobody_is_gone(harness, clock):
    room, followers = await followed_table(harness, clock=clock)
    await followers["Ben"].leave()
    await harness.wait(600)
    assert await gone(harness, room) == {}
    refused = await refusal(harness.call_bot("Anna", room, await harness.seat("Ben", room)))
    assert refused.code is Code.NOT_GONE
    assert not (await harness.update("Anna", room)).room.is_live


async def test_a_person_who_polls_is_not_gone(harness):
    room, followers = await followed_table(harness)
    await followers["Ben"].leave()
    for _ in range(5):
        await harness.wait(50)
        await harness.update("Ben", room)
    assert await gone(harness, room) == {}


async def test_a_refused_request_counts_as_presence(harness):
    room, followers = await followed_table(harness)
    await followers["Ben"].leave()
    await harness.wait(50)
    assert (await refusal(harness.play("Ben", room, "give C1"))).code is Code.REFUSED
    await harness.wait(50)
    assert await gone(harness, room) == {}


async def test_a_called_bot_plays_until_its_person_acts(harness):
    room, followers = await followed_table(harness, pace="quick")
    name = await harness.person_on_turn(room)
    seat = await harness.seat(name, room)
    other = next(each for each in followers if each != name)
    assert (await refusal(harness.call_bot(other, room, seat))).code is Code.NOT_GONE
    await followers[name].leave()
    await harness.wait(61)
    moves = len((await harness.room(room)).game.moves)
    assert (await refusal(harness.call_bot("Nobody", room, seat))).code is Code.NOT_ALLOWED
    assert (await refusal(harness.call_bot(other, room, 5))).code is Code.NOT_GONE
    await harness.call_bot(other, room, seat)
    assert WentAway(seat, by=await harness.seat(other, room)) in await harness.log(room)
    await harness.wait(2)
    assert len((await harness.room(room)).game.moves) > moves
    assert await gone(harness, room, other) == {}  # shown as away instead
    assert (await refusal(harness.call_bot(other, room, seat))).code is Code.NOT_GONE
    await harness.come_back(name, room)
    assert not (await harness.room(room)).seats[seat].is_away
    await harness.wait(61)
    assert list(await gone(harness, room, other)) == [name]


async def test_after_a_restart_nobody_is_gone_for_sixty_seconds(harness):
    room, _ = await followed_table(harness)
    await harness.wait(300)
    await harness.restart()
    await harness.follow("Anna", room)
    await harness.wait(59)
    assert await gone(harness, room) == {}
    await harness.wait(2)
    assert set(await gone(harness, room)) == {"Ben", "Cleo"}


async def test_the_time_of_an_outage_does_not_count_as_absence(harness):
    room, followers = await followed_table(harness)
    await followers["Ben"].leave()
    began = harness.clock.now()
    await harness.wait(55)
    harness.rooms.heartbeat.outages.add(began, harness.clock.now())
    await harness.wait(55)
    assert await gone(harness, room) == {}
    await harness.wait(6)
    assert list(await gone(harness, room)) == ["Ben"]


# --- votes to end the game --------------------------------------------------------------------


async def vote_to_end(harness, room, *people):
    for name in people:
        await harness.abort(name, room)


async def test_people_who_are_gone_have_no_vote_but_ten_seconds_to_return(harness):
    room, followers = await followed_table(harness)
    await followers["Ben"].leave()
    await harness.wait(61)
    await vote_to_end(harness, room, "Anna")
    await harness.wait(1)
    assert (await harness.update("Anna", room)).room.ends_at is None
    await vote_to_end(harness, room, "Cleo")
    await harness.wait(0.1)
    passed, at = (await harness.log(room))[-1], (await harness.room(room)).at
    assert passed == VotePassed((await harness.seat("Ben", room),))
    assert (await harness.update("Anna", room)).room.ends_at == at + 10_000
    await harness.wait(9.8)
    assert (await harness.room(room)).status is Status.RUNNING
    await harness.wait(0.2)
    assert (await harness.log(room))[-1] == Aborted()
    assert (await harness.room(room)).status is Status.ABORTED


@pytest.mark.parametrize("request_name", ["follow", "update", "play"])
async def test_a_person_who_returns_in_time_has_a_vote_again(harness, request_name):
    room, followers = await followed_table(harness)
    name = await harness.person_on_turn(room)
    others = [each for each in followers if each != name]
    await followers[name].leave()
    await harness.wait(61)
    await vote_to_end(harness, room, *others)
    await harness.wait(9)
    if request_name == "play":
        await harness.play(name, room, "pass")
    else:
        await getattr(harness, request_name)(name, room)
    await harness.wait(20)
    room_now = await harness.room(room)
    assert (room_now.status, room_now.ends_at) == (Status.RUNNING, None)
    assert room_now.abort_asked == {await harness.seat(each, room) for each in others}
    await vote_to_end(harness, room, name)
    assert (await harness.room(room)).status is Status.ABORTED


async def test_a_person_gone_after_the_votes_of_the_others_does_not_block_the_end(harness):
    room, followers = await followed_table(harness)
    await vote_to_end(harness, room, "Anna", "Cleo")
    await followers["Ben"].leave()
    await harness.wait(59)
    assert (await harness.room(room)).ends_at is None
    await harness.wait(13)
    assert (await harness.room(room)).status is Status.ABORTED


async def test_a_withdrawn_vote_stops_the_end(harness):
    room, followers = await followed_table(harness)
    await followers["Ben"].leave()
    await harness.wait(61)
    await vote_to_end(harness, room, "Anna", "Cleo")
    await harness.wait(5)
    await harness.abort("Cleo", room, is_wanted=False)
    await harness.wait(30)
    assert (await harness.room(room)).status is Status.RUNNING


async def test_a_person_replaced_by_a_bot_may_object(harness):
    room, followers = await followed_table(harness, pace="quick")
    ben = await harness.seat("Ben", room)
    await followers["Ben"].leave()
    await harness.wait(61)
    await harness.call_bot("Anna", room, ben)
    await vote_to_end(harness, room, "Anna", "Cleo")
    moves = len((await harness.room(room)).game.moves)
    await harness.wait(9)
    assert len((await harness.room(room)).game.moves) == moves  # the bots wait
    assert (await harness.room(room)).status is Status.RUNNING
    await harness.come_back("Ben", room)
    await harness.wait(30)
    assert (await harness.room(room)).status is Status.RUNNING
    await harness.wait(41)  # Ben is gone again, and the other votes still stand
    assert (await harness.room(room)).status is Status.ABORTED


async def test_the_scheduled_end_survives_a_restart(harness):
    room, followers = await followed_table(harness)
    await followers["Ben"].leave()
    await harness.wait(61)
    await vote_to_end(harness, room, "Anna", "Cleo")
    await harness.wait(5)
    due = (await harness.room(room)).ends_at
    await harness.restart()
    assert [row.room for row in await harness.store.due_rows(due)] == [room]
    await harness.follow("Anna", room)  # a restart does not count as an objection
    await harness.wait(6)
    assert (await harness.room(room)).status is Status.ABORTED


async def test_the_end_waits_for_a_busy_store(harness):
    room, followers = await followed_table(harness)
    await followers["Ben"].leave()
    await harness.wait(61)
    await vote_to_end(harness, room, "Anna", "Cleo")
    append, store = harness.store.append, harness.store

    async def busy(_):
        raise StoreBusy("full")

    await harness.wait(5)
    store.append = busy
    await harness.wait(20)
    assert (await harness.room(room)).status is Status.RUNNING
    store.append = append
    await harness.wait(1.5)
    assert (await harness.room(room)).status is Status.ABORTED


async def test_a_full_log_still_accepts_the_entries_that_end_a_game(harness):
    room, followers = await followed_table(harness, pace="quick")
    await followers["Ben"].leave()
    await harness.wait(61)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("byzanz.rooms.decide.MOST_ENTRIES", 3)
        assert (await refusal(harness.come_back("Anna", room))).code is Code.TOO_FAST
        await harness.call_bot("Anna", room, await harness.seat("Ben", room))
        await harness.come_back("Ben", room)
        await harness.abort("Anna", room)
        assert (await refusal(harness.abort("Anna", room))).code is Code.TOO_FAST
        assert (await refusal(harness.abort("Anna", room, is_wanted=False))).code is Code.TOO_FAST


async def test_the_first_person_who_returns_may_end_the_game(harness):
    room, followers = await followed_table(harness, pace="quick")
    for each in followers.values():
        await each.leave()
    await harness.wait(3600)
    assert (await harness.room(room)).status is Status.RUNNING
    await harness.follow("Cleo", room)
    assert set(await gone(harness, room, "Cleo")) == {"Anna", "Ben"}
    await vote_to_end(harness, room, "Cleo")
    await harness.wait(11)
    assert (await harness.room(room)).status is Status.ABORTED


# --- rooms of 0.1.0 ---------------------------------------------------------------------------


async def test_logs_of_the_first_edition_end_as_they_did(harness):
    """In edition 1 a vote ended a game at once, and the last person ended a waiting room."""
    room = await harness.table()
    log = await harness.log(room)
    first = ENTRIES.decode(
        b'{"type":"created",' + (await harness.store.log(room))[0].body.split(b",", 1)[1]
    )
    assert isinstance(first, Created)
    assert first.edition == 2
    old = [entry for entry in log if not isinstance(entry, Created)]
    for tail in ([WentAway(1), AbortVoted(0), AbortVoted(2)], [Left(0), Left(1), Left(2)]):
        assert _room_of(first, old + tail, edition=1).status is Status.ABORTED
    waiting = _room_of(first, [Left(0)], edition=1)
    assert waiting.status is Status.ABORTED
    assert _room_of(first, [Left(0)], edition=2).status is Status.WAITING
    assert _room_of(first, [*old, WentAway(1), AbortVoted(0), AbortVoted(2)], edition=2).ends_at
    back = [*old, WentAway(1), AbortVoted(0), AbortVoted(2), CameBack(1)]
    assert _room_of(first, back, edition=2).ends_at is None


def _room_of(first, entries, *, edition):
    room = Room("0" * 32, Outages())
    for at, entry in enumerate([replace(first, edition=edition), *entries]):
        room.add(at, entry)
    return room
