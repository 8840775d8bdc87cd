"""A whole game of three people and a bot, each person in a browser of their own."""

import time

from playwright.sync_api import expect

from tests.web.stage import (
    PATIENCE,
    button,
    check_reload,
    check_words,
    move,
    phase,
    sit,
    start,
    state,
)

NAMES = ("Livia", "Zoe", "<img src=x onerror=a=1>")
LOOKS = (
    {"size": (1280, 800)},
    {"size": (390, 844), "theme": "dark"},
    {"size": (844, 390)},
)
PHASES = {"bid", "wait", "give", "take", "limit", "close", "over"}


class Play:
    """A game on three pages, with the phases already checked on each."""

    def __init__(self, stage, pages, violations):
        self.stage = stage
        self.pages = pages
        self.violations = violations
        self.seen = set()
        self.reloaded = set()
        self.sold = 0
        self.last_move = time.monotonic()

    def check_phase(self, page, now):
        """Check each phase once: texts on every page, axe on one, a reload on the first."""
        at = phase(now)
        if (page, at) in self.seen:
            return
        self.seen.add((page, at))
        check_words(page)
        if page is self.pages[1]:  # dark and narrow; test_access.py checks others
            assert self.violations(page) == [], at
        if at not in self.reloaded:
            self.reloaded.add(at)
            check_reload(page, self.stage)

    def sell(self, page):
        """Sell the last set offered, with the button that is always there."""
        button(page, "Sell a set").click()
        ways = page.locator(".sale .option:not(.more)")
        if ways.count():
            ways.last.click()
        before = page.locator(".log").text_content()
        page.locator(".sale .btn.primary").click()
        self.stage.until(lambda: page.locator(".log").text_content() != before, advance_clock=False)
        self.sold += 1

    def step(self):
        """Let a person on turn move, or advance the clock; returns whether the game goes on."""
        states = [state(page) for page in self.pages]
        for page, now in zip(self.pages, states, strict=True):
            self.check_phase(page, now)
        for page, now in zip(self.pages, states, strict=True):
            if now["is_mine"]:
                if now["sets"] and phase(now) == "take":
                    self.sell(page)
                    now = state(page)  # noqa: PLW2901
                move(self.stage, page, now, ceiling=2 + 2 * self.pages.index(page))
                self.last_move = time.monotonic()
                return True
        assert time.monotonic() < self.last_move + PATIENCE, states
        self.stage.advance()
        return not all(now["is_over"] for now in states)


def test_three_people_play_a_whole_game_and_a_rematch(stage, visit_stage, violations):
    stage.seed(1453)
    path = stage.table(4, bots={3: "greedy"})
    pages = [visit_stage(path, **look) for look in LOOKS]
    for seat, (page, name) in enumerate(zip(pages, NAMES, strict=True)):
        sit(page, name, seat)
    start(*pages)
    play = Play(stage, pages, violations)
    while play.step():
        pass
    assert play.reloaded == PHASES
    assert play.sold
    check_end(pages, visit_stage(path))
    check_rematch(pages)


def check_end(pages, watcher):
    """Check that everybody sees the same standings, and players a headline of their own."""
    watcher.wait_for_selector("main.end")
    standings = {page.locator(".podium").text_content() for page in (*pages, watcher)}
    assert len(standings) == 1
    assert all(name in standings.copy().pop() for name in NAMES)
    headlines = [page.locator("h1").inner_text() for page in pages]
    assert all("wins with" in each or each.startswith("You win with") for each in headlines)
    assert watcher.locator("img[src=x]").count() == 0
    button(watcher, "Log").click()
    expect(watcher.get_by_role("dialog")).to_contain_text(f"{NAMES[2]} takes")
    check_words(watcher)
    button(pages[0], "React").first.click()
    button(pages[0], "Well played").click()
    expect(pages[1].locator(".reaction")).to_have_text("Well played")


def check_rematch(pages):
    """Check that one person creates a rematch, and another takes the seat held there."""
    first, second, _ = pages
    before = first.url
    button(first, "Play again").click()
    first.wait_for_selector(".waiting-seat")
    assert first.url != before
    second.get_by_role("link", name="Go to the next game").click()
    second.wait_for_selector(".waiting-seat")
    assert second.url == first.url
    check_words(second)
    button(second, "Sit down").click()
    expect(first.locator(".waiting-seat .name", has_text=NAMES[1])).to_be_visible()
