"""A list that only grows, with copies that cost next to nothing."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar, overload

Item = TypeVar("Item")


class GrowingList(Sequence[Item]):
    """A sequence to append to; a copy shares its items, however many there are.

    The first copy to grow appends to the shared list; the others still see only the items they
    had. Any other copy first gets a list of its own when it grows.
    """

    __slots__ = ("_count", "_items")

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._items = list(items)
        self._count = len(self._items)

    def copy(self) -> "GrowingList[Item]":
        """Return an independent copy, in constant time."""
        duplicate: GrowingList[Item] = GrowingList.__new__(GrowingList)
        duplicate._items = self._items
        duplicate._count = self._count
        return duplicate

    def append(self, item: Item) -> None:
        """Add one item at the end."""
        self.extend((item,))

    def extend(self, items: Iterable[Item]) -> None:
        """Add items at the end."""
        if len(self._items) != self._count:  # another copy has grown
            self._items = self._items[: self._count]
        self._items.extend(items)
        self._count = len(self._items)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | list[Item]:
        if isinstance(index, slice):
            return self._items[slice(*index.indices(self._count))]
        return self._items[range(self._count)[index]]

    def __iter__(self) -> Iterator[Item]:
        return islice(self._items, self._count)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GrowingList | list):
            return NotImplemented
        return self[:] == other[:]

    __hash__ = None  # type: ignore[assignment]  # like every list

    def __repr__(self) -> str:
        return repr(self[:])
