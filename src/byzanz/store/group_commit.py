"""Group commit: all pending items are written in one transaction."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from byzanz.store.errors import CorruptStore, StoreBusy

Item = TypeVar("Item")
Result = TypeVar("Result")

GROUP_LIMIT = 500  # items
PAUSE = 0.008
"""The shortest time between the starts of two writes, in seconds.

A transaction costs as much processor time as the rest of a move. So items that arrive shortly after
a write began wait for each other; an item that arrives alone is written at once.
"""


class GroupCommit(Generic[Item, Result]):
    """Collects items and writes them in groups that hold each key at most once.

    `write` writes a whole group or raises. If it raises anything but `StoreBusy` or
    `CorruptStore`, the group is bisected, so that only the item that causes the error fails.
    """

    def __init__(
        self,
        write: Callable[[list[Item]], Awaitable[Sequence[Result]]],
        key: Callable[[Item], object] = id,
    ) -> None:
        self._write = write
        self._key = key
        self._waiting: deque[tuple[Item, asyncio.Future[Result]]] = deque()
        self._task: asyncio.Task[None] | None = None
        self._is_closed = False
        self._next_at = 0.0  # when the next write may begin, by the event loop's clock

    async def add(self, item: Item) -> Result:
        """Wait until an item is written; returns its result or raises its error."""
        if self._is_closed:
            raise StoreBusy("the store is closed")
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_all())
        return await future

    async def close(self) -> None:
        """Accept no more items, and wait until all pending ones are written."""
        self._is_closed = True
        if self._task is not None:
            await self._task

    async def _write_all(self) -> None:
        while self._waiting:
            await self._pause()
            group = self._next_group()
            results = await self._results([item for item, _ in group])
            for (_, future), result in zip(group, results, strict=True):
                if future.done():  # the caller was cancelled
                    continue
                if isinstance(result, Exception):
                    future.set_exception(result)
                else:
                    future.set_result(result)

    async def _pause(self) -> None:
        """Wait until the next write may begin, unless a whole group is waiting already."""
        loop = asyncio.get_running_loop()
        # At least let callers that just got their result add the next item to this same group.
        is_full = len(self._waiting) >= GROUP_LIMIT or self._is_closed
        await asyncio.sleep(0 if is_full else max(0, self._next_at - loop.time()))
        self._next_at = loop.time() + PAUSE

    def _next_group(self) -> list[tuple[Item, asyncio.Future[Result]]]:
        group: dict[object, tuple[Item, asyncio.Future[Result]]] = {}
        later = []
        while self._waiting and len(group) < GROUP_LIMIT:
            pending = self._waiting.popleft()
            if group.setdefault(self._key(pending[0]), pending) is not pending:
                later.append(pending)
        self._waiting.extendleft(reversed(later))
        return list(group.values())

    async def _results(self, items: list[Item]) -> Sequence[Result | Exception]:
        try:
            return await self._write(items)
        except Exception as error:  # raised to the caller of `add`
            if isinstance(error, StoreBusy) and not isinstance(error, CorruptStore):
                return [StoreBusy(*error.args) for _ in items]
            if len(items) == 1:
                return [error]
            middle = len(items) // 2
            return [*await self._results(items[:middle]), *await self._results(items[middle:])]
