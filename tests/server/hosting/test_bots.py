"""Bots in rooms: the times of their answers, their failures, and games of bots."""

from itertools import pairwise

import pytest

from byzanz.cards import Card
from byzanz.game.events import LotRevealed, Passed, TrioSold
from byzanz.rooms.bot_timing import GRID, LINGERING, STEPS, draw_time, next_point
from byzanz.rooms.entries import Moved
from byzanz.server.workers.bot_pool import Overloaded
from byzanz.store.errors import StoreBusy
from byzanz.wire.problems import Code
from byzanz.wire.room import BotId, Pace, Status
from tests.server.hosting.harness import Harness, refusal

CLOTH = (Card.C1, Card.C2, Card.C3)
LOT = LotRevealed(4, CLOTH, 0)


async def answer_times(harness, room):
    """Return entry number and milliseconds since the previous entry, for each bot's move."""
    log = await harness.store.log(room)
    return [
        (entry.seq, entry.at - before.at)
        for before, entry in pairwise(log)
        if b'"is_automatic":true' in entry.body
    ]


async def events_before(harness, room):
    """Return the events of the previous entry, by entry number."""
    current_room = await harness.room(room)
    spans = current_room.history.spans_after(0)
    return {span.seq + 1: current_room.game.events[span.first : span.end] for span in spans}


async def watched(harness, plan="solid solid solid", **options):
    """Start a game of bots that Anna watches."""
    room = await harness.create(plan, start=True, **options)
    return room, await harness.follow("Anna", room)


async def test_a_game_of_bots_is_played_while_somebody_watches(harness):
    room, follower = await watched(harness, pace="quick")
    await harness.wait(10)
    assert len((await harness.room(room)).game.moves) > 5
    await follower.leave()
    await harness.wait(2)  # a bot that is already thinking still answers
    seq = (await harness.room(room)).seq
    await harness.wait(3600)
    assert (await harness.room(room)).seq == seq
    assert (await harness.store.row(room)).due is None  # so the server does not wake it
    await harness.follow("Ben", room)
    await harness.wait(3600)
    assert (await harness.room(room)).status is Status.FINISHED


async def test_answers_are_sent_on_the_grid_however_long_a_bot_thinks(harness):
    harness.bots.seconds = 0.05
    room, _ = await watched(harness, pace="calm")
    await harness.wait(30)
    harness.bots.seconds = 0.85
    await harness.wait(30)
    times, before = await answer_times(harness, room), await events_before(harness, room)
    assert len(times) > 20
    for seq, time in times:
        assert time == draw_time(Pace.CALM, room, seq - 1, 0, before[seq])
    assert {time for _, time in times} == {GRID[Pace.CALM] * step for step in (1, 2, 3)}


async def test_a_late_answer_is_sent_at_the_next_point_of_the_grid(harness):
    harness.bots.seconds = 2.0
    room, _ = await watched(harness, pace="calm")
    await harness.wait(60)
    assert {time for _, time in await answer_times(harness, room)} == {2700}


def test_the_draw_is_uniform_and_depends_only_on_the_entry_number():
    draws = [draw_time(Pace.QUICK, "a" * 32, seq, 0) // GRID[Pace.QUICK] for seq in range(1000)]
    assert set(draws) == set(range(1, STEPS + 1))
    assert 400 < draws.count(1) < 600


POINTS_BY_EVENTS = (
    ([], 0),
    ([Passed(1, ())], 0),
    ([Passed(1, ()), LOT], 1),
    ([TrioSold(1, CLOTH, CLOTH[2], 3)], 1),
)


@pytest.mark.parametrize(("events", "points"), POINTS_BY_EVENTS)
def test_events_that_take_long_to_see_delay_the_answer(events, points):
    drawn = draw_time(Pace.CALM, "a" * 32, 1, 0)
    assert draw_time(Pace.CALM, "a" * 32, 1, 0, events) == drawn + points * GRID[Pace.CALM]


async def test_the_first_bid_for_a_lot_comes_after_a_delay(harness):
    room, _ = await watched(harness, pace="quick")
    await harness.wait(30)
    before = await events_before(harness, room)
    first_bids = [
        time
        for seq, time in await answer_times(harness, room)
        if any(isinstance(event, LotRevealed) for event in before[seq])
    ]
    assert len(first_bids) > 3
    assert min(first_bids) == (1 + LINGERING[Pace.QUICK]) * GRID[Pace.QUICK]


@pytest.mark.parametrize(
    ("ready_at", "at"), [(0, 1900), (1900, 1900), (1901, 2800), (2800, 2800), (2801, 3700)]
)
def test_a_late_answer_waits_for_the_next_point(ready_at, at):
    assert next_point(Pace.CALM, 100, 1900, ready_at) == at
    drawn_at = 1500  # between two points, as in games with people
    assert next_point(Pace.CALM, 100, drawn_at, ready_at) == (at if ready_at > 1500 else 1500)


@pytest.mark.parametrize("seed", [7, 8])
async def test_answer_times_depend_only_on_public_facts(seed):
    """In this test, the thinking time of each bot depends on its hidden hand."""
    harness = await Harness.open(seed=seed)
    harness.bots.delay = lambda view: 0.01 * (sum(card.kind for card in view.own.hand) % 90)
    room, _ = await watched(harness)
    await harness.wait(30)
    times, before = await answer_times(harness, room), await events_before(harness, room)
    await harness.close()
    assert times == [(seq, draw_time(Pace.CALM, room, seq - 1, 0, before[seq])) for seq, _ in times]
    assert len(times) > 15


async def test_an_overloaded_pool_is_announced_once_and_solid_plays(harness):
    harness.bots.error = Overloaded()
    room, follower = await watched(harness, "expert expert expert", pace="quick")
    await harness.wait(10)
    assert len((await harness.room(room)).game.moves) > 5
    assert follower.notices() == ["bots_busy"]
    harness.bots.error = None
    await harness.wait(5)
    assert follower.notices() == []
    harness.bots.error = Overloaded()
    await harness.wait(5)
    assert follower.notices() == ["bots_busy"]


async def test_solid_plays_while_the_search_is_compiled(harness):
    harness.bots.code.has_search = False
    _, follower = await watched(harness, "expert strong solid", pace="quick")
    await harness.wait(5)
    assert set(harness.bots.bot_ids) == {BotId.SOLID}
    assert "warming_up" in follower.notices()
    harness.bots.code.has_search = True
    harness.bots.bot_ids.clear()
    await harness.wait(5)
    assert set(harness.bots.bot_ids) == {"expert", "strong", "solid"}


@pytest.mark.parametrize("move", ["fly", "sell C1 C1 C1", "done", ""])
async def test_a_game_goes_on_after_an_illegal_answer_of_a_worker(harness, move):
    harness.bots.move = move
    room, follower = await watched(harness, pace="quick")
    await harness.wait(10)
    assert len((await harness.room(room)).game.moves) > 5
    assert follower.notices() == ["bots_busy"]


async def test_bots_get_their_own_views_and_unpredictable_seeds(harness):
    room, _ = await watched(harness, pace="quick")
    await harness.wait(5)
    game = (await harness.room(room)).game
    for task in harness.bots.tasks:
        assert task.view.seat == task.options.seat == task.view.turn
    seeds = [task.seed for task in harness.bots.tasks]
    assert len(set(seeds)) == len(seeds)
    assert min(seeds) > game.decision  # so they do not count decisions


async def test_a_sale_while_a_bot_thinks_restarts_its_decision(harness):
    """The bot's answer to the old view is never played."""
    room = await harness.table("Anna Ben", "solid")
    harness.bots.seconds = 0.5
    while True:
        current_room = await harness.room(room)
        seats = [await harness.seat(name, room) for name in ("Anna", "Ben")]
        sales = [
            (seat, str(move))
            for seat in seats
            for _, move in current_room.game.legal(seat)
            if str(move).startswith("sell")
        ]
        if current_room.game.turn not in seats and sales:
            break
        if current_room.game.turn in seats:
            moves = [str(move) for _, move in current_room.game.legal(current_room.game.turn)]
            await harness.play(
                current_room.turn.name, room, moves[len(current_room.game.moves) % len(moves)]
            )
        await harness.wait(0.1)
    seat, sale = sales[0]
    task_count = len(harness.bots.tasks)
    await harness.wait(0.1)
    await harness.play(current_room.seats[seat].name, room, sale)
    current_room = await harness.room(room)
    await harness.wait(5)
    assert len(harness.bots.tasks) > task_count
    after = [entry for entry in await harness.store.log(room) if entry.at > current_room.at]
    assert after[0].at == current_room.answer_at


async def test_a_second_spectator_does_not_restart_a_bots_decision(harness):
    harness.bots.seconds = 0.8
    room, _ = await watched(harness)
    await harness.wait(0.4)
    task_count = len(harness.bots.tasks)
    follower = await harness.follow("Ben", room)
    await follower.leave()
    await harness.wait(0.3)
    assert len(harness.bots.tasks) == task_count == 1


async def test_bots_continue_after_a_busy_store_and_a_lost_answer(harness):
    append, store = harness.store.append, harness.store
    room, _ = await watched(harness, pace="quick")
    failures = iter([True, False, True, True, False] * 40)

    async def unreliable_append(rows):
        if next(failures, False):
            raise StoreBusy("locked")
        result = await append(rows)
        if next(failures, False):
            raise StoreBusy("connection lost after the commit")
        return result

    store.append = unreliable_append
    await harness.wait(600)
    store.append = append
    await harness.wait(600)
    assert (await harness.room(room)).status is Status.FINISHED
    moves = [entry for entry in await harness.log(room) if isinstance(entry, Moved)]
    assert len(moves) == len((await harness.room(room)).game.moves)


async def test_two_processes_play_one_game_without_repeating_a_move(harness):
    room, _ = await watched(harness, pace="quick")
    other, _ = harness.new_rooms()
    outbox = await other.follow(None, room, 0)
    await harness.wait(3600)
    async with other.held(room) as live:
        await other.catch_up(live)
        assert live.room.status is Status.FINISHED
    assert len([each for each in await harness.log(room) if isinstance(each, Moved)]) == len(
        (await harness.room_from_log(room)).game.moves
    )
    assert outbox.close_code is None or outbox.close_code == 1013


async def test_a_poll_that_finds_nothing_new_does_not_restart_a_bots_decision(harness):
    harness.bots.seconds = 0.5
    room, _ = await watched(harness)
    for _ in range(50):
        await harness.wait(0.1)
        async with harness.rooms.held(room) as live:
            await harness.rooms.catch_up(live)
    moves = len((await harness.room(room)).game.moves)
    assert moves >= 3
    assert len(harness.bots.tasks) <= moves + 1


# --- games of bots --------------------------------------------------------------------------------


async def test_the_creator_of_a_game_of_bots_sets_its_pace(harness):
    room, follower = await watched(harness, pace="slow")
    guest = await harness.follow("Ben", room)
    await harness.wait(4)
    assert follower.updates()[-1].room.may_set_pace
    assert not guest.updates()[-1].room.may_set_pace
    await harness.change_setup("Anna", room, pace="rapid")
    start = (await harness.room(room)).seq
    await harness.wait(4)
    times = [time for seq, time in await answer_times(harness, room) if seq > start]
    assert set(times) == {GRID[Pace.RAPID] * step for step in (1, 2)}
    assert (await harness.update("Anna", room)).room.may_set_pace
    assert not (await harness.update("Ben", room)).room.may_set_pace
    await harness.wait(60)
    assert not (await harness.update("Anna", room)).room.may_set_pace  # it is over


async def test_the_creator_of_a_game_of_bots_sees_all_hands(harness):
    room, follower = await watched(harness, pace="quick")
    guest, nobody = await harness.follow("Ben", room), await harness.follow(None, room)
    await harness.wait(4)
    updates = [*follower.updates(), await harness.update("Anna", room)]
    game = (await harness.room(room)).game
    assert updates[-1].room.hands == tuple([game.view(seat).own.hand for seat in range(3)])
    assert all(len(update.room.hands) == 3 for update in updates)
    assert all(len(set(update.room.hands)) > 1 for update in updates)
    others = [*guest.updates(), *nobody.updates()]
    others += [await harness.update("Ben", room), await harness.update(None, room)]
    assert len(others) > 4
    assert all(update.room.hands == () for update in others)


async def test_hands_stay_hidden_where_a_person_plays_or_played(harness):
    """They stay hidden even from a watching host, and after the last person has left."""
    room = await harness.table("Anna", "solid solid")
    assert (await harness.update("Anna", room)).room.hands == ()
    current_room = (await harness.room(room)).copy()
    assert not current_room.may_see_hands("Anna")
    current_room.seats[0].has_left = True
    current_room.host = "watcher"
    assert current_room.may_set_pace("watcher")
    assert not current_room.may_see_hands("watcher")


async def test_a_game_of_bots_can_be_paused_and_resumed(harness):
    room, _ = await watched(harness, pace="quick")
    await harness.wait(2)
    await harness.change_setup("Anna", room, pace="paused")
    seq = (await harness.room(room)).seq
    await harness.wait(600)
    assert (await harness.room(room)).seq == seq
    await harness.change_setup("Anna", room, pace="rapid")
    await harness.wait(2)
    assert (await harness.room(room)).seq > seq + 5


async def test_only_the_creator_may_change_the_pace_and_nothing_else(harness):
    room, _ = await watched(harness)
    for person, options, code in (
        ("Ben", {"pace": "rapid"}, Code.NOT_ALLOWED),
        ("Anna", {"pace": "rapid", "hints": False}, Code.NOT_WAITING),
        ("Anna", {"spectators": False}, Code.NOT_WAITING),
    ):
        assert (await refusal(harness.change_setup(person, room, **options))).code is code


async def test_with_a_person_rapid_means_quick_and_paused_means_slow(harness):
    room = await harness.table("Anna", "solid solid", pace="rapid")
    assert (await harness.room(room)).pace is Pace.QUICK
    paused = await harness.table("Anna", "solid solid", pace="paused")
    assert (await harness.room(paused)).pace is Pace.SLOW
