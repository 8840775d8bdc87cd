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
