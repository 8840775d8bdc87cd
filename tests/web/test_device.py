"""The game on this device, in a real browser, from a host that only serves files."""

from contextlib import suppress
from random import Random

import pytest

from tests.web.device_page import build, hosted

MOST_BYTES = 6_000_000
KILLS = ("reload", "close", "away", "crash")


@pytest.fixture(scope="module")
def folder(chromium, tmp_path_factory):
    folder = tmp_path_factory.mktemp("device")
    build(folder)
    return folder


@pytest.fixture
def host(folder):
    with hosted(folder) as host:
        yield host


@pytest.fixture
def context(chromium):
    context = chromium.new_context()
    yield context
    context.close()


def open_page(context, host):
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(host.url)
    page.wait_for_function("window.game")
    return page


def state(page) -> dict:
    return page.evaluate("async () => { await game.device.look(); return game.state(); }")


def get(page) -> dict:
    return page.evaluate("async () => { await game.device.get(); return game.state(); }")


def problem(page, call: str) -> str | None:
    answer = page.evaluate(f"game.shown(() => {call})")
    return answer.get("problem") if isinstance(answer, dict) else None


def test_the_download_is_small_and_goes_on_where_it_stopped(context, host):
    page = open_page(context, host)
    assert state(page)["state"] == "absent"
    assert problem(page, "game.create()") == "not_here"
    half = page.evaluate("""async () => {
        const getting = game.device.get();
        while (game.device.bytes < 1_000_000) await new Promise(requestAnimationFrame);
        game.device.stop();
        await getting;
        return game.state();
    }""")
    assert half["state"] == "partly"
    page.reload()
    page.wait_for_function("window.game")
    found = state(page)
    assert found["state"] == "partly"
    assert 500_000 < found["bytes"] < found["size"]
    done = get(page)
    assert done["state"] == "ready"
    assert done["bytes"] == done["size"]
    assert host.bytes_of_the_game < MOST_BYTES
    host.sent.clear()
    again = open_page(context, host)
    assert state(again)["state"] == "ready"
    assert get(again)["state"] == "ready"
    assert not [path for path, _ in host.sent if path.endswith(".bin")]


def test_threat_49_a_broken_download_is_noticed_and_mended(context, host):
    page = open_page(context, host)
    host.broken = "python-zip"
    failed = get(page)
    assert (failed["state"], failed["reason"]) == ("failed", "damaged")
    host.broken, host.is_down = "", True
    failed = get(page)
    assert (failed["state"], failed["reason"]) == ("failed", "not_loaded")
    host.is_down = False
    assert get(page)["state"] == "ready"
    page.evaluate("game.device.remove()")
    assert state(page) == {"state": "absent", "bytes": 0, "size": 0, "reason": None}
    assert page.evaluate("caches.keys()") == []


def damage(page) -> None:
    """Change a byte of a kept part, as a failing disk does."""
    page.evaluate("""async () => {
        const [name] = await caches.keys();
        const cache = await caches.open(name);
        const [key] = (await cache.keys()).filter(({ url }) => url.includes("python-zip"));
        const bytes = new Uint8Array(await (await cache.match(key)).arrayBuffer());
        bytes[1000] ^= 1;
        await cache.put(key, new Response(bytes));
    }""")


def test_a_game_survives_and_two_tabs_play_it(context, host):
    page = open_page(context, host)
    assert get(page)["state"] == "ready"
    damage(page)
    assert problem(page, "game.create()") == "damaged"
    assert state(page)["state"] == "partly"
    assert get(page)["state"] == "ready"
    room = page.evaluate("game.create(undefined, 'one-command')")
    host.is_down = True  # from here on without a network
    assert page.evaluate("game.create(undefined, 'one-command')") == room
    assert page.evaluate("room => game.play(room, 3)", room)["status"] == "running"
    host.is_down = False
    other = open_page(context, host)
    assert len(other.evaluate("game.rooms()")["rooms"]) == 1
    both = [
        tab.evaluate_handle("room => ({ done: game.play(room) })", room) for tab in (page, other)
    ]
    done = [handle.evaluate("each => each.done") for handle in both]
    assert done[0]["status"] == done[1]["status"] == "finished"
    assert page.evaluate("room => game.update(room)", room)["seq"] == done[0]["seq"]
    page.evaluate("room => game.removeRoom(room)", room)
    assert other.evaluate("game.rooms()")["rooms"] == []
    assert problem(other, f"game.update('{room}')") == "not_found"


FULL = """
let isFull = false;
new BroadcastChannel("disk").onmessage = ({ data }) => (isFull = data);
const add = IDBObjectStore.prototype.add;
IDBObjectStore.prototype.add = function (...values) {
    if (isFull) throw new DOMException("no space", "QuotaExceededError");
    return add.apply(this, values);
};
"""


def let_disk_fill(page):
    """Let the worker's database refuse entries while the disk is full, as the browser does."""

    def answer(route):
        route.fulfill(response=(found := route.fetch()), body=FULL + found.text())

    page.context.route("**/deviceWorker-*.js", answer)


def test_a_full_browser_refuses_and_loses_nothing(context, host):
    page = open_page(context, host)
    session = context.new_cdp_session(page)
    quota = {"origin": page.evaluate("location.origin")}
    session.send("Storage.overrideQuotaForOrigin", {**quota, "quotaSize": 1})
    failed = get(page)
    assert (failed["state"], failed["reason"]) == ("failed", "no_space")
    session.send("Storage.overrideQuotaForOrigin", quota)
    let_disk_fill(page)
    assert get(page)["state"] == "ready"
    room = page.evaluate("game.create()")
    before = page.evaluate("room => game.play(room, 2)", room)
    page.evaluate("new BroadcastChannel('disk').postMessage(true)")
    assert problem(page, "game.create(undefined, 'too-much')") == "no_space"
    assert problem(page, f"game.ask('skip', {{ room: '{room}' }}, {{}})") in (
        "no_space",
        "your_turn",
    )
    page.evaluate("new BroadcastChannel('disk').postMessage(false)")
    assert [line["room"] for line in page.evaluate("game.rooms()")["rooms"]] == [room]
    assert page.evaluate("room => game.update(room)", room)["seq"] == before["seq"]
    assert page.evaluate("room => game.play(room)", room)["status"] == "finished"


@pytest.mark.parametrize(
    ("missing", "reason"),
    [("WebAssembly", "no_wasm"), ("indexedDB", "no_storage"), ("caches", "no_storage")],
)
def test_browsers_that_cannot_play(context, host, missing, reason):
    context.add_init_script(
        f"Object.defineProperty(window, '{missing}', {{ value: undefined, configurable: true }})"
    )
    page = open_page(context, host)
    found = state(page)
    assert (found["state"], found["reason"]) == ("unsupported", reason)
    assert problem(page, "game.create()") == reason
    assert get(page)["state"] == "unsupported"


def kill(page, way: str):
    """End a page without any warning to it."""
    if way == "reload":
        page.reload()
    elif way == "away":
        page.goto("about:blank")
    elif way == "crash":
        with suppress(Exception):
            page.goto("chrome://crash", timeout=2000)
    page.close()


LOG = """room => new Promise((resolve) => {
    const request = indexedDB.open("byzanz-device");
    request.onsuccess = () => {
        const all = request.result.transaction("entries").objectStore("entries").getAllKeys(
            IDBKeyRange.bound([room, 0], [room, Infinity]));
        all.onsuccess = () => {
            resolve(all.result.map(([, seq]) => seq));
            request.result.close();
        };
    };
})"""
PLAY = """command => void (async () => {
    const room = await game.create(undefined, command);
    localStorage.setItem(command, room);
    await game.play(room);
    localStorage.setItem("finished", command);
})()"""
SHOWN = "room => Number(localStorage.getItem(room) ?? 0)"
PLAYS_ON = """([room, seq]) => Number(localStorage.getItem(room) ?? 0) > seq
    || localStorage.getItem("finished") !== null"""


def check_kept(page, command: str) -> tuple[str | None, int]:
    """Check that what was shown is kept once; returns the room, if it was made, and its length."""
    room = page.evaluate("command => localStorage.getItem(command)", command)
    if room is None:
        return None, 0
    shown, log = page.evaluate(SHOWN, room), page.evaluate(LOG, room)
    assert log == list(range(1, len(log) + 1))
    assert len(log) >= shown
    return room, len(log)


def play_with_kills(context, host, kills: int, seed: int) -> None:
    """Kill the page at random moments of games, also while Python starts."""
    dice, number = Random(seed), 1
    page = open_page(context, host)
    assert get(page)["state"] == "ready"
    for _ in range(kills):
        if page.evaluate("localStorage.getItem('finished')") is not None:
            page.evaluate("localStorage.removeItem('finished')")
            number += 1
        command = f"command-{number}"
        room, length = check_kept(page, command)
        page.evaluate(PLAY, command)
        if room is not None and dice.random() < 0.5:
            page.wait_for_function(PLAYS_ON, arg=[room, length])
            page.wait_for_timeout(dice.randrange(300))
        else:
            page.wait_for_timeout(dice.randrange(2000))
        kill(page, dice.choice(KILLS))
        page = open_page(context, host)
        check_kept(page, command)
    check_whole(page, number)


def check_whole(page, number: int) -> None:
    """Check that there is one room for each command, and that each can be played to its end."""
    rooms = [page.evaluate("command => game.create(undefined, command)", f"command-{each}")
             for each in range(1, number + 1)]  # fmt: skip
    assert sorted(line["room"] for line in page.evaluate("game.rooms()")["rooms"]) == sorted(rooms)
    for room in rooms:
        assert page.evaluate("room => game.play(room)", room)["status"] == "finished"
        log = page.evaluate(LOG, room)
        assert log == list(range(1, len(log) + 1))


def test_a_page_killed_at_any_moment_loses_nothing(context, host):
    play_with_kills(context, host, kills=10, seed=1)


@pytest.mark.long
def test_a_page_killed_two_hundred_times_loses_nothing(context, host):
    play_with_kills(context, host, kills=200, seed=2)
