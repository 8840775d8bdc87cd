"""Who thinks next: play before hints, and every room in turn. Analyses have their own process."""

from collections import OrderedDict, deque
from enum import IntEnum
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Urgency(IntEnum):
    """What goes first."""

    PLAY = 0
    HINT = 1


class FairQueue(Generic[Item]):
    """Items by urgency; of equal urgency the rooms take turns."""

    def __init__(self) -> None:
        self._rooms: tuple[OrderedDict[str, deque[Item]], ...] = tuple(
            [OrderedDict() for _ in Urgency]
        )

    def put(self, urgency: Urgency, room: str, item: Item) -> None:
        """Add an item behind the others of its room."""
        self._rooms[urgency].setdefault(room, deque()).append(item)

    def take(self) -> Item | None:
        """The next item, or None; its room goes to the back."""
        for rooms in self._rooms:
            if rooms:
                room, items = rooms.popitem(last=False)
                item = items.popleft()
                if items:
                    rooms[room] = items
                return item
        return None

    def discard(self, urgency: Urgency, room: str, item: Item) -> None:
        """Nobody waits for this item any more, whether it was taken or not."""
        items = self._rooms[urgency].get(room, deque())
        if item in items:
            items.remove(item)
            if not items:
                del self._rooms[urgency][room]

    def length(self, urgency: Urgency) -> int:
        """How many items are at least so urgent."""
        return sum(len(items) for rooms in self._rooms[: urgency + 1] for items in rooms.values())
