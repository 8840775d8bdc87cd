"""Server processes that are killed, stopped and restarted. They are forked, to start fast."""

import asyncio
import multiprocessing
import os
import signal

from byzanz.load.address import Address, read_address
from tests.server.http.running import free_port

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["byzanz.server.http.runner", "byzanz.store.postgres", __name__])
UNLIMITED = 1_000_000_000


def _serve(port: int, store: str, log: str, away_after: int | None) -> None:
    from byzanz.server.hosting import autoplay  # noqa: PLC0415
    from byzanz.server.http.runner import run_server  # noqa: PLC0415
    from byzanz.server.ops.config import Config, Limits  # noqa: PLC0415 - in the process's own memory
    from byzanz.server.ops.logs import set_up_logs  # noqa: PLC0415

    set_up_logs("warning", open(log, "ab", buffering=0))  # noqa: SIM115, PTH123 - until it ends
    limits = Limits(**dict.fromkeys(Limits.__struct_fields__, UNLIMITED))
    config = Config(
        port=port, admin_port=0, store=store, thinkers=1, search=False, limits=limits,
    )  # fmt: skip
    if away_after is not None:
        autoplay.AWAY_AFTER = away_after
    run_server(config, has_hooks=False, on_ready=lambda _: None)


class Host:
    """A server process at a fixed address, running or not."""

    def __init__(self, store: str, log, *, away_after: int | None = None) -> None:
        """`away_after` replaces the milliseconds after which an unseen person is away."""
        self.store, self.log = store, str(log)
        self.away_after = away_after
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: multiprocessing.Process | None = None

    @property
    def address(self) -> Address:
        return read_address(self.url)

    def start(self) -> None:
        self._process = FORKS.Process(
            target=_serve, args=(self.port, self.store, self.log, self.away_after), daemon=True
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

    async def listening(self) -> None:
        """Wait until the port accepts connections."""
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                await asyncio.sleep(0.02)
            else:
                writer.close()
                return
