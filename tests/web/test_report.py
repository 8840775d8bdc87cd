"""The analysis as one file works without a server."""

import msgspec
import pytest
from playwright.sync_api import expect

from byzanz.pages.report_page import report_page
from tests.web.sample_games import SampleAnalysis, make_replay, played

SIZES = [(390, 844), (1440, 900)]


@pytest.fixture(scope="module")
def file(chromium, tmp_path_factory):
    game = played(4, seed=3)
    analysis = SampleAnalysis(game)
    data = {"replay": make_replay(game), "findings": analysis.findings, "report": analysis.report}
    path = tmp_path_factory.mktemp("report") / "game.html"
    path.write_text(report_page(msgspec.json.encode(data)), encoding="utf-8")
    return path


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_file_works_offline_and_requests_nothing(chromium, file, violations, size):
    context = chromium.new_context(
        offline=True, locale="de-DE", viewport={"width": size[0], "height": size[1]}
    )
    page, requested, errors = context.new_page(), [], []
    page.on("request", lambda request: requested.append(request.url))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: line.type == "error" and errors.append(line.text))
    page.goto(file.as_uri())
    expect(page.locator("h1")).to_have_text("Rückblick")
    expect(page.locator(".plot .line")).to_have_count(4)
    page.locator(".moment-head").nth(1).click()
    expect(page.locator(".moment-head").nth(1)).to_have_attribute("aria-expanded", "true")
    expect(page.locator(".moment.on .chain li").nth(1)).to_be_visible()
    assert page.locator(".chosen img").evaluate_all(
        "all => all.length > 0 && all.every((each) => each.complete && each.naturalWidth > 0)"
    )
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('16px Marcellus'))")
    page.get_by_role("button", name="English").click()
    expect(page.locator("h1")).to_have_text("Looking back")
    assert page.get_by_text("Open on the table").count() == 0
    assert not violations(page)
    outside = [url for url in requested if not url.startswith(("data:", "blob:", file.as_uri()))]
    assert not outside
    assert not errors
    context.close()


@pytest.mark.parametrize(
    "markup",
    [
        "<script>window.isBroken = true</script>",
        '<img src="data:," onerror="window.isBroken = true">',
        '<a href="javascript:window.isBroken = true">x</a>',
        '<iframe srcdoc="<script>parent.isBroken = true</script>"></iframe>',
        '<img src="https://evil.example/pixel">',
        '<form action="https://evil.example/"><button>x</button></form>',
    ],
)
def test_threat_10_markup_in_the_page_runs_and_loads_nothing(chromium, file, tmp_path, markup):
    """As if a name had not been escaped; the page still shows the game."""
    path, sent = tmp_path / "broken.html", []
    path.write_text(file.read_text().replace('<div id="app">', f'{markup}<div id="app">', 1))
    context = chromium.new_context()
    page = context.new_page()
    context.route(is_evil, lambda route: (sent.append(route.request.url), route.abort()))
    page.goto(path.as_uri())
    expect(page.locator("h1")).to_be_visible()
    page.evaluate("document.querySelector('body > a, body > form button')?.click()")
    page.wait_for_timeout(100)
    assert page.evaluate("window.isBroken") is None
    assert not sent
    context.close()


def is_evil(url: str) -> bool:
    return url.startswith("https://evil.example")


def test_the_file_is_small(file):
    assert file.stat().st_size < 1_200_000  # bytes
