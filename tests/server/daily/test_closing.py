"""The end of a day: running games end, results are counted once, and the deck is opened."""

import asyncio

import pytest

from byzanz.rooms.days import closes, ends
from byzanz.server.daily.daily_work import DailyWork
from byzanz.server.hosting.people import person_of
from byzanz.wire.problems import Code
from byzanz.wire.room import Status
from tests.server.daily.days import TODAY, TOMORROW, Days
from tests.server.hosting.finished_games import play_out, solid_move
from tests.server.hosting.harness import refusal


async def wait_until(harness, at: int) -> None:
    await harness.wait((at - harness.clock.now()) / 1000)


async def test_the_deal_is_made_the_day_before_and_once(harness):
    days = Days(harness)
    others = [Days(harness).work for _ in range(3)]
    await asyncio.gather(days.work.work(), *[work.work() for work in others])
    shown = await days.show(None)
    assert shown.next.day == TOMORROW
    assert shown.commitment.secret is None
    await harness.wait(86_400)
    await days.work.work()
    later = await days.show(None, TOMORROW)
    assert later.commitment == shown.next
    assert later.commitment.made < ends(TODAY)


async def test_a_try_may_go_on_until_half_an_hour_after_midnight(harness):
    days = Days(harness)
    await wait_until(harness, ends(TODAY) - 1000)
    room = await days.begin("Anna", TODAY)
    await harness.wait(60)
    await days.work.work()
    await play_out(harness, room)
    assert (await harness.room(room)).status is Status.FINISHED
    assert harness.clock.now() < closes(TODAY)
    shown = await days.show("Anna", TODAY)
    assert (shown.own.profit is not None, shown.is_open) == (True, False)
    assert (await refusal(days.begin("Ben", TODAY))).code is Code.SEALED


async def test_running_games_end_before_the_deck_is_opened(harness):
    days = Days(harness)
    running, finished = await days.begin("Anna"), await days.finish("Ben")
    await days.until_closed()
    assert (await harness.room(running)).status is Status.ABORTED
    shown = await days.show("Anna", TODAY)
    assert (shown.is_open, shown.own.profit) == (True, None)
    assert shown.commitment.secret == (await harness.room(finished)).secret
    assert shown.distribution.games == 1


async def test_a_move_after_the_end_is_refused_before_the_game_is_ended(harness):
    days = Days(harness)
    room = await days.begin("Anna")
    while (await harness.room(room)).turn.is_automatic:
        await harness.wait(1)
    await wait_until(harness, closes(TODAY))
    move = solid_move((await harness.room(room)).game)
    assert (await refusal(harness.play("Anna", room, move))).code is Code.NOT_RUNNING
    assert (await harness.room(room)).status is Status.RUNNING  # nobody has looked yet


async def test_a_server_that_was_down_opens_the_deck_later(harness):
    days = Days(harness)
    room = await days.begin("Anna")
    harness.stop()
    await harness.wait(3 * 86_400)
    await harness.restart()
    days = Days(harness)
    await days.work.work()
    assert (await harness.room(room)).status is Status.ABORTED
    assert (await days.show("Anna", TODAY)).is_open


async def test_several_processes_close_a_day_once(harness):
    days = Days(harness)
    rooms = [await days.begin(name) for name in ("Anna", "Ben", "Cleo")]
    finished = await days.finish("Dora")
    await wait_until(harness, closes(TODAY))
    others = []
    for _ in range(3):
        registry, _ = harness.new_rooms()
        others.append(DailyWork(registry, harness.bots, harness.random_bytes))
    await asyncio.gather(*[work.work() for work in (days.work, *others)])
    await days.work.work()
    assert (await days.show("Dora", TODAY)).distribution.games == 1
    assert (await days.show("Anna", TODAY)).is_open
    for room in (*rooms, finished):
        log = await harness.log(room)
        assert sum(type(entry).__name__ == "Aborted" for entry in log) == (room in rooms)


@pytest.mark.parametrize("stage", range(4))
async def test_a_kill_while_a_day_is_closed_loses_nothing(harness, stage, monkeypatch):
    """The process ends at one of the writes; another one continues."""
    days = Days(harness)
    room, finished = await days.begin("Anna"), await days.finish("Ben")
    await wait_until(harness, closes(TODAY))
    name = ("append", "end_daily_try", "open_day", "unended_tries")[stage]

    async def killed(*_args, **_named):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(type(harness.store), name, killed)
        with pytest.raises(KeyboardInterrupt):
            await days.work.work()
    assert not (await harness.store.daily_deal(TODAY)).opened
    await harness.restart()
    days = Days(harness)
    await days.work.work()
    assert (await harness.room(room)).status is Status.ABORTED
    shown = await days.show("Ben", TODAY)
    assert (shown.is_open, shown.distribution.games, shown.own.room) == (True, 1, finished)


async def test_a_result_is_counted_by_the_work_without_a_visit(harness):
    days = Days(harness)
    await days.finish("Anna")
    await days.work.work()
    assert (await harness.store.daily_try(person_of("Anna"), TODAY)).ended is not None
    (count,) = await harness.store.daily_counts(TODAY, "1.1")
    assert count.games == 1


async def test_a_try_whose_room_was_never_made_ends_with_the_day(harness):
    days = Days(harness)
    await days.work.work()
    await harness.meet("Anna")
    await harness.store.begin_daily_try(person_of("Anna"), TODAY, "0" * 32, 5)
    assert (await days.show("Anna")).own.ended is None
    await days.until_closed()
    shown = await days.show("Anna", TODAY)
    assert (shown.is_open, shown.own.profit) == (True, None)
