"""The pages for browsers: files, compression and caching."""

import asyncio
import gzip
from types import SimpleNamespace

import httpx
import pytest

from byzanz.server.http.app import make_app
from byzanz.server.http.page_files import PageFiles
from byzanz.server.http.pages import PAGES
from byzanz.server.ops.config import Config
from byzanz.server.ops.metrics import Metrics
from byzanz.server.previews.link_targets import Target

INDEX = b"<!doctype html><title>Byzanz</title>"
SCRIPT = b"console.log('hello')" * 30
BROWSER = {"accept": "text/html,application/xhtml+xml", "accept-encoding": "gzip, deflate"}


@pytest.fixture
def bundle(tmp_path):
    files = {
        "index.html": INDEX,
        "worker.js": SCRIPT,
        "assets/index-1a2b.js": SCRIPT,
        "assets/index-1a2b.js.gz": gzip.compress(SCRIPT),
        "assets/index-1a2b.js.br": b"brotli",
        "assets/deviceWorker-1a2b.js": SCRIPT,
        "device/game-pack-0-0123456789ab.bin": b"packed",
        "device/manifest.json": b"{}",
        "cards/l/C1.svg": b"<svg/>",
        ".vite/manifest.json": b"{}",
        "notes.md": b"not a page",
    }
    for name, body in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
    return PageFiles(tmp_path)


class Nothing:
    """Links lead to nothing that may be shown, and no picture can be drawn."""

    async def find(self, game, otherwise, visitor):
        return Target(otherwise)

    async def draw(self, picture):
        return None


def ask(bundle, path, method="GET", *, url="", **headers):
    visitors = SimpleNamespace(limiters={"reads": None})
    service = SimpleNamespace(
        handlers=SimpleNamespace(visitors=visitors), config=Config(url=url),
        metrics=Metrics(), connections=None, store=None,
        link_targets=Nothing(), pictures=Nothing(),
    )  # fmt: skip

    async def send():
        transport = httpx.ASGITransport(app=make_app(service, files=bundle))
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as http:
            names = {name.replace("_", "-"): value for name, value in headers.items()}
            return await http.request(method, path, headers={"accept-encoding": "", **names})

    return asyncio.run(send())


@pytest.mark.parametrize("path", [path.replace("{room}", "0" * 32) for path in PAGES])
def test_every_page_is_the_index_and_is_revalidated(bundle, path):
    answer = ask(bundle, path)
    assert (answer.status_code, answer.content) == (200, INDEX)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    again = ask(bundle, path, if_none_match=answer.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("path", "caching"),
    [
        ("/assets/index-1a2b.js", "public, max-age=31536000, immutable"),
        ("/cards/l/C1.svg", "public, max-age=86400"),
        ("/worker.js", "no-cache"),
        ("/device/game-pack-0-0123456789ab.bin", "public, max-age=31536000, immutable"),
        ("/device/manifest.json", "no-cache"),
    ],
)
def test_only_files_with_a_hash_in_their_name_are_cached_for_long(bundle, path, caching):
    answer = ask(bundle, path)
    assert answer.status_code == 200
    assert answer.headers.get_list("cache-control") == [caching]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_threat_49_only_the_worker_of_the_game_may_compile(bundle):
    worker = ask(bundle, "/assets/deviceWorker-1a2b.js").headers
    (policy,) = worker.get_list("content-security-policy")
    assert "'wasm-unsafe-eval'" in policy
    assert "'unsafe-eval'" not in policy
    assert worker["x-content-type-options"] == "nosniff"
    for path in ("/", "/assets/index-1a2b.js", "/worker.js"):
        (policy,) = ask(bundle, path).headers.get_list("content-security-policy")
        assert "unsafe" not in policy
        assert "blob:" not in policy


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, deflate, br", "br"), ("gzip;q=1.0", "gzip"), ("", None), ("zstd", None)],
)
def test_files_are_compressed_as_the_browser_accepts(bundle, accepted, encoding):
    file = bundle.files["/assets/index-1a2b.js"]
    assert file.encoding_for(accepted) == (encoding or "")
    if encoding != "br":
        answer = ask(bundle, "/assets/index-1a2b.js", accept_encoding=accepted)
        assert answer.content == SCRIPT
        assert answer.headers.get("content-encoding") == encoding
        assert answer.headers["vary"] == "accept-encoding"


def test_head_answers_without_a_body(bundle):
    answer = ask(bundle, "/", "HEAD")
    assert (answer.status_code, answer.content) == (200, b"")


@pytest.mark.parametrize("path", ["/nowhere", "/r", "/assets/gone.js", "/.vite/manifest.json"])
def test_a_browser_gets_the_index_for_an_unknown_path(bundle, path):
    answer = ask(bundle, path, **BROWSER)
    assert (answer.status_code, answer.content) == (404, INDEX)


@pytest.mark.parametrize(
    ("path", "headers"),
    [("/nowhere", {}), ("/api/nowhere", BROWSER), ("/notes.md", {}), ("/../pyproject.toml", {})],
)
def test_a_program_gets_a_problem_for_an_unknown_path(bundle, path, headers):
    answer = ask(bundle, path, **headers)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert answer.headers["cache-control"] == "no-store"


def test_pages_refuse_other_methods(bundle):
    assert ask(bundle, "/", "POST").status_code == 405


def test_without_a_build_the_page_says_how_to_build(tmp_path):
    answer = ask(PageFiles(tmp_path / "not there"), "/", **BROWSER)
    assert answer.status_code == 200
    assert "npm run build" in answer.text
    assert answer.headers["cache-control"] == "no-store"
