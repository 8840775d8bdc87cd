"""Tables with given decks, on a server whose time goes on when it is told to; and their pages."""

import re
import time

import httpx
from playwright.sync_api import expect

from byzanz.game.record import write_record
from tests.server.web.running import KEPT
from tests.staging import staged

STEP = 4_000  # milliseconds; a bot of the calmest pace has answered then
PATIENCE = 30.0  # seconds
RAW = re.compile(
    r"undefined|\bnull\b|NaN|\[object|\b[a-z]+_[a-z_]+\b|\b[a-z]+\.[a-z]\w*\b|\{\w+[,}]"
    r"|Error\b|Traceback|at .*:\d+:\d+|\b[CGOSVW][1-4] "
)
PRIMARY = ".actions .btn.primary"
STATE = """() => {
    const said = (selector) =>
        (document.querySelector(selector)?.textContent ?? "").replace(/\\s+/g, " ").trim();
    return {
        is_over: document.querySelector("main.end") !== null,
        is_mine: document.querySelector("main.table.mine") !== null,
        primary: said(".actions .btn.primary span"),
        second: said(".actions .btn.second span"),
        prompt: said(".prompt .big"),
        log: said(".log"),
        round: said(".round"),
        sets: said(".sellb.has .n"),
    };
}"""


class Stage:
    """The server."""

    def __init__(self, url):
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=10, limits=KEPT)
        self.now = int(time.time() * 1000)
        self.go_on()

    def table(self, players=4, hands="", lots="", bots=None):
        """The path of a room with this deal, and with a bot's word for each of some seats."""
        headers = [("bot", f"{seat} {word}") for seat, word in (bots or {}).items()]
        record = write_record(staged(players, hands, lots), tuple(headers))
        answer = self.http.post(
            "/test/rooms", content=record, headers={"content-type": "text/plain"}
        )
        assert answer.status_code == 200, answer.text
        return f"/r/{answer.json()['room']}"

    def seed(self, number):
        """Rooms and their bots are the same every time; once for each number, for keys are too."""
        assert self.http.post("/test/ids", json={"seed": number}).status_code == 200

    def go_on(self):
        """Bots whose time has come answer."""
        self.now += STEP
        assert self.http.post("/test/clock", json={"now": self.now}).status_code == 200

    def close(self):
        self.http.close()

    def until(self, is_so, *, goes_on=True):
        """Let time go on until something is so; what it was."""
        end = time.monotonic() + PATIENCE
        while not (found := is_so()):
            assert time.monotonic() < end, "it never was so"
            if goes_on:
                self.go_on()
            time.sleep(0.02)
        return found


# --- people ---------------------------------------------------------------------------------------


def button(page, name, *, exact=False):
    return page.get_by_role("button", name=name, exact=exact)


def card(page, name):
    """One of the hand's cards with this name."""
    return page.locator(".hand").get_by_role("button", name=name).first


def sit(page, name, seat):
    """Take a seat in the waiting room."""
    page.get_by_label("Your name").fill(name)
    page.locator(".wseat").nth(seat).get_by_role("button", name="Sit here").click()
    expect(page.locator(".wseat").nth(seat).locator(".nm")).to_have_text(name)


def play_bots(stage, visit_stage, *, seat=0, players=3, bot="greedy", **deal):
    """A table of one person and bots, the memory aid out; the person's page."""
    bots = {other: bot for other in range(players) if other != seat}
    page = visit_stage(stage.table(players, bots=bots, **deal))
    sit(page, "Livia", seat)
    page.locator(".options summary").click()
    page.get_by_label("Memory aid").check()
    start(page)
    return page


def meet(stage, visit_stage, *names, players=3, **deal):
    """A table of several people, and bots after them; the people's pages."""
    bots = dict.fromkeys(range(len(names), players), "greedy")
    path = stage.table(players, bots=bots, **deal)
    pages = [visit_stage(path) for _ in names]
    for seat, (page, name) in enumerate(zip(pages, names, strict=True)):
        sit(page, name, seat)
    start(*pages)
    return pages


def start(*pages):
    """The first page's person is the host."""
    button(pages[0], "Start").click()
    for page in pages:
        page.wait_for_selector("main.table")


def state(page):
    """What the action bar says and offers, and more."""
    return page.evaluate(STATE)


def text(page):
    """All that is written on the page, its title and its names."""
    return page.evaluate("""() => [document.title, document.body.innerText,
        ...[...document.querySelectorAll("[aria-label], [title], img[alt]")].flatMap((each) =>
            ["aria-label", "title", "alt"].map((name) => each.getAttribute(name) ?? "")),
    ].join("\\n")""")


def check_words(page):
    """Nothing that a program says to itself."""
    found = [line for line in text(page).splitlines() if RAW.search(line)]
    assert not found, found


def snapshot(page):
    """What somebody who comes back must find again."""
    return page.evaluate("""() => [...document.querySelectorAll(
        ".seats .sr, .hand button, .arcade .sr, .lot img, .prompt, .high, .offers, .round, .log p,"
        + " .btns, .you .meta, .pod, main.end h1, main.end p"
    )].filter((each) => !each.closest(".acting")).map((each) =>
        (each.alt ?? each.getAttribute("aria-label") ?? each.textContent).trim()
        .replace(/\\s+/g, " "))""")


def check_reload(page, stage):
    """Coming back shows the same table."""
    before = snapshot(page)
    page.reload()
    page.wait_for_selector("main.table, main.end")
    stage.until(lambda: snapshot(page) == before, goes_on=False)


# --- moves ----------------------------------------------------------------------------------------


def phase(now):
    """What the person is asked, from what the bar says."""
    if now["is_over"]:
        return "over"
    if not now["is_mine"]:
        return "wait"
    words = {
        "bid": r"Bid or pass|Raise or pass|are not enough",
        "give": "Give one card",
        "take": "Take one stall",
        "limit": "Sell or discard|^Discard",
        "close": "Sell your last sets",
    }
    return next(each for each, said in words.items() if re.search(said, now["prompt"]))


def act(page, now, ceiling=6):
    """One decision by clicks: a bid up to a ceiling, and else whatever is at hand."""
    match phase(now):
        case "bid":
            _bid(page, now, ceiling)
        case "give":
            page.locator(".lot button").first.click()
            page.locator(PRIMARY, has_text="Give").click()
        case "take":
            page.locator(".stall.take button").last.click()
            page.locator(PRIMARY, has_text="Take").click()
        case "limit":
            if not now["primary"].startswith(("Sell", "Three")):
                page.locator(".hand button").first.click()
            page.locator(PRIMARY).click()
        case "close":
            page.locator(PRIMARY).click()


def _bid(page, now, ceiling):
    lowest = re.fullmatch(r"Lowest bid: (\d+)", now["primary"])
    if lowest is None or int(lowest[1]) > ceiling:
        button(page, "Pass").click()
        return
    button(page, "Lowest bid").click()
    page.locator(PRIMARY, has_text="Bid").click()


def until_phase(stage, page, wanted, **how):
    """Play on until the person is asked this; the state then."""
    while phase(now := turn(stage, page)) != wanted:
        move(stage, page, now, **how)
    return now


def turn(stage, page):
    """Wait until the person is asked something, or the game is over; the state then."""
    return stage.until(lambda: (now := state(page)) and phase(now) != "wait" and now)


def move(stage, page, now, **how):
    """Act, and wait until the page tells of it."""
    act(page, now, **how)
    stage.until(lambda: has_moved(page, now), goes_on=False)


def has_moved(page, before):
    now = state(page)
    return now["is_over"] or now["log"] != before["log"]
