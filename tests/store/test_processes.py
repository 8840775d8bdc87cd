"""The processes on a store, their presence and their leases."""

import asyncio

from byzanz.store.rows import PresenceRow, ProcessRow
from tests.store.samples import opened


def process(name="p1", until=10, level=1, connections="[0,{}]"):
    return ProcessRow(name, until, level, connections)


async def test_a_process_is_live_until_it_expires(url):
    async with opened(url) as store:
        await store.renew_process(process())
        await store.renew_process(process("p2", until=20))
        assert await store.live_processes(10) == [process("p2", until=20)]
        await store.renew_process(process(until=30, level=2, connections="[1,{}]"))
        live = await store.live_processes(15)
        assert sorted(row.process for row in live) == ["p1", "p2"]
        assert process(until=30, level=2, connections="[1,{}]") in live


async def test_presence_is_found_by_room_and_by_time(url):
    async with opened(url) as store:
        await store.renew_process(process())
        await store.renew_process(process("p2", until=20))
        await store.set_presence("p1", {"r1": "one", 'r"2': "two"}, at=5)
        await store.set_presence("p2", {"r1": "three"}, at=6)
        await store.set_presence("p1", {"r1": "four"}, at=7)
        in_r1 = await store.presence_of("r1")
        assert sorted(row.body for row in in_r1) == ["four", "three"]
        assert await store.presence_since(7) == [PresenceRow("p1", "r1", "four", until=10)]
        assert len(await store.presence_since(0)) == 3


async def test_a_process_is_deleted_with_its_presence_and_leases(url):
    async with opened(url) as store:
        await store.renew_process(process())
        await store.renew_process(process("p2", until=20))
        await store.set_presence("p1", {"r1": "one"}, at=5)
        assert await store.claim_lease("r1", "p1", now=1) == "p1"
        await store.delete_process("p1")
        assert await store.presence_of("r1") == []
        assert await store.claim_lease("r1", "p2", now=1) == "p2"
        await store.delete_dead_processes(expired_before=21)
        assert await store.live_processes(0) == []


async def test_the_lease_of_a_dead_process_can_be_claimed(url):
    async with opened(url) as store:
        await store.renew_process(process())
        await store.renew_process(process("p2", until=20))
        assert await store.claim_lease("r1", "p1", now=1) == "p1"
        assert await store.claim_lease("r1", "p1", now=1) == "p1"
        assert await store.claim_lease("r1", "p2", now=9) == "p1"
        assert await store.claim_lease("r1", "p2", now=10) == "p2"
        assert await store.claim_lease("r1", "p1", now=11) == "p2"


async def test_a_released_lease_is_free(url):
    async with opened(url) as store:
        await store.renew_process(process())
        await store.renew_process(process("p2"))
        await store.claim_lease("r1", "p1", now=1)
        await store.claim_lease("r2", "p2", now=1)
        await store.release_leases("p1", ["r1", "r2"])
        assert await store.claim_lease("r1", "p2", now=1) == "p2"
        assert await store.claim_lease("r2", "p1", now=1) == "p2"


async def test_only_one_of_many_gets_a_lease(url):
    async with opened(url) as store, opened(url) as other:
        for number in range(6):
            await store.renew_process(process(f"p{number}"))
        claims = [
            each.claim_lease("r1", f"p{number}", now=1)
            for number, each in enumerate([store, other] * 3)
        ]
        holders = {holder for holder in await asyncio.gather(*claims) if holder is not None}
        assert len(holders) == 1
