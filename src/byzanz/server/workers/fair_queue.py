"""A fair queue: play before hints, and rooms in turn."""

from collections import OrderedDict, deque
from enum import IntEnum
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Urgency(IntEnum):
    """The order of jobs: lower goes first."""

    PLAY = 0
    HINT = 1


class FairQueue(Generic[Item]):
    """Items by urgency; rooms with equally urgent items take turns."""

    def __init__(self) -> None:
        self._rooms: tuple[OrderedDict[str, deque[Item]], ...] = tuple(
            [OrderedDict() for _ in Urgency]
        )

    def put(self, urgency: Urgency, room: str, item: Item) -> None:
        """Append an item to those of its room."""
        self._rooms[urgency].setdefault(room, deque()).append(item)

    def take(self) -> Item | None:
        """Remove and return the next item, or None; its room goes to the back of the queue."""
        for rooms in self._rooms:
            if rooms:
                room, items = rooms.popitem(last=False)
                item = items.popleft()
                if items:
                    rooms[room] = items
                return item
        return None

    def discard(self, urgency: Urgency, room: str, item: Item) -> None:
        """Remove an item if it is still queued."""
        items = self._rooms[urgency].get(room, deque())
        if item in items:
            items.remove(item)
            if not items:
                del self._rooms[urgency][room]

    def length(self, urgency: Urgency) -> int:
        """Return the number of queued items that are at least this urgent."""
        return sum(len(items) for rooms in self._rooms[: urgency + 1] for items in rooms.values())
