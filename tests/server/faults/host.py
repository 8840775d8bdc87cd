"""Server processes for tests that kill, stop and restart them; forked, because that is fast."""

import asyncio
import multiprocessing
import os
import signal

from byzanz.load.address import Address, read_address
from tests.server.http.running import free_port

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    [
        *("byzanz.server.http.runner", "byzanz.server.workers.worker_runner"),
        *("byzanz.store.postgres", __name__),
    ]
)
UNLIMITED = 1_000_000_000


def _use_scripted_workers() -> None:
    """Replace bots and analyses by programs that need no compiled code, in this process."""
    from byzanz.server.workers import analysis_pool, bot_pool, compiler_watch  # noqa: PLC0415

    async def compiled(watch) -> None:
        watch.code.has_search = watch.code.has_analysis = True

    bot_pool.WORKER = "tests.server.faults.slow_greedy_worker"
    analysis_pool.WORKER = "tests.server.faults.scripted_analyst"
    compiler_watch.CompilerWatch.run = compiled


def _serve(
    port: int, store: str, log: str, away_after: int | None, *, has_search: bool, prepare=None
) -> None:
    from byzanz.server.hosting import autoplay  # noqa: PLC0415
    from byzanz.server.http.runner import run_server  # noqa: PLC0415
    from byzanz.server.ops.config import Config, Limits  # noqa: PLC0415 - in the process's own memory
    from byzanz.server.ops.logs import set_up_logs  # noqa: PLC0415

    set_up_logs("warning", open(log, "ab", buffering=0))  # noqa: SIM115, PTH123 - until it ends
    limits = Limits(**dict.fromkeys(Limits.__struct_fields__, UNLIMITED))
    config = Config(
        port=port, admin_port=0, store=store, thinkers=1, search=has_search, limits=limits,
    )  # fmt: skip
    if has_search:
        _use_scripted_workers()
    if prepare is not None:
        config = prepare(config)
    if away_after is not None:
        autoplay.AWAY_AFTER = away_after
    run_server(config, has_hooks=False, on_ready=lambda _: None)


def _work(store: str, log: str) -> None:
    from byzanz.server.ops.logs import set_up_logs  # noqa: PLC0415
    from byzanz.server.workers.worker_runner import run_worker  # noqa: PLC0415

    set_up_logs("debug", open(log, "ab", buffering=0))  # noqa: SIM115, PTH123 - until it ends
    _use_scripted_workers()
    run_worker(store, 2, on_ready=lambda: None)


class ForkedProcess:
    """A process that can be killed and started again."""

    def __init__(self, target, *arguments, **options) -> None:
        self._target, self._arguments, self._options = target, arguments, options
        self._process: multiprocessing.Process | None = None

    def start(self) -> None:
        self._process = FORKS.Process(
            target=self._target, args=self._arguments, kwargs=self._options, daemon=True
        )
        self._process.start()

    def kill(self) -> None:
        """End the process at once, as the out-of-memory killer does."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None

    def signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        os.kill(self._process.pid, number)

    def is_alive(self) -> bool:
        return self._process is not None and self._process.is_alive()


class WorkerHost(ForkedProcess):
    """A worker process, like that of `byzanz worker`."""

    def __init__(self, store: str, log) -> None:
        self.log = str(log)
        super().__init__(_work, store, self.log)


class Host(ForkedProcess):
    """A server process at a fixed address."""

    def __init__(
        self,
        store: str,
        log,
        *,
        away_after: int | None = None,
        has_search: bool = False,
        prepare=None,
    ) -> None:
        """`away_after` replaces the milliseconds after which an unseen person is away.

        With `has_search` strong bots and analyses run, by scripted programs. `prepare` is called in
        the process with its configuration, and returns the one to use.
        """
        self.store, self.log = store, str(log)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        super().__init__(
            *(_serve, self.port, store, self.log, away_after),
            has_search=has_search,
            prepare=prepare,
        )

    @property
    def address(self) -> Address:
        return read_address(self.url)

    async def listening(self) -> None:
        """Wait until the port accepts connections.

        A process that has ended is started again, as systemd does: the database may have been
        restarted at the moment when the process began.
        """
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                if not self.is_alive():
                    self.kill()
                    self.start()
                await asyncio.sleep(0.02)
            else:
                writer.close()
                return
