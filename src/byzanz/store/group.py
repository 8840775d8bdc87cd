"""Group commit: what waits together is written together."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from byzanz.store.trouble import StoreBusy

Item = TypeVar("Item")
Result = TypeVar("Result")

LIMIT = 500  # items in one group


class Group(Generic[Item, Result]):
    """Items that wait to be written, in groups without two of the same key.

    `write` writes all of a group or raises; then each half is tried, down to the one to blame.
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

    async def add(self, item: Item) -> Result:
        """Wait until the item is written, and return or raise what came of it."""
        if self._is_closed:
            raise StoreBusy("the store is closed")
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._write_all())
        return await future

    async def close(self) -> None:
        """Take no more, and wait until all that was taken is written."""
        self._is_closed = True
        if self._task is not None:
            await self._task

    async def _write_all(self) -> None:
        while self._waiting:
            await asyncio.sleep(0)  # those just answered may have more: one group, not two by turns
            group = self._next_group()
            results = await self._results([item for item, _ in group])
            for (_, future), result in zip(group, results, strict=True):
                if future.done():  # nobody waits any more
                    continue
                if isinstance(result, Exception):
                    future.set_exception(result)
                else:
                    future.set_result(result)

    def _next_group(self) -> list[tuple[Item, asyncio.Future[Result]]]:
        group: dict[object, tuple[Item, asyncio.Future[Result]]] = {}
        later = []
        while self._waiting and len(group) < LIMIT:
            waiting = self._waiting.popleft()
            if group.setdefault(self._key(waiting[0]), waiting) is not waiting:
                later.append(waiting)
        self._waiting.extendleft(reversed(later))
        return list(group.values())

    async def _results(self, items: list[Item]) -> Sequence[Result | Exception]:
        try:
            return await self._write(items)
        except StoreBusy as busy:
            return [StoreBusy(*busy.args) for _ in items]
        except Exception as error:  # it is raised where the item came from
            if len(items) == 1:
                return [error]
            middle = len(items) // 2
            return [*await self._results(items[:middle]), *await self._results(items[middle:])]
