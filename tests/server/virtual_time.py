"""An event loop in virtual time: when every task waits, the clock jumps to the next timer.

Work in threads (an executor) is waited for in real time, while the virtual clock stands still.
"""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar
from unittest.mock import patch

Result = TypeVar("Result")

DEADLOCK = 20.0  # real seconds without an answer of a thread after which the loop is stuck


class Stuck(Exception):
    """Every task waits, and no timer or thread will wake one."""


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose `time()` is virtual."""

    def __init__(self) -> None:
        super().__init__(_Selector(self))
        self.seconds = 0.0
        self.running_jobs = 0  # jobs that run in threads

    def time(self) -> float:
        return self.seconds

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:
        self.running_jobs += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._job_done)
        return future

    def _job_done(self, _future: Any) -> None:
        self.running_jobs -= 1

    async def shutdown_default_executor(self) -> None:
        self.running_jobs += 1
        await super().shutdown_default_executor()
        self.running_jobs -= 1


class _Selector(selectors.DefaultSelector):  # type: ignore[misc, valid-type]
    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> Any:
        loop = self._loop
        events = super().select(DEADLOCK if loop.running_jobs and timeout != 0 else 0)
        if events or timeout == 0:
            return events
        if timeout is None or loop.running_jobs:
            raise Stuck(f"at {loop.seconds} virtual seconds")
        loop.seconds += timeout
        return events


def run_in_virtual_time(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine to its end in virtual time, and return its result.

    Commits do not wait for each other, so that they take no virtual time.
    """
    with (
        patch("byzanz.store.group_commit.PAUSE", 0),
        asyncio.Runner(loop_factory=VirtualLoop) as runner,
    ):
        return runner.run(coroutine)
