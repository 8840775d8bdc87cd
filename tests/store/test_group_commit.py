"""Group commit, tested without a database."""

import asyncio

import pytest

from byzanz.store.errors import StoreBusy
from byzanz.store.group_commit import GROUP_LIMIT, GroupCommit


class Writer:
    """Writes numbers; raises `TypeError` for anything else, and `StoreBusy` while it is busy."""

    def __init__(self, seconds=0):
        self.seconds = seconds
        self.groups = []
        self.is_busy = False

    async def write(self, items):
        self.groups.append(items)
        await asyncio.sleep(self.seconds)
        if self.is_busy:
            raise StoreBusy("busy")
        return [item + 1 for item in items]


def add_all(group, items):
    return asyncio.gather(*map(group.add, items), return_exceptions=True)


async def test_pending_items_are_written_together():
    writer = Writer()
    group = GroupCommit(writer.write)
    count = 2 * GROUP_LIMIT + 50
    assert await add_all(group, range(count)) == [*range(1, count + 1)]
    assert [len(each) for each in writer.groups] == [GROUP_LIMIT, GROUP_LIMIT, 50]


async def test_callers_with_a_result_join_the_next_group():
    writer = Writer(seconds=0.01)
    group = GroupCommit(writer.write)

    async def produce(start):
        for number in range(start, start + 5):
            await group.add(number)

    first = asyncio.create_task(produce(0))
    await asyncio.sleep(0.005)
    await asyncio.gather(first, *(produce(10 * n) for n in range(1, 8)))
    assert [len(each) for each in writer.groups] == [1, 8, 8, 8, 8, 7]


async def test_items_shortly_after_a_write_wait_for_each_other_and_a_lone_item_does_not(
    monkeypatch,
):
    monkeypatch.setattr("byzanz.store.group_commit.PAUSE", 0.5)
    writer = Writer()
    group = GroupCommit(writer.write)
    loop = asyncio.get_running_loop()
    began = loop.time()
    await group.add(1)
    assert loop.time() - began < 0.25

    async def add_later(item):
        await asyncio.sleep(0.05 * item)
        await group.add(item)

    await asyncio.gather(*[add_later(item) for item in range(2, 6)])
    assert writer.groups == [[1], [2, 3, 4, 5]]


async def test_a_group_has_each_key_once_and_keeps_the_order():
    writer = Writer()
    group = GroupCommit(writer.write, key=lambda number: number % 10)
    await add_all(group, [1, 2, 11, 3, 21, 12])
    assert writer.groups == [[1, 2, 3], [11, 12], [21]]


async def test_only_the_item_that_causes_the_error_fails():
    writer = Writer()
    group = GroupCommit(writer.write)
    first, failure, last = await add_all(group, [1, "x", 2])
    assert (first, last) == (2, 3)
    assert isinstance(failure, TypeError)
    assert writer.groups == [[1, "x", 2], [1], ["x", 2], ["x"], [2]]


async def test_a_busy_store_fails_all_items_and_recovers():
    writer = Writer()
    group = GroupCommit(writer.write)
    writer.is_busy = True
    busy = await add_all(group, [1, 2])
    assert [type(each) for each in busy] == [StoreBusy, StoreBusy]
    assert busy[0] is not busy[1]
    assert len(writer.groups) == 1
    writer.is_busy = False
    assert await group.add(3) == 4


async def test_a_closed_group_writes_pending_items_and_accepts_no_more():
    writer = Writer()
    group = GroupCommit(writer.write)
    pending = asyncio.create_task(group.add(1))
    await asyncio.sleep(0)
    await group.close()
    assert await pending == 2
    with pytest.raises(StoreBusy, match="closed"):
        await group.add(2)
