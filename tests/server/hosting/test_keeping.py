"""Old replays and findings are deleted, and idle rooms are evicted from memory."""

from byzanz.server.ops.clock import DAY
from byzanz.server.ops.config import Config
from byzanz.server.service import Service
from tests.server.hosting.finished_games import finished_room

DAYS = DAY / 1000  # seconds


async def test_uploaded_records_and_findings_are_kept_for_thirty_days(harness):
    service = Service(harness.store, Config(), harness.clock)
    room = await finished_room(harness)
    for replay in ("old", "again"):
        await harness.store.add_replay(replay, b"", harness.clock.now())
    for subject in (room, "old"):
        await harness.store.add_finding(subject, 0, b"{}", harness.clock.now())
    await harness.wait(20 * DAYS)
    await harness.store.add_replay("again", b"", harness.clock.now())
    await service._delete_old()
    assert await harness.store.replay("old") == b""
    assert await harness.store.finding_numbers(room) == [0]
    await harness.wait(11 * DAYS)
    await service._delete_old()
    assert await harness.store.replay("old") is None
    assert await harness.store.finding_numbers("old") == []
    assert await harness.store.replay("again") == b""
    assert await harness.store.row(room) is not None  # kept longer than its findings
    assert await harness.store.finding_numbers(room) == []


async def test_a_room_stays_in_memory_while_somebody_polls_it(harness):
    """Eviction forgets when people were last seen, so polled rooms must not be evicted."""
    service = Service(harness.store, Config(), harness.clock)
    harness.rooms = service.rooms
    room = await harness.table()
    for _ in range(40):
        await harness.update("Anna", room)
        await harness.wait(5)
        service._evict_idle()
    update = await harness.update("Anna", room)
    assert sum(seat.gone_since is not None for seat in update.room.seats) == 2
    await harness.wait(61)
    service._evict_idle()
    assert harness.rooms.live == []
