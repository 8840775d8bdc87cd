"""A server with the built pages, and browsers that visit it; run in a process of their own."""

import os
import shutil
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from byzanz.server.bundle import FOLDER
from tests.server.web.running import LAX, Running
from tests.web.front import Certificate
from tests.web.harness import build, served
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
    """What is not here that a browser test needs."""
    if shutil.which("chromium") is None:
        return "no Chromium: apt-get install chromium"
    if not (FOLDER / "index.html").is_file():
        return "the pages are not built: npm run build in web/"
    return "" if AXE.is_file() else "no axe-core: npm ci in web/"


@pytest.fixture(scope="session")
def certificate():
    """One that the browser trusts."""
    return Certificate()


@pytest.fixture(scope="session")
def chromium(certificate):
    reason = missing()
    if reason and os.environ.get("CI") == "true":
        pytest.fail(reason)
    if reason:
        pytest.skip(reason)
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 (its loop is not for others)

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=[*ARGUMENTS, certificate.browser_argument],
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(chromium, tmp_path_factory):
    """A server as at home: whoever sits at it may let phones in."""
    folder = tmp_path_factory.mktemp("house")
    with closing(Running(folder, f"may_open_lan = true\n{LAX}")) as server:
        yield server


@pytest.fixture(scope="session")
def stage(chromium, tmp_path_factory):
    """A server where decks are given and time stands still until it is told to go on."""
    folder = tmp_path_factory.mktemp("stage")
    hooks = {"BYZANZ_TEST_HOOKS": "1"}
    with (
        closing(Running(folder, LAX, env=hooks)) as server,
        closing(Stage(server.url)) as stage,
    ):
        yield stage


@pytest.fixture(scope="session")
def harness(chromium, tmp_path_factory):
    """The address of the table by fixture."""
    folder = tmp_path_factory.mktemp("harness")
    build(folder)
    with served(folder) as url:
        yield url


@pytest.fixture
def visit(chromium, house):
    """Opens pages of the house."""
    with visiting(chromium, house.url) as open_page:
        yield open_page


@pytest.fixture
def visit_stage(chromium, stage):
    """Opens pages of the stage."""
    with visiting(chromium, stage.url) as open_page:
        yield open_page


@contextmanager
def visiting(chromium, home):
    """Opens pages, each for a person of its own; in the end none has seen an error."""
    contexts, faults = [], []

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
        """`page`: another one of the same person; `is_new`: whose browser remembers nothing."""
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
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: _check_host(request.url, home, faults))
        page.on("console", lambda line: _check_line(line, faults))
        page.goto(path)
        page.wait_for_selector("main")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults


def _check_host(url, home, faults):
    if not url.startswith((home, "data:", "blob:")):
        faults.append(f"asked another host: {url}")


def _check_line(line, faults):
    """The browser notes refused requests and lost connections; those are the tests' own."""
    noted = ("Failed to load resource", "WebSocket connection to")
    if line.type == "error" and not line.text.startswith(noted):
        faults.append(line.text)


@pytest.fixture
def violations():
    """What axe finds on a page."""
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
