"""Which entries of a room's log brought which moves and events of its game."""

from dataclasses import dataclass, field
from typing import NamedTuple

from byzanz.game.growing_list import GrowingList


class EventSpan(NamedTuple):
    """The events of one entry, as a slice of all events of the game."""

    seq: int
    first: int
    end: int


@dataclass
class History:
    """Counts the game's events entry by entry, and knows which moves a person made."""

    rewound_at: int = 0  # the last entry that took moves back, or began with some
    _by_person: list[bool] = field(default_factory=list)  # of each move
    _event_counts: GrowingList[int] = field(
        default_factory=lambda: GrowingList([0])
    )  # of the game, after each entry

    def copy(self) -> "History":
        """An independent copy."""
        return History(self.rewound_at, self._by_person[:], self._event_counts.copy())

    def add_entry(self, event_count: int) -> None:
        """Note how many events there are after the next entry."""
        self._event_counts.append(event_count)

    def add_move(self, *, by_person: bool) -> None:
        """Note the next move."""
        self._by_person.append(by_person)

    def rewind(self, moves: int, seq: int) -> None:
        """Forget all but the first moves; entry `seq` took the others back."""
        del self._by_person[moves:]
        self.rewound_at = seq

    @property
    def moves_before_last_of_person(self) -> int | None:
        """How many moves came before the last one that a person made; None: nobody made one."""
        if True not in self._by_person:
            return None
        return len(self._by_person) - 1 - self._by_person[::-1].index(True)

    @property
    def first_of_latest(self) -> int:
        """The index of the first event of the latest entry."""
        return self._event_counts[-2]

    def spans_after(self, after: int) -> list[EventSpan]:
        """The events of each entry after one.

        From the beginning, all events that an undo left standing count as that undo's.
        """
        counts = self._event_counts
        first = max(after, self.rewound_at)
        standing = [EventSpan(first, 0, counts[first])] if after == 0 < first else []
        return standing + [
            EventSpan(seq, counts[seq - 1], counts[seq]) for seq in range(first + 1, len(counts))
        ]
