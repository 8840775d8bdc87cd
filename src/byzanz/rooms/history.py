"""An index from the entries of a room's log to the moves and events of its game."""

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

    rewound_at: int = 0  # the last entry that took moves back, or that made the room with moves
    _by_person: list[bool] = field(default_factory=list)  # for each move
    # The number of the game's events after each entry.
    _event_counts: GrowingList[int] = field(default_factory=lambda: GrowingList([0]))

    def copy(self) -> "History":
        """An independent copy."""
        return History(self.rewound_at, self._by_person[:], self._event_counts.copy())

    def add_entry(self, event_count: int) -> None:
        """Add the next entry, after which the game has this many events."""
        self._event_counts.append(event_count)

    def add_move(self, *, by_person: bool) -> None:
        """Add the next move."""
        self._by_person.append(by_person)

    def rewind(self, moves: int, seq: int) -> None:
        """Forget all but the first `moves`; entry `seq` took the others back."""
        del self._by_person[moves:]
        self.rewound_at = seq

    @property
    def moves_before_last_of_person(self) -> int | None:
        """The number of moves before the last one by a person; None: no person has moved."""
        if True not in self._by_person:
            return None
        return len(self._by_person) - 1 - self._by_person[::-1].index(True)

    @property
    def latest_entry_start(self) -> int:
        """The index of the first event of the latest entry."""
        return self._event_counts[-2]

    def spans_after(self, after: int) -> list[EventSpan]:
        """The events of each entry after entry `after`.

        If `after` is 0, all events that the last undo kept form one span, with the undo's number.
        """
        counts = self._event_counts
        first = max(after, self.rewound_at)
        kept = [EventSpan(first, 0, counts[first])] if after == 0 < first else []
        return kept + [
            EventSpan(seq, counts[seq - 1], counts[seq]) for seq in range(first + 1, len(counts))
        ]
