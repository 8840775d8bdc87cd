"""An event loop in virtual time: when all wait, the clock jumps to the next timer.

Threads (an executor) are waited for in real time, in which the clock stands still.
"""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")

DEADLOCK = 20.0  # real seconds in which a thread has not answered


class Stuck(Exception):
    """Everybody waits, and nothing will ever happen."""


class VirtualLoop(asyncio.SelectorEventLoop):
    """Ask it for the time as any loop; no real second goes by."""

    def __init__(self) -> None:
        super().__init__(_Selector(self))
        self.seconds = 0.0
        self.working = 0  # jobs in threads

    def time(self) -> float:
        return self.seconds

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:
        self.working += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._worked)
        return future

    def _worked(self, _future: Any) -> None:
        self.working -= 1

    async def shutdown_default_executor(self) -> None:
        self.working += 1
        await super().shutdown_default_executor()
        self.working -= 1


class _Selector(selectors.DefaultSelector):  # type: ignore[misc, valid-type]
    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> Any:
        loop = self._loop
        events = super().select(DEADLOCK if loop.working and timeout != 0 else 0)
        if events or timeout == 0:
            return events
        if timeout is None or loop.working:
            raise Stuck(f"at {loop.seconds} virtual seconds")
        loop.seconds += timeout
        return events


def run_virtual(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """What a coroutine returns, run to its end in virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(coroutine)
