"""The hours in which a device gets no alert, in the time zone of its browser."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

MINUTES = 24 * 60


class QuietHours(NamedTuple):
    """The minutes of the day between which it is quiet; `until` is not part of it."""

    start: int
    until: int

    def contains(self, minute: int) -> bool:
        """Whether it is quiet at a minute of the day; the hours may go over midnight."""
        if self.start <= self.until:
            return self.start <= minute < self.until
        return minute >= self.start or minute < self.until


def is_time_zone(name: str) -> bool:
    """Whether this machine knows a time zone."""
    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError):
        return False
    return True


def quiet_until(hours: QuietHours, time_zone: str, now: int) -> int | None:
    """Return when quiet hours end that last now, in milliseconds, or None if it is not quiet."""
    zone = ZoneInfo(time_zone)
    local = datetime.fromtimestamp(now / 1000, zone)
    if not hours.contains(local.hour * 60 + local.minute):
        return None
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None, fold=0)
    for day in (0, 1, 2):  # the second day after only where the clock is changed by a day
        end = midnight + timedelta(days=day, minutes=hours.until)
        at = round(end.replace(tzinfo=zone).astimezone(UTC).timestamp() * 1000)
        if at > now:
            return at
    return now + MINUTES * 60_000
