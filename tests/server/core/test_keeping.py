"""How long things are kept."""

from byzanz.server.clock import DAY
from byzanz.server.config import Config
from byzanz.server.service import Service
from tests.server.core.ended import finished

DAYS = DAY / 1000  # seconds


async def test_sent_records_and_findings_are_kept_for_thirty_days(house):
    service = Service(house.store, Config(), house.clock)
    room = await finished(house)
    for replay in ("old", "again"):
        await house.store.add_replay(replay, b"", house.clock.now())
    for subject in (room, "old"):
        await house.store.add_finding(subject, 0, b"{}", house.clock.now())
    await house.wait(20 * DAYS)
    await house.store.add_replay("again", b"", house.clock.now())
    await service._delete_old()
    assert await house.store.replay("old") == b""
    assert await house.store.finding_numbers(room) == [0]
    await house.wait(11 * DAYS)
    await service._delete_old()
    assert await house.store.replay("old") is None
    assert await house.store.finding_numbers("old") == []
    assert await house.store.replay("again") == b""
    assert await house.store.row(room) is not None  # which is kept for longer than what was found
    assert await house.store.finding_numbers(room) == []


async def test_a_room_stays_in_memory_while_somebody_only_asks(house):
    """Or who is gone would be forgotten each time, and nobody ever be."""
    service = Service(house.store, Config(), house.clock)
    house.rooms = service.rooms
    room = await house.table()
    for _ in range(40):
        await house.update("Anna", room)
        await house.wait(5)
        service._unload()
    update = await house.update("Anna", room)
    assert sum(seat.gone_since is not None for seat in update.room.seats) == 2
    await house.wait(61)
    service._unload()
    assert house.rooms.live == []
