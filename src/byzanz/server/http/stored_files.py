"""The hashed files of other builds: of the previous one, and of the next during an upgrade.

A page that is open during an upgrade of the server still asks for files of its own build. Each
process stores the files of its build when it starts, so any process can serve them.
"""

import gzip
import hashlib
import re
from collections.abc import Iterator

from byzanz.server.http.page_files import FOREVER, HASHED, File, PageFiles, tag_of
from byzanz.server.ops.rate_limits import RateLimiter
from byzanz.store.event_store import EventStore
from byzanz.store.rows import PageFileRow

NAME = re.compile(r"[A-Za-z0-9_.-]{1,80}-[A-Za-z0-9_-]{8}\.(?:css|js|png|svg|woff2)")
MOST_IN_MEMORY = 200  # files; a build has about 60


class StoredFiles:
    """Finds the hashed files of other builds in the store, and keeps some in memory."""

    def __init__(self, store: EventStore, reads: RateLimiter) -> None:
        self._store = store
        self._reads = reads
        self._found: dict[str, File] = {}

    async def find(self, name: str, address: str) -> File | None:
        """Return a file of any build that the store has, or None.

        A request to the store counts as a read by this address. Raises `RequestRefused` beyond the
        limit of reads, and `StoreBusy`.
        """
        if name not in self._found and NAME.fullmatch(name):
            self._reads.count_request(address)
            row = await self._store.page_file(name)
            if row is not None:
                self._keep(row)
        return self._found.get(name)

    def _keep(self, row: PageFileRow) -> None:
        if len(self._found) >= MOST_IN_MEMORY:
            self._found.clear()
        plain = gzip.decompress(row.body)
        bodies = {"": plain, "gzip": row.body}
        self._found[row.name] = File(bodies, row.media_type, FOREVER, tag_of(plain))


async def publish(store: EventStore, files: PageFiles, now: int) -> None:
    """Store the hashed files of a build, unless they are there already; raises `StoreBusy`."""
    hashed = {
        path.removeprefix(HASHED): file
        for path, file in files.files.items()
        if path.startswith(HASHED) and NAME.fullmatch(path.removeprefix(HASHED))
    }
    if not hashed:
        return
    build = build_of(hashed)
    stored = await store.renew_page_build(build, now)
    await store.add_page_files(build, _rows(hashed, stored))


def build_of(hashed: dict[str, File]) -> str:
    """The name of a build: a hash of the names and contents of its files."""
    facts = "".join(f"{name} {file.tag}\n" for name, file in sorted(hashed.items()))
    return hashlib.sha256(facts.encode()).hexdigest()[:20]


def _rows(hashed: dict[str, File], stored: set[str]) -> Iterator[PageFileRow]:
    for name in hashed.keys() - stored:
        file = hashed[name]
        packed = file.bodies.get("gzip") or gzip.compress(file.bodies[""], mtime=0)
        yield PageFileRow(name, file.media_type, packed)
