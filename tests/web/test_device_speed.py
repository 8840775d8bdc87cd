"""How long the game on this device takes, and how much memory. Figures are printed with `-s`."""

import sys
import time

import pytest

from tests.web.device_page import build, hosted
from tests.web.test_device import get, open_page
from tests.web.trace import Trace

NOISE = 2  # factor by which a shared processor may be slower
COLD, ALIVE = 5.0, 0.5  # seconds from the request to the first deal, from the cache
MOVE = 60  # milliseconds of the worker for a person's move and three solid answers
MOST_MEMORY = 180_000_000  # bytes after ten games
LONG = 50  # milliseconds; a person could notice a longer task
RUNS = 10
DEAL = """async () => {
    const began = performance.now();
    const room = await game.create();
    const { view } = await game.update(room);
    if (view.own.hand.length === 0) throw new Error("no cards");
    return performance.now() - began;
}"""
WATCH = """window.long = [];
new PerformanceObserver((list) => window.long.push(...list.getEntries().map((e) => e.duration)))
    .observe({ type: "longtask", buffered: true });"""
KEEP_MEMORY = """
const instantiate = WebAssembly.instantiateStreaming;
WebAssembly.instantiateStreaming = async (...values) => {
    const found = await instantiate.apply(WebAssembly, values);
    globalThis.wasmMemory = found.instance.exports.memory;
    return found;
};
"""


@pytest.fixture(scope="module")
def folder(chromium, tmp_path_factory):
    folder = tmp_path_factory.mktemp("device")
    build(folder)
    return folder


@pytest.fixture
def page(chromium, folder):
    context = chromium.new_context()
    with hosted(folder) as host:
        page = open_page(context, host)
        assert get(page)["state"] == "ready"
        yield page
        context.close()


def tell(figures: str) -> None:
    sys.stdout.write(f"\n{figures}\n")


def reloaded(page):
    page.reload()
    page.wait_for_function("window.game")


@pytest.mark.long
def test_the_first_deal_comes_soon(page):
    """The bar is the processor time of the worker, because other work on the machine delays it."""
    cold, costs = [], []
    for _ in range(3):
        reloaded(page)
        trace = Trace(page)
        trace.start()
        cold.append(page.evaluate(DEAL) / 1000)
        trace.stop(page)
        costs.append(sum(worker_tasks(trace.events)) / 1000)
    alive = sorted(page.evaluate(DEAL) / 1000 for _ in range(5))[2]
    tell(f"first deal: {min(cold):.2f} to {max(cold):.2f} s cold, {alive:.3f} s alive")
    tell(f"processor time of the worker, cold: {min(costs):.2f} s")
    assert 0.1 < min(costs) <= COLD
    assert alive <= NOISE * ALIVE


@pytest.mark.long
def test_a_move_and_three_answers_take_little_time(page):
    room = page.evaluate("game.create()")
    trace = Trace(page)
    trace.start()
    page.evaluate("room => game.play(room, 20)", room)
    trace.stop(page)
    per_move = sum(worker_tasks(trace.events)) / 20
    tell(f"a move with three solid answers: {per_move:.1f} ms of the worker")
    assert 1 < per_move <= MOVE


def worker_tasks(events) -> list[float]:
    """The processor time of every task of the worker, in milliseconds."""
    threads = {
        (each["pid"], each["tid"])
        for each in events
        if each["name"] == "thread_name" and "DedicatedWorker" in each["args"]["name"]
    }
    assert threads
    return [
        each.get("tdur", 0) / 1000
        for each in events
        if each["name"].endswith("RunTask") and (each["pid"], each["tid"]) in threads
    ]


@pytest.mark.long
def test_memory_after_ten_games(chromium, folder):
    context = chromium.new_context()
    context.route(
        "**/deviceWorker-*.js",
        lambda route: route.fulfill(
            response=(found := route.fetch()), body=KEEP_MEMORY + found.text()
        ),
    )
    with hosted(folder) as host:
        page = open_page(context, host)
        assert get(page)["state"] == "ready"
        for _ in range(RUNS):
            room = page.evaluate("game.create()")
            assert page.evaluate("room => game.play(room)", room)["status"] == "finished"
        worker = page.workers[0]
        wasm = worker.evaluate("wasmMemory.buffer.byteLength")
        heap = worker.evaluate("performance.memory?.usedJSHeapSize ?? 0")
        context.close()
    tell(f"memory after ten games: {wasm / 1e6:.0f} MB of wasm, {heap / 1e6:.0f} MB of JavaScript")
    assert wasm > 10_000_000
    assert wasm + heap <= MOST_MEMORY


def long_tasks(page) -> list[float]:
    """The tasks of the page that a person could notice, while the worker plays a game."""
    page.add_init_script(WATCH)
    reloaded(page)
    page.evaluate("window.long.length = 0")
    room = page.evaluate("game.create()")
    page.evaluate("room => game.play(room)", room)
    page.wait_for_timeout(100)
    return page.evaluate("window.long")


def test_the_page_stays_quick_while_the_worker_works(page):
    assert [each for each in long_tasks(page) if each > NOISE * LONG] == []


def test_a_long_task_would_be_noticed(page):
    page.add_init_script(WATCH)
    reloaded(page)
    page.evaluate("""() => void setTimeout(() => {
        const end = performance.now() + 150;
        while (performance.now() < end);
    })""")
    page.wait_for_timeout(300)
    assert [each for each in page.evaluate("window.long") if each > NOISE * LONG]


@pytest.mark.long
def test_nine_of_ten_runs_have_no_long_task(page):
    began = time.monotonic()
    found = [long_tasks(page) for _ in range(RUNS)]
    tell(f"long tasks: {found}, {time.monotonic() - began:.0f} s")
    assert sum(not each for each in found) >= RUNS - 1
