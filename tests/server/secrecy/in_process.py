"""Whole servers in this process, so that leaks can be planted in them.

Their deals are verified, as in every real room: the test hook's deck is dealt, but the room has a
different secret in each world. It shows the commitment, which reveals nothing.
"""

import asyncio
import hashlib
import io
import threading
from contextlib import contextmanager
from queue import SimpleQueue

import msgspec
import pytest

from byzanz.deal.deal import Deal, DealResult
from byzanz.rooms import creation
from byzanz.rooms.bot_task import answer_task
from byzanz.rooms.entries import Created
from byzanz.server.http import hooks, runner
from byzanz.server.ops.config import Config, Limits
from byzanz.server.ops.logs import set_up_logs
from byzanz.server.workers.bot_pool import BotPool
from byzanz.server.workers.compiler_watch import CompilerWatch
from tests.server.http.running import free_port
from tests.server.secrecy.processes import START

MANY = 1_000_000  # requests per minute
LIMITS = Limits(*[MANY] * 10)


class InProcessServer:
    """A server in a thread, with real sockets."""

    def __init__(self, folder, log: io.BytesIO) -> None:
        folder.mkdir()
        self.now = START
        self.masks: dict[bytes, bytes] = {}
        self.decks: dict[tuple[bytes, str], tuple] = {}  # by secret and deal
        self.store_file = folder / "games.db"
        self._log = log
        self.admin_port = free_port()
        config = Config(
            port=0, admin_port=self.admin_port, store=str(self.store_file), limits=LIMITS
        )
        ports: SimpleQueue[int] = SimpleQueue()
        self.servers: list = []
        self._thread = threading.Thread(
            target=runner.run_server,
            args=(config,),
            kwargs={"has_hooks": True, "on_ready": ports.put},
        )
        self._thread.start()
        self.port = ports.get(timeout=20)

    def stop(self) -> None:
        for server in self.servers:
            server.should_exit = True
        self._thread.join(20)

    def log_size(self) -> int:
        return len(self._log.getvalue())

    def log_since(self, start: int) -> list[str]:
        return self._log.getvalue()[start:].decode().split("\n")[:-1]


class ServerPatches:
    """Patches of a server's parts while it runs in this process."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.decks: dict[tuple[bytes, str], tuple] = {}  # by secret and deal
        self.masks: dict[bytes, bytes] = {}
        self.started: SimpleQueue = SimpleQueue()
        patch.setattr(BotPool, "start", lambda pool: None)
        patch.setattr(BotPool, "answer", _answer_at_once)
        patch.setattr(CompilerWatch, "check", lambda watch: None)  # else only one server starts it
        patch.setattr(runner, "_ended_by_signals", self._catch_servers)
        patch.setattr(hooks, "SeededBytes", _world_bytes())
        patch.setattr(creation, "Created", self._make_created)
        patch.setattr(Deal, "result", lambda deal, rules: self.dealt(deal))

    def dealt(self, deal: Deal) -> DealResult:
        """Return the test hook's deck; seats are not drawn."""
        return DealResult(tuple(range(len(deal.nonces))), self.decks[deal.secret, deal.id])

    @contextmanager
    def _catch_servers(self, servers):
        self.started.put(servers)
        yield

    def _make_created(self, **facts) -> Created:
        secret, deal = bytes.fromhex(facts["secret"]), facts["deal"]
        self.decks[secret, deal] = facts["deck"]
        self.masks[commitment(deal, secret).encode()] = b"commitment"
        return Created(**{**facts, "deck": None})


def commitment(deal: str, secret: bytes) -> str:
    """Return the commitment as docs/verified-deal.md defines it."""
    data = b""
    for part in (b"byzanz-deal-2", deal.encode(), secret):
        data += len(part).to_bytes(4, "big") + part
    return hashlib.sha256(data).hexdigest()


async def _answer_at_once(pool, task, urgency, room):
    await asyncio.sleep(0)
    return answer_task(msgspec.structs.replace(task, bot="solid"))


def _world_bytes() -> type:
    worlds = iter(range(10))

    class WorldBytes(hooks.SeededBytes):
        """Bytes from the seed, except for secrets, which differ between servers."""

        def __init__(self) -> None:
            super().__init__()
            self.world = next(worlds)

        def __call__(self, size: int) -> bytes:
            data = super().__call__(size)
            return hashlib.sha256(b"%d" % self.world + data).digest() if size == 32 else data

    return WorldBytes


@contextmanager
def two_in_process(folder):
    """Run two servers with different secrets."""
    log = io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        patches = ServerPatches(patch)
        set_up_logs("info", log)
        servers = []
        try:
            for name in ("first", "second"):
                server = InProcessServer(folder / name, log)
                server.servers = patches.started.get(timeout=10)
                server.masks, server.decks = patches.masks, patches.decks
                servers.append(server)
            yield servers
        finally:
            for server in servers:
                server.stop()
