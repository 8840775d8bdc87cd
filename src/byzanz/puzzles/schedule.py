"""When puzzles come: five new ones a day, and each that was missed again after a week."""

from collections.abc import Mapping
from typing import Protocol

NEW_A_DAY = 5
DAY = 86_400_000  # milliseconds
RETURNS_AFTER = 7 * DAY  # a wrong answer comes back after a week


class Tried(Protocol):
    """Somebody's latest answer to a puzzle; times are milliseconds since 1970."""

    @property
    def puzzle(self) -> str:
        """The id of the puzzle."""
        ...

    @property
    def begun(self) -> int:
        """When it was answered first."""
        ...

    @property
    def is_right(self) -> bool:
        """Whether the latest answer was right."""
        ...

    @property
    def due(self) -> int | None:
        """When it comes back; None: never."""
        ...


def is_open(tries: Mapping[str, Tried], puzzle: str, now: int) -> bool:
    """Return whether a puzzle can be answered: it is new, or has come back."""
    tried = tries.get(puzzle)
    return tried is None or (tried.due is not None and tried.due <= now)


def new_left(tries: Mapping[str, Tried], now: int) -> int:
    """Return the number of new puzzles that are left for today."""
    today = now - now % DAY
    return max(NEW_A_DAY - sum(tried.begun >= today for tried in tries.values()), 0)


def solved(tries: Mapping[str, Tried]) -> int:
    """Return the number of puzzles whose latest answer was right."""
    return sum(tried.is_right for tried in tries.values())


def due(tries: Mapping[str, Tried], now: int) -> list[str]:
    """Return the puzzles that have come back, the one that has waited longest first."""
    waiting = [(tried.due, tried.puzzle) for tried in tries.values() if tried.due is not None]
    return [puzzle for at, puzzle in sorted(waiting, key=lambda each: each[0]) if at <= now]


def next_return(tries: Mapping[str, Tried]) -> int | None:
    """Return when the next puzzle comes back; None: none does."""
    return min([tried.due for tried in tries.values() if tried.due], default=None)


def due_after(*, is_right: bool, now: int) -> int | None:
    """Return when a puzzle comes back after an answer; None: never."""
    return None if is_right else now + RETURNS_AFTER
