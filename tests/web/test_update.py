"""After an update of the server, pages offer a reload that loses nothing."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

import byzanz
from tests.server.http.running import LAX, RunningServer
from tests.web.conftest import visiting
from tests.web.https_proxy import proxied
from tests.web.stage import button, phase, snapshot, state

PACKAGE = Path(byzanz.__file__).parent
NOTICE = "A new version is available"
BEHIND_A_PROXY = f'trusted_proxies = ["127.0.0.1"]\n{LAX}'
CONTROLLED = """() => new Promise((done) => {
    const worker = navigator.serviceWorker;
    if (worker.controller) done();
    else worker.addEventListener("controllerchange", () => done(), { once: true });
})"""
KEPT = """async () => ({
    isControlled: navigator.serviceWorker.controller !== null,
    names: await caches.keys(),
})"""


def package(folder, *, name=None):
    """Copy the whole program; with a name, the copy's main script is renamed."""
    copy = folder / "byzanz"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "*.br", "*.gz"))
    built = copy / "pages" / "built"
    script = built / re.findall(r"assets/index-[\w-]+\.js", (built / "index.html").read_text())[0]
    if name is not None:
        for path in [*built.rglob("*.js"), *built.rglob("*.html")]:
            path.write_text(path.read_text().replace(script.name, name))
        script.rename(script.with_name(name))
        replace(built / "worker.js", re.compile(r'(?<="version":")\w+'), name[:12])
    return folder


def replace(path, pattern, new):
    text, count = pattern.subn(new, path.read_text())
    assert count == 1, f"{count} times in {path.name}: {pattern.pattern}"
    path.write_text(text)


class Host:
    """Runs versions of the server one after another, with the same address and store."""

    def __init__(self, folder):
        self.folder = folder
        self.server = None

    def run(self, program):
        port = 0 if self.server is None else self.server.port
        self.stop()
        env = {"PYTHONPATH": str(program)}
        self.server = RunningServer(self.folder, BEHIND_A_PROXY, env=env, port=port)

    def stop(self):
        if self.server is not None:
            assert self.server.stop() == 0
            self.server = None


@pytest.fixture
def host(chromium, tmp_path):
    (tmp_path / "data").mkdir()
    host = Host(tmp_path / "data")
    yield host
    host.stop()


def script(page):
    return page.locator("script[type=module]").first.get_attribute("src")


def test_after_an_update_the_page_asks_to_be_reloaded_and_nothing_is_lost(chromium, host, tmp_path):
    first = package(tmp_path / "first")
    second = package(tmp_path / "second", name="index-another.js")
    host.run(first)
    with visiting(chromium, host.server.url) as visit:
        page = visit()
        button(page, "Play against bots").click()
        page.wait_for_selector("main.table.mine", timeout=30_000)
        before = snapshot(page)

        home = f"{host.server.url}/"
        with page.expect_response(home, timeout=30_000):  # the page checks the server's version
            host.run(first)  # a restart alone is not an update
        expect(page.locator(".notice.net")).to_have_count(0, timeout=20_000)
        assert snapshot(page) == before
        assert page.get_by_text(NOTICE).count() == 0

        host.run(second)
        expect(page.get_by_text(NOTICE)).to_be_visible(timeout=40_000)
        assert "another" not in script(page)
        assert snapshot(page) == before  # the game can go on
        button(page, "Reload").click()
        page.wait_for_selector("main.table.mine")
        assert "another" in script(page)
        expect(page.get_by_text(NOTICE)).to_have_count(0)
        assert snapshot(page) == before
        assert phase(state(page)) == "bid"
        button(page, "Pass").click()
        expect(page.locator(".log")).to_contain_text("You pass")


def test_under_https_the_game_can_be_installed(chromium, certificate, host):
    host.run(PACKAGE.parent)
    with proxied(certificate, host.server.port) as url, visiting(chromium, url) as visit:
        page = visit()
        page.evaluate(CONTROLLED)
        answer = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")
        private_window = "in-incognito"  # browser contexts of tests are private
        assert [each["errorId"] for each in answer["installabilityErrors"]] == [private_window]
        button(page, "Play against bots").click()
        page.wait_for_selector("main.table.mine", timeout=30_000)
        [key] = page.context.cookies()
        assert (key["secure"], key["httpOnly"], key["sameSite"]) == (True, True, "Lax")


def test_a_service_worker_installs_the_update_when_the_person_reloads(
    chromium, certificate, host, tmp_path
):
    second = package(tmp_path / "second", name="index-another.js")
    host.run(package(tmp_path / "first"))
    with proxied(certificate, host.server.port) as url, visiting(chromium, url) as visit:
        page = visit()
        page.evaluate(CONTROLLED)
        assert page.get_by_text(NOTICE).count() == 0  # the first version is not an update
        [first] = page.evaluate(KEPT)["names"]
        button(page, "Play against bots").click()
        page.wait_for_selector("main.table.mine", timeout=30_000)
        before = snapshot(page)

        host.run(second)
        expect(page.get_by_text(NOTICE)).to_be_visible(timeout=40_000)
        expect(page.locator(".notice.net")).to_have_count(0, timeout=20_000)
        assert snapshot(page) == before  # the game can go on
        page.reload()  # without the notice's button
        page.wait_for_selector("main.table.mine")
        assert "another" not in script(page)
        assert set(page.evaluate(KEPT)["names"]) > {first}
        expect(page.get_by_text(NOTICE)).to_be_visible()

        with page.expect_navigation():
            button(page, "Reload").click()
        page.wait_for_selector("main.table.mine")
        assert "another" in script(page)
        expect(page.get_by_text(NOTICE)).to_have_count(0)
        assert page.evaluate(KEPT) == {"isControlled": True, "names": ["byzanz-index-anothe"]}
        assert snapshot(page) == before
        assert phase(state(page)) == "bid"
        button(page, "Pass").click()
        expect(page.locator(".log")).to_contain_text("You pass")
        check_without_network(page)


def check_without_network(page):
    """Check that the cache has the new version only, and completely."""
    page.context.set_offline(True)
    page.goto("/")
    heading = page.get_by_role("heading", name="Play without a network")
    expect(heading).to_be_visible(timeout=20_000)
    assert "another" in script(page)


@pytest.mark.long
def test_the_start_page_offers_a_reload_too(chromium, host, tmp_path):
    host.run(package(tmp_path / "first"))
    second = package(tmp_path / "second", name="index-another.js")
    with visiting(chromium, host.server.url) as visit:
        page = visit()
        page.context.set_offline(True)
        expect(page.get_by_text("The server does not answer")).to_be_visible(timeout=20_000)
        host.run(second)
        page.context.set_offline(False)
        expect(page.get_by_text(NOTICE)).to_be_visible(timeout=20_000)
        button(page, "Reload").click()
        expect(page.get_by_text(NOTICE)).to_have_count(0)
        assert "another" in script(page)
