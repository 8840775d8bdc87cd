"""Quiet hours follow the browser's time zone, also when the clocks change."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from byzanz.server.alerts.quiet_hours import QuietHours, is_time_zone, quiet_until

NIGHT = QuietHours(22 * 60, 8 * 60)
NOON = QuietHours(12 * 60, 13 * 60 + 30)


def milliseconds(text: str, zone: str) -> int:
    moment = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone))
    return round(moment.astimezone(UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("hours", "zone", "now", "until"),
    [
        (NIGHT, "Europe/Rome", "2026-07-01 21:59", None),
        (NIGHT, "Europe/Rome", "2026-07-01 22:00", "2026-07-02 08:00"),
        (NIGHT, "Europe/Rome", "2026-07-02 00:00", "2026-07-02 08:00"),
        (NIGHT, "Europe/Rome", "2026-07-02 07:59", "2026-07-02 08:00"),
        (NIGHT, "Europe/Rome", "2026-07-02 08:00", None),
        (NIGHT, "Asia/Kathmandu", "2026-07-02 03:00", "2026-07-02 08:00"),
        (NIGHT, "Pacific/Kiritimati", "2026-12-31 23:30", "2027-01-01 08:00"),
        (NOON, "America/New_York", "2026-01-05 12:10", "2026-01-05 13:30"),
        (NOON, "America/New_York", "2026-01-05 13:30", None),
        (NIGHT, "Europe/Berlin", "2026-03-28 23:00", "2026-03-29 08:00"),  # an hour shorter
        (NIGHT, "Europe/Berlin", "2026-10-24 23:00", "2026-10-25 08:00"),  # an hour longer
        (QuietHours(0, 150), "Europe/Berlin", "2026-03-29 01:00", "2026-03-29 03:30"),  # no 2:30
        (QuietHours(0, 0), "UTC", "2026-03-29 00:00", None),
    ],
)
def test_quiet_hours_end_at_their_local_time(hours, zone, now, until):
    expected = None if until is None else milliseconds(until, zone)
    assert quiet_until(hours, zone, milliseconds(now, zone)) == expected


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/Sao_Paulo", "Asia/Tehran", "UTC"])
def test_the_end_is_always_later_and_within_a_day(zone):
    start = milliseconds("2026-01-01 00:00", zone)
    for hour in range(0, 24 * 366, 7):
        now = start + hour * 3_600_000
        end = quiet_until(NIGHT, zone, now)
        assert end is None or now < end <= now + 25 * 3_600_000
        if end is not None:
            assert quiet_until(NIGHT, zone, end) is None


@pytest.mark.parametrize(
    ("name", "is_known"),
    [("Europe/Rome", True), ("UTC", True), ("Etc/GMT+5", True), ("Mars/Olympus", False),
     ("Europe", False), ("../../etc/passwd", False), ("/etc/passwd", False), ("", False),
     ("Europe/Rome\n", False), ("a\0b", False), ("x" * 300, False)],
)  # fmt: skip
def test_time_zones(name, is_known):
    assert is_time_zone(name) is is_known
