"""The group alone."""

import asyncio

import pytest

from byzanz.store.group import LIMIT, Group
from byzanz.store.trouble import StoreBusy


class Writer:
    """Writes numbers; refuses what is no number, and all when it is busy."""

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


async def test_what_waits_together_is_written_together():
    writer = Writer()
    group = Group(writer.write)
    count = 2 * LIMIT + 50
    assert await add_all(group, range(count)) == [*range(1, count + 1)]
    assert [len(each) for each in writer.groups] == [LIMIT, LIMIT, 50]


async def test_those_just_answered_join_the_others_who_wait():
    writer = Writer(seconds=0.01)
    group = Group(writer.write)

    async def produce(start):
        for number in range(start, start + 5):
            await group.add(number)

    first = asyncio.create_task(produce(0))
    await asyncio.sleep(0.005)
    await asyncio.gather(first, *(produce(10 * n) for n in range(1, 8)))
    assert [len(each) for each in writer.groups] == [1, 8, 8, 8, 8, 7]


async def test_one_key_only_once_in_a_group_and_in_order():
    writer = Writer()
    group = Group(writer.write, key=lambda number: number % 10)
    await add_all(group, [1, 2, 11, 3, 21, 12])
    assert writer.groups == [[1, 2, 3], [11, 12], [21]]


async def test_the_one_to_blame_is_told():
    writer = Writer()
    group = Group(writer.write)
    one, wrong, two = await add_all(group, [1, "x", 2])
    assert (one, two) == (2, 3)
    assert isinstance(wrong, TypeError)
    assert writer.groups == [[1, "x", 2], [1], ["x", 2], ["x"], [2]]


async def test_a_busy_store_tells_all_and_recovers():
    writer = Writer()
    group = Group(writer.write)
    writer.is_busy = True
    busy = await add_all(group, [1, 2])
    assert [type(each) for each in busy] == [StoreBusy, StoreBusy]
    assert busy[0] is not busy[1]
    assert len(writer.groups) == 1
    writer.is_busy = False
    assert await group.add(3) == 4


async def test_a_closed_group_finishes_and_takes_no_more():
    writer = Writer()
    group = Group(writer.write)
    waiting = asyncio.create_task(group.add(1))
    await asyncio.sleep(0)
    await group.close()
    assert await waiting == 2
    with pytest.raises(StoreBusy, match="closed"):
        await group.add(2)
