"""Moves of people: in order, once, and refused without a trace."""

import asyncio

import pytest

from byzanz.game.moves import Sell
from byzanz.server.clock import SteadyClock
from byzanz.server.people import person_of
from byzanz.store.entry import Append
from byzanz.store.trouble import StoreBusy
from byzanz.wire.commands import Play
from byzanz.wire.problems import Code
from byzanz.wire.room import Status
from tests.server.core.house import START, refusal


async def seller(house, room):
    """A person who may sell now without being asked, and what; plays on till there is one."""
    while True:
        game = (await house.room(room)).game
        for seat, move in game.legal():
            if isinstance(move, Sell) and seat != game.turn:
                return (await house.room(room)).seats[seat].name, str(move)
        await advance(house, room)


async def advance(house, room):
    """Whoever is on turn plays what comes first but passing."""
    game = (await house.room(room)).game
    moves = [str(move) for _, move in game.legal(game.turn)]
    move = next((each for each in moves if each != "pass"), "pass")
    if game.moves and len(game.moves) % 3 and "pass" in moves:
        move = "pass"
    await house.play(await house.person_on_turn(room), room, move)


async def test_a_sale_by_anyone_at_any_moment_is_never_stale(house):
    room = await house.table()
    name, sale = await seller(house, room)
    decision = (await house.room(room)).game.decision
    accepted = await house.play(name, room, sale, decision=max(decision - 1, 0))
    after = (await house.room(room)).game
    assert after.decision == decision  # whoever is on turn may still answer
    assert str(after.moves[-1][1]) == sale
    assert accepted.seq == len(await house.store.log(room))


@pytest.mark.parametrize(
    ("move", "code", "facts"),
    [
        ("bid M", Code.REFUSED, {"reason": "merchant_bid"}),
        ("give C1", Code.REFUSED, {"reason": "wrong_phase"}),
        ("sell C1 C1 C1", Code.REFUSED, {}),
        ("done", Code.REFUSED, {"reason": "wrong_phase"}),
        ("fly", Code.BAD_REQUEST, {"field": "move"}),
        ("bid", Code.BAD_REQUEST, {"field": "move"}),
        ("pass pass", Code.BAD_REQUEST, {"field": "move"}),
    ],
)
async def test_a_refused_move_changes_nothing(house, move, code, facts):
    room = await house.table()
    name, before = await house.person_on_turn(room), await house.store.log(room)
    follower = await house.follow(name, room)
    follower.read()
    refused = await refusal(house.play(name, room, move))
    assert refused.code is code
    assert refused.facts.items() >= facts.items()
    assert await house.store.log(room) == before
    assert follower.read() == []


async def test_who_may_not_move(house):
    room = await house.table()
    turn = await house.person_on_turn(room)
    other = next(name for name in ("Anna", "Ben", "Cleo") if name != turn)
    refused = await refusal(house.play(other, room, "pass"))
    assert (refused.code, refused.facts["reason"]) == (Code.REFUSED, "not_your_turn")
    assert (await refusal(house.play("Nobody", room, "pass"))).code is Code.NOT_ALLOWED
    assert (await refusal(house.start("Anna", room))).code is Code.NOT_WAITING


async def test_strangers_find_no_room_where_nobody_may_watch(house):
    room = await house.table(spectators=False)
    for asked in (house.play("Nobody", room, "pass"), house.update("Nobody", room)):
        assert (await refusal(asked)).code is Code.NOT_FOUND


async def test_a_past_decision_is_stale_and_tells_the_present_one(house):
    room = await house.table()
    name = await house.person_on_turn(room)
    await advance(house, room)
    decision = (await house.room(room)).game.decision
    refused = await refusal(house.play(name, room, "pass", decision=decision - 1))
    assert (refused.code, refused.facts) == (Code.STALE, {"decision": decision})
    assert refused.status == 409


async def test_a_move_without_its_decision(house):
    room = await house.table()
    name = await house.person_on_turn(room)
    assert (await refusal(house.do(name, room, Play, "pass"))).code is Code.BAD_REQUEST


async def test_one_command_twice_is_one_entry(house):
    room = await house.table()
    name = await house.person_on_turn(room)
    first = await house.play(name, room, "pass", decision=0, id="the-same-id")
    again = await house.play(name, room, "pass", decision=0, id="the-same-id")
    assert again == first
    assert len(await house.store.log(room)) == first.seq
    refused = await refusal(house.play(name, room, "pass", decision=1, id="the-same-id"))
    assert refused.code is Code.COMMAND_CONFLICT
    await house.restart()
    assert await house.play(name, room, "pass", decision=0, id="the-same-id") == first


async def test_one_id_of_two_people_is_two_commands(house):
    room = await house.create()
    await house.join("Ben", room, id="the-same-id")
    await house.join("Cleo", room, id="the-same-id")
    assert len(await house.store.log(room)) == 3


async def test_one_command_from_two_processes_is_one_entry(house):
    room = await house.table()
    name = await house.person_on_turn(room)
    first, _ = house.rooms, await house.room(room)
    other, _ = house.new_rooms()
    await other.update(person_of(name), room, 0)
    answers = []
    for house.rooms in (first, other):
        answers.append(await house.play(name, room, "pass", decision=0, id="the-same-id"))
    assert answers[0] == answers[1]
    assert len(await house.store.log(room)) == answers[0].seq


async def test_time_never_goes_back_in_a_log(house):
    room = await house.table()
    await house.wait(10)
    await house.play(await house.person_on_turn(room), room, "pass")
    house.rooms, _ = house.new_rooms()
    house.rooms.clock = SteadyClock(START - 60_000)  # of a machine whose clock is behind
    await house.play(await house.person_on_turn(room), room, "pass")
    times = [entry.at for entry in await house.store.log(room)]
    assert times == sorted(times)


async def test_two_seats_in_the_same_instant_have_one_order(house):
    room = await house.table()
    names = ["Anna", "Ben", "Cleo"]
    results = await asyncio.gather(
        *[house.play(name, room, "pass", decision=0) for name in names], return_exceptions=True
    )
    assert sum(not isinstance(result, Exception) for result in results) == 1
    assert len((await house.room(room)).game.moves) == 1


async def test_a_busy_store_acknowledges_nothing_and_the_resend_counts_once(house):
    room = await house.table()
    name = await house.person_on_turn(room)
    append, store = house.store.append, house.store

    async def commit_and_be_cut(what: Append):
        await append(what)
        raise StoreBusy("cut after the commit")

    store.append = commit_and_be_cut
    with pytest.raises(StoreBusy):
        await house.play(name, room, "pass", decision=0, id="the-same-id")
    store.append = append
    assert (await house.room(room)).game.moves == []  # not seen before it is known to be on disk
    accepted = await house.play(name, room, "pass", decision=0, id="the-same-id")
    assert accepted.seq == len(await house.store.log(room))
    assert len((await house.room(room)).game.moves) == 1


async def test_all_who_play_end_the_game_together(house):
    room = await house.table()
    for name in ("Anna", "Ben"):
        await house.abort(name, room)
        await house.abort(name, room)
    assert len((await house.update(None, room)).room.abort_asked) == 2
    assert (await house.update(None, room)).room.deal.secret is None
    await house.abort("Cleo", room)
    update = await house.update("Anna", room)
    assert update.room.status is Status.ABORTED
    assert update.room.deal.secret is not None
    assert update.options is None
    assert (await refusal(house.play("Anna", room, "pass"))).code is Code.NOT_RUNNING
    assert (await refusal(house.leave("Anna", room))).code is Code.NOT_RUNNING


async def test_whoever_asked_for_the_end_may_think_better_of_it(house):
    room = await house.table()
    for name in ("Anna", "Ben"):
        await house.abort(name, room)
    await house.abort("Anna", room, is_wanted=False)
    await house.abort("Cleo", room)
    update = await house.update("Anna", room)
    assert update.room.status is Status.RUNNING
    assert len(update.room.abort_asked) == 2
    await house.abort("Anna", room)
    assert (await house.update("Anna", room)).room.status is Status.ABORTED


async def test_whoever_leaves_or_is_away_need_not_ask(house):
    room = await house.table()
    await house.abort("Anna", room)
    await house.leave("Ben", room)
    assert (await house.room(room)).status is Status.RUNNING
    await house.leave("Cleo", room)
    assert (await house.room(room)).status is Status.ABORTED


async def test_leaving_a_finished_game_is_refused(house):
    room = await house.table("Anna", "solid solid", pace="quick", clock=None)
    while (await house.room(room)).status is Status.RUNNING:
        if await house.person_on_turn(room) == "Anna":
            await advance(house, room)
        else:
            await house.wait(1)
    assert (await refusal(house.leave("Anna", room))).code is Code.NOT_RUNNING
    assert (await house.room(room)).status is Status.FINISHED
