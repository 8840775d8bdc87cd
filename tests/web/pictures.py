"""Pictures of every screen: `.venv/bin/python -m tests.web.pictures FOLDER [--only NAME …]`.

The table comes from fixtures, everything else from a real server. NAME is the beginning of a name.
"""

import argparse
import shutil
import tempfile
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import sync_playwright

from byzanz.game.moves import Bid, Discard, Give, Take
from byzanz.game.record import write_record
from tests.analysis.analysed import analysed
from tests.server.http.running import LAX, RunningServer
from tests.web.alert_pages import ALERTS, let_subscribe, open_alerts
from tests.web.analysis_answers import ID, AnalysisAnswers
from tests.web.asked_puzzles import become_asked, press_answer
from tests.web.conftest import ARGUMENTS, visiting
from tests.web.harness import build, served
from tests.web.https_proxy import Certificate, proxied
from tests.web.offline_pictures import offline, start_offline
from tests.web.pictured_tables import ALL, DESK, LANDSCAPE, LAPTOP, PHONE, SMALL, TABLES
from tests.web.played_games import add_games, new_person
from tests.web.sample_games import played
from tests.web.test_analysis import Answers
from tests.web.test_tutorial import STEPS, expect_step, follow_instruction
from tests.web.waiting_room import new_table, start_listed

PLAIN = {"Content-Type": "text/plain"}
TUTORIAL_STEPS = {
    "lot",
    "raise",
    "pass",
    "discard",
    "market",
    "sell",
    "merchant",
    "joker",
    "end",
}


class Album:
    """Saves pictures to a folder: all of them, or those whose names begin as given."""

    def __init__(self, folder, only):
        self.folder, self.only = folder, tuple(only)
        folder.mkdir(parents=True, exist_ok=True)

    def wants(self, name):
        return not self.only or name.startswith(self.only)

    def wants_any(self, *names):
        """Whether a picture is wanted whose name begins with one of these."""
        return not self.only or any(
            start.startswith(name) or name.startswith(start)
            for start in self.only
            for name in names
        )

    def save(self, page, name):
        """Save a picture once fonts and images are loaded."""
        if not self.wants(name):
            return
        page.evaluate("document.fonts.ready")
        page.wait_for_timeout(250)
        width, height = page.viewport_size["width"], page.viewport_size["height"]
        page.screenshot(path=self.folder / f"{name}--{width}x{height}.png")
        print(name, f"{width}x{height}", flush=True)  # noqa: T201


def tables(album, browser, url):
    """Pictures of the table, from fixtures."""
    page = browser.new_page(reduced_motion="reduce")
    page.goto(url)
    page.wait_for_function("() => window.show !== undefined")
    for players, scene, language, theme, sizes in TABLES:
        name = f"table-{scene}-{players}p-{language}-{theme}"
        for width, height in sizes if album.wants(name) else ():
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("values => show(...values)", [players, scene, language, theme])
            page.wait_for_load_state("networkidle")
            album.save(page, name)
    page.close()


def shell(album, visit):
    """Pictures of the pages around the table."""
    for size in ALL:
        for theme in ("light", "dark") if size in (SMALL, PHONE, DESK) else ("light",):
            page = visit("/", size=size, theme=theme, is_new=True)
            album.save(page, f"start-first-{theme}")
            page = visit("/", size=size, theme=theme)
            album.save(page, f"start-{theme}")
            new_table(page)
            album.save(page, f"waiting-{theme}")
            page.goto("/")
            page.wait_for_selector(".room-list")
            album.save(page, f"start-listed-{theme}")
    for language in ("de", "it", "nl"):
        for size in (SMALL, LAPTOP):
            album.save(
                visit("/", size=size, language=language, is_new=True), f"start-first-{language}"
            )
    for size in (SMALL, PHONE, DESK):
        for theme in ("light", "dark"):
            page = visit("/rules", size=size, theme=theme)
            album.save(page, f"rules-{theme}")
    for size in (PHONE, DESK):
        page = visit("/rules", size=size)
        page.goto("/r/" + "0" * 32)
        page.wait_for_selector("main")
        album.save(page, "not-found")
        page.goto("/")
        page.get_by_role("button", name="Settings").first.click()
        album.save(page, "settings")


def result_pictures(album, visit, url):
    """The sheet with the result of a game as a picture, in both forms."""
    choices = (("en", "light", "Wide", "Tall"), ("de", "dark", "Quer", "Hoch"))
    with httpx.Client(base_url=url, timeout=10) as http:
        http.post("/api/people", json={})
        record = write_record(played(6, seed=3))
        uploaded = http.post("/api/replays", content=record, headers=PLAIN).json()["replay"]
    for language, theme, *forms in choices:
        for size in (SMALL, PHONE, DESK):
            page = visit(size=size, theme=theme, language=language)
            page.goto(f"/replay/{uploaded}")
            page.wait_for_selector("main")
            page.locator("header.top .icon-button").last.click()
            page.locator(
                ".drawer button", has_text={"en": "picture", "de": "Bild"}[language]
            ).click()
            for form in forms:
                page.get_by_role("button", name=form, exact=True).click()
                page.wait_for_selector("dialog [role=img][aria-busy=false]")
                album.save(page, f"picture-{form.lower()}-{language}-{theme}")


def tutorial(album, visit):
    """Pictures of some steps of the tutorial, and the last."""
    sizes = (
        (PHONE, "light"),
        (PHONE, "dark"),
        (SMALL, "light"),
        (LANDSCAPE, "light"),
        (DESK, "light"),
    )
    for size, theme in (*sizes, (DESK, "dark")):
        page = visit("/tutorial", size=size, theme=theme)
        for number, step in enumerate(STEPS, 1):
            expect_step(page, number)
            if step["name"] in TUTORIAL_STEPS:
                album.save(page, f"tutorial-{number:02}-{step['name']}-{theme}")
            if step["name"] == "joker":
                page.locator(".sell-button").click()
                album.save(page, f"tutorial-{number:02}-joker-sheet-{theme}")
                page.locator(".sale .btn.primary").click()
            elif number < len(STEPS):
                follow_instruction(page, step)


def looking_back(album, visit, url):
    """Pictures of a replay and of a sample analysis."""
    game = played(4, seed=3)
    sent = httpx.post(f"{url}/api/replays", content=write_record(game), headers=PLAIN).json()
    replay = f"/replay/{sent['replay']}"
    for size in ALL:
        for theme in ("light", "dark") if size in (PHONE, DESK) else ("light",):
            page = visit(f"{replay}?at=60", size=size, theme=theme)
            page.wait_for_selector("main.table")
            album.save(page, f"replay-all-{theme}")
            page.goto(f"{replay}?at=60&eyes=2")
            page.wait_for_selector("main.table")
            album.save(page, f"replay-seat-{theme}")
            Answers(page)
            page.goto(f"{replay}/analysis")
            page.wait_for_selector("main.analysis")
            album.save(page, f"analysis-{theme}")


def moments(album, visit):
    """Pictures of a real analysis as a player sees it: moments with causes."""
    game = analysed("4p-9.json.gz")
    answers = AnalysisAnswers(game, seat=0)
    for size in (SMALL, PHONE, DESK):
        for language, theme in (("en-US", "light"), ("en-US", "dark"), ("de-DE", "light")):
            page = visit("/", size=size, theme=theme, language=language)
            answers.answer(page)
            page.goto(f"/replay/{ID}/analysis")
            page.wait_for_selector(".moment.on")
            album.save(page, f"moment-causes-{language[:2]}-{theme}")


def puzzles(album, visit):
    """Pictures of puzzles of several phases, with the verdicts on wrong answers."""
    for kind in (Bid, Give, Take, Discard):
        for size in (SMALL, PHONE, LANDSCAPE, DESK):
            for theme in ("light", "dark") if kind is Bid else ("light",):
                page = visit("/", size=size, theme=theme)
                _, move = become_asked(page, right=False, kind=kind)
                page.goto("/puzzles")
                page.wait_for_selector(".ask")
                album.save(page, f"puzzle-{kind.__name__.lower()}-{theme}")
                press_answer(page, move)
                page.wait_for_selector(".verdict h2")
                album.save(page, f"puzzle-verdict-{kind.__name__.lower()}-{theme}")


def my_games(album, visit, server):
    """Pictures of the page of my games, and of the start page of a returning player."""
    for language in ("en-GB", "de-DE"):
        for size in (SMALL, PHONE, DESK, LAPTOP):
            for theme in ("light", "dark"):
                page = visit("/", size=size, theme=theme, language=language)
                add_games(server, new_person(page))
                for name, path in (("mine", "/games"), ("start-return", "/")):
                    page.goto(path)
                    page.wait_for_selector("main li")
                    album.save(page, f"{name}-{language[:2]}-{theme}")


def my_data(album, visit, server):
    """Pictures of taking data along, and of deleting it."""
    for language in ("en-GB", "de-DE"):
        for size in (SMALL, PHONE, DESK):
            for theme in ("light", "dark"):
                page = visit("/", size=size, theme=theme, language=language)
                name = f"{language[:2]}-{theme}"
                add_games(server, new_person(page))
                page.goto("/games")
                page.wait_for_selector("main li")
                page.locator(".data").scroll_into_view_if_needed()
                album.save(page, f"data-end-{name}")
                page.locator(".data .delete").click()
                album.save(page, f"data-ask-{name}")
                page.goto(f"/device#{device_code(visit)}")
                page.locator(".choices .primary").click()
                page.wait_for_selector("[role=alert]")
                album.save(page, f"data-device-{name}")
                page.goto("/games")
                page.locator(".data .delete").click()
                page.locator("dialog .second").click()
                page.wait_for_selector("h1:focus")
                album.save(page, f"data-gone-{name}")


def device_code(visit):
    """Return the code of another device."""
    other = visit("/")
    other.request.post("/api/people", data={})
    return other.request.post("/api/people/codes", data={}).json()["code"]


def games_to_watch(album, visit):
    """Pictures of the start page with running games."""
    for name in ("Theodora", "Zenobia Septimia", "Prokopia"):
        start_listed(visit("/"), name)
    for size in (SMALL, PHONE, LANDSCAPE, DESK):
        for theme in ("light", "dark"):
            page = visit("/", size=size, theme=theme)
            page.wait_for_selector(".room-list")
            album.save(page, f"start-games-{theme}")
            page.locator(".room-list").last.scroll_into_view_if_needed()
            album.save(page, f"start-games-end-{theme}")


def alerts(album, visit):
    """Pictures of the settings of alerts, and of what is missing for them."""
    for language in ("en-GB", "de-DE"):
        for size in (SMALL, PHONE, DESK):
            for theme in ("light", "dark"):
                page = visit("/", size=size, theme=theme, language=language)
                let_subscribe(page)
                open_alerts(page)
                album.save(page, f"alerts-off-{language[:2]}-{theme}")
                page.get_by_role("switch").last.click()
                page.get_by_role("switch").nth(2).wait_for()
                page.locator("input[type=time]").first.wait_for()
                album.save(page, f"alerts-{language[:2]}-{theme}")


def offers(album, browser, url):
    """Pictures of the table and of the end with an offer of alerts, from fixtures over https."""
    page = browser.new_page(reduced_motion="reduce")
    page.goto(url)
    page.wait_for_function("() => window.show !== undefined")
    for scene in ("bid-passed+day", "end-win", "end-lose"):
        for language, theme in (("en", "light"), ("de", "dark")):
            name = f"alerts-offer-{scene}-{language}-{theme}"
            for width, height in (SMALL, PHONE, LANDSCAPE, DESK):
                page.set_viewport_size({"width": width, "height": height})
                page.evaluate("values => show(...values)", [4, scene, language, theme])
                page.wait_for_load_state("networkidle")
                album.save(page, name)
    page.close()


def pages_of_a_server(album, browser, certificate, folder):
    """Take the pictures for which a server runs."""
    with (
        closing(RunningServer(folder, LAX + ALERTS)) as server,
        visiting(browser, server.url) as visit,
    ):
        if album.wants_any("alerts-off", "alerts-en", "alerts-de"):
            with (
                proxied(certificate, server.port) as secure,
                visiting(browser, secure) as visit_secure,
            ):
                alerts(album, visit_secure)
        if album.wants_any("start", "waiting", "rules", "not-found", "settings"):
            shell(album, visit)
        if album.wants_any("start-offline"):
            start_offline(album, visit)
        if album.wants_any("mine", "start-return"):
            my_games(album, visit, server)
        if album.wants_any("puzzle"):
            puzzles(album, visit)
        if album.wants_any("data"):
            my_data(album, visit, server)
        if album.wants_any("start-games"):
            games_to_watch(album, visit)
        if album.wants_any("picture"):
            result_pictures(album, visit, server.url)
        if album.wants_any("tutorial"):
            tutorial(album, visit)
        if album.wants_any("replay", "analysis"):
            looking_back(album, visit, server.url)
        if album.wants_any("moment-causes"):
            moments(album, visit)


def main():
    """Take all pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", default=[])
    arguments = parser.parse_args()
    album = Album(arguments.folder, arguments.only)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        certificate = Certificate()
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=[*ARGUMENTS, certificate.browser_argument],
        )
        build(Path(folder) / "harness")
        with served(Path(folder) / "harness") as url:
            tables(album, browser, url)
            if album.wants_any("alerts-offer"):
                address = urlsplit(url)
                with proxied(certificate, address.port) as secure:
                    offers(album, browser, secure + address.path)
        if album.wants_any("offline"):
            offline(album, browser)
        pages_of_a_server(album, browser, certificate, Path(folder))
        browser.close()


if __name__ == "__main__":
    main()
