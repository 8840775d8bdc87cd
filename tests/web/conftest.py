"""A server with the built pages, and a browser; these tests run in a process of their own."""

import os
import shutil
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from byzanz.pages.location import FOLDER
from tests.server.http.running import LAX, RunningServer
from tests.web.harness import build, served
from tests.web.https_proxy import Certificate
from tests.web.page_layout import wait_for_fonts
from tests.web.stage import Stage

ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
BEEN_HERE = """localStorage.getItem("byzanz.settings")
    ?? localStorage.setItem("byzanz.settings", "{}")"""
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


def missing() -> str:
    """The first missing requirement of browser tests; empty if there is none."""
    if shutil.which("chromium") is None:
        return "no Chromium: apt-get install chromium"
    if not (FOLDER / "index.html").is_file():
        return "the pages are not built: npm run build in web/"
    return "" if AXE.is_file() else "no axe-core: npm ci in web/"


@pytest.fixture(scope="session")
def certificate():
    """A certificate that the browser trusts."""
    return Certificate()


@pytest.fixture(scope="session")
def chromium(certificate):
    reason = missing()
    if reason and os.environ.get("CI") == "true":
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 (its event loop must not disturb others)

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=[*ARGUMENTS, certificate.browser_argument],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(chromium, tmp_path_factory):
    """A server that a visitor on this machine may open to the local network."""
    folder = tmp_path_factory.mktemp("server")
    with closing(RunningServer(folder, f"may_open_lan = true\n{LAX}")) as server:
        yield server


@pytest.fixture(scope="session")
def stage(chromium, tmp_path_factory):
    """A server with given decks and a clock that is set by tests."""
    folder = tmp_path_factory.mktemp("stage")
    hooks = {"BYZANZ_TEST_HOOKS": "1"}
    with (
        closing(RunningServer(folder, LAX, env=hooks)) as server,
        closing(Stage(server.url)) as stage,
    ):
        yield stage


@pytest.fixture(scope="session")
def harness(chromium, tmp_path_factory):
    """The address of the page that draws the table from fixtures."""
    folder = tmp_path_factory.mktemp("harness")
    build(folder)
    with served(folder) as url:
        yield url


@pytest.fixture(scope="session")
def device_folder(chromium, tmp_path_factory):
    """A folder with a page that has the game on this device and nothing else."""
    folder = tmp_path_factory.mktemp("device")
    build(folder, "harness:device")
    return folder


@pytest.fixture
def visit(chromium, server):
    """A function that opens pages of the server."""
    with visiting(chromium, server.url) as open_page:
        yield open_page


@pytest.fixture
def visit_stage(chromium, stage):
    """A function that opens pages of the server with given decks."""
    with visiting(chromium, stage.url) as open_page:
        yield open_page


@contextmanager
def visiting(chromium, home):
    """Yield a function that opens pages, each for a new person; then check for logged errors."""
    contexts, errors = [], []

    def open_page(
        path="/",
        *,
        size=(1280, 800),
        language="en-GB",
        theme="light",
        motion="reduce",
        page=None,
        is_new=False,
    ):
        """Open a page: of the same person as `page`, or of a new one.

        `is_new` means a browser without stored settings.
        """
        if page is None:
            context = chromium.new_context(
                base_url=home,
                viewport={"width": size[0], "height": size[1]},
                locale=language,
                color_scheme=theme,
                reduced_motion=motion,
            )
            contexts.append(context)
            if not is_new:
                context.add_init_script(BEEN_HERE)
        else:
            context = page.context
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("request", lambda request: _check_host(request.url, home, errors))
        page.on("console", lambda line: _check_line(line, errors))
        page.goto(path)
        page.wait_for_selector("main")
        wait_for_fonts(page)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not errors


def _check_host(url, home, errors):
    if not url.startswith((home, "data:", "blob:")):
        errors.append(f"a request to another host: {url}")


def _check_line(line, errors):
    """Add a logged error, except refused requests and lost connections, which tests cause."""
    expected = ("Failed to load resource", "WebSocket connection to")
    if line.type == "error" and not line.text.startswith(expected):
        errors.append(line.text)


@pytest.fixture
def violations():
    """A function that returns the violations that axe finds on a page."""
    script = AXE.read_text()

    def find(page):
        if page.evaluate("!('axe' in window)"):
            page.evaluate(script)
        tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
        options = {"runOnly": tags, "resultTypes": ["violations"]}
        result = page.evaluate("options => axe.run(document, options)", options)
        return [
            (each["id"], [node["html"][:120] for node in each["nodes"]])
            for each in result["violations"]
        ]

    return find
