"""Whole servers in this process, so that leaks can be planted in them.

Their deals are verified ones, as in every real room: the hook's deck is dealt, but the room has a
secret, another one in each world, and shows its commitment, of which nobody can learn anything.
"""

import asyncio
import hashlib
import io
import threading
from contextlib import contextmanager
from queue import SimpleQueue

import msgspec
import pytest

from byzanz.deal.deal import Deal, Dealt
from byzanz.server import hooks, serving
from byzanz.server.config import Config, Limits
from byzanz.server.entries import Created
from byzanz.server.logs import set_up_logs
from byzanz.server.thinker import think
from byzanz.server.thinkers import Thinkers
from tests.server.secrecy.outside import START
from tests.server.web.running import free_port

MANY = 1_000_000
LIMITS = Limits(*[MANY] * 9)


class Inside:
    """One server in a thread, with real sockets."""

    def __init__(self, folder, log: io.BytesIO) -> None:
        folder.mkdir()
        self.now = START
        self.masks: dict[bytes, bytes] = {}
        self._log = log
        self.admin_port = free_port()
        config = Config(
            port=0, admin_port=self.admin_port, store=str(folder / "games.db"), limits=LIMITS
        )
        ports: SimpleQueue[int] = SimpleQueue()
        self.servers: list = []
        self._thread = threading.Thread(
            target=serving.run_server,
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


class Planter:
    """What is put in place of a server's parts while it runs in here."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.decks: dict[bytes, tuple] = {}  # by secret and deal
        self.masks: dict[bytes, bytes] = {}
        self.started: SimpleQueue = SimpleQueue()
        patch.setattr(Thinkers, "start", lambda thinkers: None)
        patch.setattr(Thinkers, "think", _think)
        patch.setattr(serving, "_ended_by_signals", self._caught)
        patch.setattr(hooks, "HookedSource", _source_of_worlds())
        patch.setattr(hooks, "Created", self._created)
        patch.setattr(Deal, "dealt", lambda deal, rules: self.dealt(deal))

    def dealt(self, deal: Deal) -> Dealt:
        """The deck that the hook was given, and nobody's seat changes."""
        return Dealt(tuple(range(len(deal.nonces))), self.decks[deal.secret, deal.id])

    @contextmanager
    def _caught(self, servers):
        self.started.put(servers)
        yield

    def _created(self, **facts) -> Created:
        secret, deal = bytes.fromhex(facts["secret"]), facts["deal"]
        self.decks[secret, deal] = facts["deck"]
        self.masks[commitment(deal, secret).encode()] = b"commitment"
        return Created(**{**facts, "deck": None})


def commitment(deal: str, secret: bytes) -> str:
    """As docs/verified-deal.md defines it."""
    data = b""
    for part in (b"byzanz-deal-2", deal.encode(), secret):
        data += len(part).to_bytes(4, "big") + part
    return hashlib.sha256(data).hexdigest()


async def _think(thinkers, task, urgency, room):
    await asyncio.sleep(0)
    return think(msgspec.structs.replace(task, bot="solid"))


def _source_of_worlds() -> type:
    worlds = iter(range(10))

    class Source(hooks.HookedSource):
        """Bytes from the seed, but the secrets are each server's own."""

        def __init__(self) -> None:
            super().__init__()
            self.world = next(worlds)

        def __call__(self, size: int) -> bytes:
            data = super().__call__(size)
            return hashlib.sha256(b"%d" % self.world + data).digest() if size == 32 else data

    return Source


@contextmanager
def two_inside(folder):
    """Two servers whose worlds differ."""
    log = io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        planter = Planter(patch)
        set_up_logs("info", log)
        servers = []
        try:
            for name in ("first", "second"):
                server = Inside(folder / name, log)
                server.servers = planter.started.get(timeout=10)
                server.masks = planter.masks
                servers.append(server)
            yield servers
        finally:
            for server in servers:
                server.stop()
