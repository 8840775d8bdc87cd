"""Hashed files of the previous build are served by every process, from the store."""

import asyncio
import gzip
from types import SimpleNamespace

import httpx
import pytest

from byzanz.server.http.app import make_app
from byzanz.server.http.page_files import PageFiles
from byzanz.server.http.stored_files import NAME, publish
from byzanz.server.ops.clock import SteadyClock
from byzanz.server.ops.config import Config
from byzanz.server.ops.metrics import Metrics
from byzanz.server.ops.rate_limits import RateLimiter
from byzanz.store.opening import open_store

OLD, NEW = "Table-OldOld_1.js", "Table-New-New2.js"
SCRIPT = b"export const stalls = 7;" * 30


def build(folder, name, *, packed=True) -> PageFiles:
    """A build with one hashed file."""
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_bytes(f"<script src=/assets/{name}>".encode())
    (folder / "worker.js").write_bytes(name.encode())
    (folder / "assets" / name).write_bytes(SCRIPT)
    if packed:
        (folder / "assets" / f"{name}.gz").write_bytes(gzip.compress(SCRIPT))
    return PageFiles(folder)


class Processes:
    """An application of the old build and one of the new build, on one store."""

    def __init__(self, store, old: PageFiles, new: PageFiles, reads: int) -> None:
        self.store = store
        limiter = RateLimiter(reads, SteadyClock(0))
        visitors = SimpleNamespace(limiters={"reads": limiter})
        service = SimpleNamespace(
            handlers=SimpleNamespace(visitors=visitors), config=Config(),
            metrics=Metrics(), connections=None, store=store,
            link_targets=None, pictures=None,
        )  # fmt: skip
        self._apps = {"old": make_app(service, files=old), "new": make_app(service, files=new)}

    async def ask(self, process, path, method="GET", **headers):
        transport = httpx.ASGITransport(app=self._apps[process])
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as http:
            return await http.request(method, path, headers={"accept-encoding": "", **names})


def run(tmp_path, test, *, reads=100, packed=True):
    old = build(tmp_path / "old", OLD, packed=packed)
    new = build(tmp_path / "new", NEW, packed=packed)

    async def in_loop():
        store = await open_store(":memory:", volatile=True)
        try:
            await publish(store, old, 1)
            await publish(store, new, 2)
            await test(Processes(store, old, new, reads))
        finally:
            await store.close()

    asyncio.run(in_loop())


@pytest.mark.parametrize("packed", [True, False])
def test_each_process_has_the_files_of_both_builds(tmp_path, packed):
    async def test(processes):
        for name in (OLD, NEW):
            answers = [await processes.ask(each, f"/assets/{name}") for each in ("old", "new")]
            for answer in answers:
                assert (answer.status_code, answer.content) == (200, SCRIPT)
            for header in ("cache-control", "etag", "vary", "content-type"):
                assert answers[0].headers[header] == answers[1].headers[header]
            assert answers[0].headers["cache-control"] == "public, max-age=31536000, immutable"

    run(tmp_path, test, packed=packed)


def test_a_file_of_another_build_is_sent_like_any_other_file(tmp_path):
    async def test(processes):
        path = f"/assets/{OLD}"
        packed = await processes.ask("new", path, accept_encoding="gzip, br")
        assert (packed.headers["content-encoding"], packed.content) == ("gzip", SCRIPT)
        tag = packed.headers["etag"]
        assert (await processes.ask("new", path, if_none_match=tag)).status_code == 304
        assert (await processes.ask("new", path, "HEAD")).content == b""
        assert (await processes.ask("new", path, "POST")).status_code == 405

    run(tmp_path, test)


def test_pages_and_files_without_a_hash_come_from_the_build_of_the_process(tmp_path):
    async def test(processes):
        for process, name in (("old", OLD), ("new", NEW)):
            assert name in (await processes.ask(process, "/")).text
            assert (await processes.ask(process, "/worker.js")).text == name

    run(tmp_path, test)


def test_threat_39_the_store_is_asked_for_hashed_names_only_and_once(tmp_path):
    async def test(processes):
        requested_names = []
        find = processes.store.page_file
        processes.store.page_file = lambda name: requested_names.append(name) or find(name)
        for name in ("x.js", "index.html", "a-AbCdEfGh.html", "..-AbCdEfGh.js%00", "a-AbC.js"):
            assert (await processes.ask("new", f"/assets/{name}")).status_code == 404
        assert requested_names == []
        for _ in range(3):
            assert (await processes.ask("new", f"/assets/{OLD}")).status_code == 200
        assert requested_names == [OLD]

    run(tmp_path, test)


def test_threat_15_requests_for_missing_files_count_as_reads(tmp_path):
    async def test(processes):
        statuses = [
            (await processes.ask("new", f"/assets/none-AbCdEf{number:02}.js")).status_code
            for number in range(7)
        ]
        assert statuses == [404] * 5 + [429] * 2
        response = await processes.ask("new", f"/assets/{NEW}")
        assert response.status_code == 200  # it costs no query

    run(tmp_path, test, reads=5)


def test_every_hashed_file_of_the_real_build_matches_the_pattern_of_stored_names():
    names = [path.removeprefix("/assets/") for path in PageFiles().files if "/assets/" in path]
    assert names, "the pages are not built"
    assert [name for name in names if not NAME.fullmatch(name)] == []
