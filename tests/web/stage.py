"""Rooms with given decks on a server whose clock tests advance, and actions on their pages."""

import re
import time

import httpx
from playwright.sync_api import expect

from byzanz.game.record import write_record
from tests.server.http.running import KEEP_ALIVE
from tests.staging import staged

STEP = 4_000  # milliseconds; enough for a bot's move at the slowest pace
PATIENCE = 30.0  # seconds until a test fails
RAW = re.compile(
    r"undefined|\bnull\b|NaN|\[object|\b[a-z]+_[a-z_]+\b|\b[a-z]+\.[a-z]\w*\b|\{\w+[,}]"
    r"|Error\b|Traceback|at .*:\d+:\d+|\b[CGOSVW][1-4] "
)
PRIMARY = ".actions .btn.primary"
STATE = """() => {
    const shown = (selector) =>
        (document.querySelector(selector)?.textContent ?? "").replace(/\\s+/g, " ").trim();
    return {
        is_over: document.querySelector("main.end") !== null,
        is_mine: document.querySelector("main.table.mine") !== null,
        primary: shown(".actions .btn.primary span"),
        second: shown(".actions .btn.second span"),
        prompt: shown(".prompt .question"),
        log: shown(".log"),
        round: shown(".round"),
        sets: shown(".sell-button.available .count"),
    };
}"""


class Stage:
    """A server with test hooks."""

    def __init__(self, url):
        self.url = url
        self.http = httpx.Client(base_url=url, timeout=10, limits=KEEP_ALIVE)
        self.now = int(time.time() * 1000)
        self.advance()

    def table(self, players=4, hands="", lots="", bots=None):
        """Create a room with this deal; `bots` has bot ids by seat. Returns the room's path."""
        headers = [("bot", f"{seat} {bot_id}") for seat, bot_id in (bots or {}).items()]
        record = write_record(staged(players, hands, lots), tuple(headers))
        answer = self.http.post(
            "/test/rooms", content=record, headers={"content-type": "text/plain"}
        )
        assert answer.status_code == 200, answer.text
        return f"/r/{answer.json()['room']}"

    def seed(self, number):
        """Make ids and bots reproducible. Use each number once, because keys repeat too."""
        assert self.http.post("/test/ids", json={"seed": number}).status_code == 200

    def advance(self):
        """Advance the clock, so that bots answer."""
        self.now += STEP
        assert self.http.post("/test/clock", json={"now": self.now}).status_code == 200

    def close(self):
        self.http.close()

    def until(self, condition, *, advance_clock=True):
        """Wait until the condition holds, advancing the clock if asked; returns its value."""
        end = time.monotonic() + PATIENCE
        while not (found := condition()):
            assert time.monotonic() < end, f"the condition did not hold within {PATIENCE} s"
            if advance_clock:
                self.advance()
            time.sleep(0.02)
        return found


# --- people ---------------------------------------------------------------------------------------


def button(page, name, *, exact=False):
    return page.get_by_role("button", name=name, exact=exact)


def card(page, name):
    """A card of the hand by its name."""
    return page.locator(".hand").get_by_role("button", name=name).first


def sit(page, name, seat):
    """Take a seat in the waiting room."""
    page.get_by_label("Your name").fill(name)
    page.locator(".waiting-seat").nth(seat).get_by_role("button", name="Sit here").click()
    expect(page.locator(".waiting-seat").nth(seat).locator(".name")).to_have_text(name)


def play_bots(stage, visit_stage, *, seat=0, players=3, bot="greedy", **deal):
    """Start a game of one person and bots; returns the person's page."""
    bots = {other: bot for other in range(players) if other != seat}
    page = visit_stage(stage.table(players, bots=bots, **deal))
    sit(page, "Livia", seat)
    page.locator(".options summary").click()
    page.get_by_label("Memory aid").check()
    start(page)
    return page


def meet(stage, visit_stage, *names, players=3, **deal):
    """Start a game of several people and bots; returns the people's pages."""
    bots = dict.fromkeys(range(len(names), players), "greedy")
    path = stage.table(players, bots=bots, **deal)
    pages = [visit_stage(path) for _ in names]
    for seat, (page, name) in enumerate(zip(pages, names, strict=True)):
        sit(page, name, seat)
    start(*pages)
    return pages


def start(*pages):
    """Start the game; the host is on the first page."""
    button(pages[0], "Start").click()
    for page in pages:
        page.wait_for_selector("main.table")


def state(page):
    """The state of the page: texts and buttons of the action bar, and more."""
    return page.evaluate(STATE)


def text(page):
    """All text of the page, with its title and accessible names."""
    return page.evaluate("""() => [document.title, document.body.innerText,
        ...[...document.querySelectorAll("[aria-label], [title], img[alt]")].flatMap((each) =>
            ["aria-label", "title", "alt"].map((name) => each.getAttribute(name) ?? "")),
    ].join("\\n")""")


def check_words(page):
    """Check that the page shows no internal identifiers."""
    found = [line for line in text(page).splitlines() if RAW.search(line)]
    assert not found, found


def snapshot(page):
    """The parts of the page that must be the same after a reload."""
    return page.evaluate("""() => [...document.querySelectorAll(
        ":is(.seats, .arcade) .visually-hidden, .hand button, .lot img, .prompt, .slab-number,"
        + " .offers, .round, .log p, .buttons, .you .meta, .standing, main.end h1, main.end p"
    )].filter((each) => !each.closest(".shown-move")).map((each) =>
        (each.alt ?? each.getAttribute("aria-label") ?? each.textContent).trim()
        .replace(/\\s+/g, " "))""")


def check_reload(page, stage):
    """Check that a reload shows the same table."""
    before = snapshot(page)
    page.reload()
    page.wait_for_selector("main.table, main.end")
    stage.until(lambda: snapshot(page) == before, advance_clock=False)


# --- moves ----------------------------------------------------------------------------------------


def phase(now):
    """The person's current decision, read from the prompt; `wait` and `over` if there is none."""
    if now["is_over"]:
        return "over"
    if not now["is_mine"]:
        return "wait"
    prompts = {
        "bid": r"Bid or pass|Raise or pass|are not enough",
        "give": "Give one card",
        "take": "Take one stall",
        "limit": "Sell or discard|^Discard",
        "close": "Sell your last sets",
    }
    return next(each for each, pattern in prompts.items() if re.search(pattern, now["prompt"]))


def act(page, now, ceiling=6):
    """Make one decision by clicks; bids stay below a ceiling."""
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
    """Play until the person has this decision; returns the state."""
    while phase(now := turn(stage, page)) != wanted:
        move(stage, page, now, **how)
    return now


def turn(stage, page):
    """Wait until the person has a decision, or the game is over; returns the state."""
    return stage.until(lambda: (now := state(page)) and phase(now) != "wait" and now)


def move(stage, page, now, **how):
    """Act, and wait until the page has changed."""
    act(page, now, **how)
    stage.until(lambda: has_moved(page, now), advance_clock=False)


def has_moved(page, before):
    now = state(page)
    return now["is_over"] or now["log"] != before["log"]
