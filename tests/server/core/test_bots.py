"""Bots in rooms: whose turn it is, when their answers leave, and what may go wrong with them."""

from itertools import pairwise

import pytest

from byzanz.cards import Card
from byzanz.game.events import LotRevealed, Passed, TrioSold
from byzanz.server.entries import Moved
from byzanz.server.pace import GRID, LINGERING, STEPS, draw_time, next_point
from byzanz.server.thinkers import Overloaded
from byzanz.store.trouble import StoreBusy
from byzanz.wire.problems import Code
from byzanz.wire.room import BotWord, Pace, Status
from tests.server.core.house import House, refusal

CLOTH = (Card.C1, Card.C2, Card.C3)
LOT = LotRevealed(4, CLOTH, 0)


async def answer_times(house, room):
    """How long after the entry before it each bot's move came."""
    log = await house.store.log(room)
    return [
        (entry.seq, entry.at - before.at)
        for before, entry in pairwise(log)
        if b'"is_automatic":true' in entry.body
    ]


async def events_before(house, room):
    """What the entry before each one brought about."""
    folded = await house.room(room)
    spans = folded.events_since(0)
    return {span.seq + 1: folded.game.events[span.first : span.end] for span in spans}


async def watched(house, plan="solid solid solid", **options):
    room = await house.create(plan, start=True, **options)
    return room, await house.follow("Anna", room)


async def test_a_game_of_bots_is_played_while_somebody_watches(house):
    room, follower = await watched(house, pace="quick")
    await house.wait(10)
    assert len((await house.room(room)).game.moves) > 5
    await follower.leave()
    await house.wait(2)  # the bot that was thinking still answers
    seq = (await house.room(room)).seq
    await house.wait(3600)
    assert (await house.room(room)).seq == seq
    assert (await house.store.row(room)).due is None  # nor does it wake the server
    await house.follow("Ben", room)
    await house.wait(3600)
    assert (await house.room(room)).status is Status.FINISHED


async def test_answers_leave_on_the_grid_however_long_a_bot_thinks(house):
    house.bots.seconds = 0.05
    room, _ = await watched(house, pace="calm")
    await house.wait(30)
    house.bots.seconds = 0.85
    await house.wait(30)
    times, before = await answer_times(house, room), await events_before(house, room)
    assert len(times) > 20
    for seq, time in times:
        assert time == draw_time(Pace.CALM, room, seq - 1, 0, before[seq])
    assert {time for _, time in times} == {GRID[Pace.CALM] * step for step in (1, 2, 3)}


async def test_a_late_answer_leaves_at_the_next_point_of_the_grid(house):
    house.bots.seconds = 2.0
    room, _ = await watched(house, pace="calm")
    await house.wait(60)
    assert {time for _, time in await answer_times(house, room)} == {2700}


def test_the_draw_is_even_and_knows_only_the_place_in_the_log():
    draws = [draw_time(Pace.QUICK, "a" * 32, seq, 0) // GRID[Pace.QUICK] for seq in range(1000)]
    assert set(draws) == set(range(1, STEPS + 1))
    assert 400 < draws.count(1) < 600


SEEN = (
    ([], 0),
    ([Passed(1, ())], 0),
    ([Passed(1, ()), LOT], 1),
    ([TrioSold(1, CLOTH, CLOTH[2], 3)], 1),
)


@pytest.mark.parametrize(("events", "points"), SEEN)
def test_what_takes_long_to_see_gets_its_time(events, points):
    drawn = draw_time(Pace.CALM, "a" * 32, 1, 0)
    assert draw_time(Pace.CALM, "a" * 32, 1, 0, events) == drawn + points * GRID[Pace.CALM]


async def test_a_lot_is_seen_before_a_bot_bids_for_it(house):
    room, _ = await watched(house, pace="quick")
    await house.wait(30)
    before = await events_before(house, room)
    first_bids = [
        time
        for seq, time in await answer_times(house, room)
        if any(isinstance(event, LotRevealed) for event in before[seq])
    ]
    assert len(first_bids) > 3
    assert min(first_bids) == (1 + LINGERING[Pace.QUICK]) * GRID[Pace.QUICK]


@pytest.mark.parametrize(
    ("ready_at", "at"), [(0, 1900), (1900, 1900), (1901, 2800), (2800, 2800), (2801, 3700)]
)
def test_the_next_point(ready_at, at):
    assert next_point(Pace.CALM, 100, 1900, ready_at) == at
    drawn_at = 1500  # between two points, as where people play
    assert next_point(Pace.CALM, 100, drawn_at, ready_at) == (at if ready_at > 1500 else 1500)


@pytest.mark.parametrize("seed", [7, 8])
async def test_times_follow_from_what_all_have_seen(seed):
    """However long the cards make a bot think."""
    house = await House.open(seed=seed)
    house.bots.pause = lambda view: 0.01 * (sum(card.kind for card in view.own.hand) % 90)
    room, _ = await watched(house)
    await house.wait(30)
    times, before = await answer_times(house, room), await events_before(house, room)
    await house.close()
    assert times == [(seq, draw_time(Pace.CALM, room, seq - 1, 0, before[seq])) for seq, _ in times]
    assert len(times) > 15


async def test_a_long_queue_is_told_once_and_solid_plays(house):
    house.bots.trouble = Overloaded()
    room, follower = await watched(house, "expert expert expert", pace="quick")
    await house.wait(10)
    assert len((await house.room(room)).game.moves) > 5
    assert follower.notices() == ["bots_busy"]
    house.bots.trouble = None
    await house.wait(5)
    assert follower.notices() == []
    house.bots.trouble = Overloaded()
    await house.wait(5)
    assert follower.notices() == ["bots_busy"]


async def test_solid_plays_while_the_search_is_compiled(house):
    house.bots.is_warm = False
    _, follower = await watched(house, "expert strong solid", pace="quick")
    await house.wait(5)
    assert set(house.bots.words) == {BotWord.SOLID}
    assert "warming_up" in follower.notices()
    house.bots.is_warm = True
    house.bots.words.clear()
    await house.wait(5)
    assert set(house.bots.words) == {"expert", "strong", "solid"}


@pytest.mark.parametrize("move", ["fly", "sell C1 C1 C1", "done", ""])
async def test_a_thinker_that_talks_nonsense_stops_no_game(house, move):
    house.bots.move = move
    room, follower = await watched(house, pace="quick")
    await house.wait(10)
    assert len((await house.room(room)).game.moves) > 5
    assert follower.notices() == ["bots_busy"]


async def test_bots_get_views_and_a_chance_that_nobody_knows(house):
    room, _ = await watched(house, pace="quick")
    await house.wait(5)
    game = (await house.room(room)).game
    for task in house.bots.tasks:
        assert task.view.seat == task.options.seat == task.view.turn
    seeds = [task.seed for task in house.bots.tasks]
    assert len(set(seeds)) == len(seeds)
    assert min(seeds) > game.decision  # no number that can be counted


async def test_a_sale_while_a_bot_thinks_lets_it_think_anew(house):
    """What the bot knew is past; its answer to that is never played."""
    room = await house.table("Anna Ben", "solid")
    house.bots.seconds = 0.5
    while True:
        folded = await house.room(room)
        seats = [await house.seat(name, room) for name in ("Anna", "Ben")]
        sales = [
            (seat, str(move))
            for seat in seats
            for _, move in folded.game.legal(seat)
            if str(move).startswith("sell")
        ]
        if folded.game.turn not in seats and sales:
            break
        if folded.game.turn in seats:
            moves = [str(move) for _, move in folded.game.legal(folded.game.turn)]
            await house.play(folded.turn.name, room, moves[len(folded.game.moves) % len(moves)])
        await house.wait(0.1)
    seat, sale = sales[0]
    thought = len(house.bots.tasks)
    await house.wait(0.1)
    await house.play(folded.seats[seat].name, room, sale)
    folded = await house.room(room)
    await house.wait(5)
    assert len(house.bots.tasks) > thought
    after = [entry for entry in await house.store.log(room) if entry.at > folded.at]
    assert after[0].at == folded.answer_at


async def test_a_second_watcher_does_not_make_the_bot_begin_again(house):
    house.bots.seconds = 0.8
    room, _ = await watched(house)
    await house.wait(0.4)
    thought = len(house.bots.tasks)
    follower = await house.follow("Ben", room)
    await follower.leave()
    await house.wait(0.3)
    assert len(house.bots.tasks) == thought == 1


async def test_a_busy_store_and_a_lost_answer_stop_no_bot(house):
    append, store = house.store.append, house.store
    room, _ = await watched(house, pace="quick")
    trouble = iter([True, False, True, True, False] * 40)

    async def shaky(what):
        if next(trouble, False):
            raise StoreBusy("locked")
        result = await append(what)
        if next(trouble, False):
            raise StoreBusy("cut after the commit")
        return result

    store.append = shaky
    await house.wait(600)
    store.append = append
    await house.wait(600)
    assert (await house.room(room)).status is Status.FINISHED
    moves = [entry for entry in await house.log(room) if isinstance(entry, Moved)]
    assert len(moves) == len((await house.room(room)).game.moves)


async def test_two_processes_play_one_game(house):
    room, _ = await watched(house, pace="quick")
    other, _ = house.new_rooms()
    feed = await other.follow(None, room, 0)
    await house.wait(3600)
    async with other.held(room) as live:
        await other.catch_up(live)
        assert live.room.status is Status.FINISHED
    assert len([each for each in await house.log(room) if isinstance(each, Moved)]) == len(
        (await house.folded(room)).game.moves
    )
    assert feed.close_code is None or feed.close_code == 1013


async def test_a_poll_that_finds_nothing_new_disturbs_nobody(house):
    """Nothing to catch up with: the bot that thinks goes on thinking."""
    house.bots.seconds = 0.5
    room, _ = await watched(house)
    for _ in range(50):
        await house.wait(0.1)
        async with house.rooms.held(room) as live:
            await house.rooms.catch_up(live)
    moves = len((await house.room(room)).game.moves)
    assert moves >= 3
    assert len(house.bots.tasks) <= moves + 1


# --- bots alone, and whoever watches them ---------------------------------------------------------


async def test_whoever_made_bots_play_alone_sets_their_pace(house):
    room, follower = await watched(house, pace="slow")
    guest = await house.follow("Ben", room)
    await house.wait(4)
    assert follower.updates()[-1].room.may_set_pace
    assert not guest.updates()[-1].room.may_set_pace
    await house.change_setup("Anna", room, pace="rapid")
    start = (await house.room(room)).seq
    await house.wait(4)
    times = [time for seq, time in await answer_times(house, room) if seq > start]
    assert set(times) == {GRID[Pace.RAPID] * step for step in (1, 2)}
    assert (await house.update("Anna", room)).room.may_set_pace
    assert not (await house.update("Ben", room)).room.may_set_pace
    await house.wait(60)
    assert not (await house.update("Anna", room)).room.may_set_pace  # it is over


async def test_whoever_made_bots_play_alone_sees_their_hands(house):
    room, follower = await watched(house, pace="quick")
    guest, nobody = await house.follow("Ben", room), await house.follow(None, room)
    await house.wait(4)
    updates = [*follower.updates(), await house.update("Anna", room)]
    game = (await house.room(room)).game
    assert updates[-1].room.hands == tuple([game.view(seat).own.hand for seat in range(3)])
    assert all(len(update.room.hands) == 3 for update in updates)
    assert all(len(set(update.room.hands)) > 1 for update in updates)
    others = [*guest.updates(), *nobody.updates()]
    others += [await house.update("Ben", room), await house.update(None, room)]
    assert len(others) > 4
    assert all(update.room.hands == () for update in others)


async def test_no_hand_is_open_where_a_person_plays_or_played(house):
    """Not even to a host who watches, nor after the last person has left."""
    room = await house.table("Anna", "solid solid")
    assert (await house.update("Anna", room)).room.hands == ()
    folded = (await house.room(room)).copy()
    assert not folded.may_see_hands("Anna")
    folded.seats[0].has_left = True
    folded.host = "watcher"
    assert folded.may_set_pace("watcher")
    assert not folded.may_see_hands("watcher")


async def test_bots_alone_pause_and_play_on(house):
    room, _ = await watched(house, pace="quick")
    await house.wait(2)
    await house.change_setup("Anna", room, pace="paused")
    seq = (await house.room(room)).seq
    await house.wait(600)
    assert (await house.room(room)).seq == seq
    await house.change_setup("Anna", room, pace="rapid")
    await house.wait(2)
    assert (await house.room(room)).seq > seq + 5


async def test_nothing_but_the_pace_changes_and_nobody_else_changes_it(house):
    room, _ = await watched(house)
    for person, options, code in (
        ("Ben", {"pace": "rapid"}, Code.NOT_ALLOWED),
        ("Anna", {"pace": "rapid", "hints": False}, Code.NOT_WAITING),
        ("Anna", {"spectators": False}, Code.NOT_WAITING),
    ):
        assert (await refusal(house.change_setup(person, room, **options))).code is code


async def test_where_a_person_plays_the_pace_is_never_too_fine(house):
    room = await house.table("Anna", "solid solid", pace="rapid")
    assert (await house.room(room)).pace is Pace.QUICK
    paused = await house.table("Anna", "solid solid", pace="paused")
    assert (await house.room(paused)).pace is Pace.SLOW
