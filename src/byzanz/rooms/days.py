"""The days of the deal of the day: dates in UTC, and the times at which they begin and close.

A try belongs to the day on which it began. It may last for a while after midnight; then the deck
is opened.
"""

import re
from datetime import UTC, date, datetime, timedelta

DAY_LENGTH = 86_400_000  # milliseconds
GRACE = 30 * 60_000  # milliseconds after midnight until a day closes and its deck is opened
PATTERN = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def day_of(now: int) -> str:
    """Return the day of a time in milliseconds since 1970."""
    return datetime.fromtimestamp(now / 1000, UTC).date().isoformat()


def next_day(day: str) -> str:
    """Return the day after a day."""
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def begins(day: str) -> int:
    """Return when a day begins, in milliseconds since 1970."""
    return round(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()) * 1000


def ends(day: str) -> int:
    """Return when a day ends, and the next one begins."""
    return begins(day) + DAY_LENGTH


def closes(day: str) -> int:
    """Return when the tries of a day end at the latest, and its deck is opened."""
    return ends(day) + GRACE


def is_day(text: str) -> bool:
    """Whether a text is a date such as 2026-11-19."""
    if PATTERN.fullmatch(text) is None:
        return False
    try:
        return date.fromisoformat(text) < date.max
    except ValueError:
        return False


def month_of(day: str) -> tuple[str, str]:
    """Return the first and the last day of the month of a day."""
    return f"{day[:7]}-01", f"{day[:7]}-31"
