"""The result of a finished game as a picture: drawn in the browser, sent, copied or downloaded."""

import base64
import json
import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from byzanz.game.record import write_record
from tests.web.languages import LANGUAGES
from tests.web.page_layout import OVERFLOW, SIZES, SMALL, wait_for_fonts
from tests.web.sample_games import played
from tests.web.stage import button
from tests.web.test_replay import send

LAYOUT = Path(__file__).parents[2] / "src/byzanz/pictures/templates/layout.json"
WORDS = json.loads(LAYOUT.read_text())["wide"]["words"]

FORMS = {"Wide": (1200, 630), "Tall": (1080, 1350)}
LABELS = {
    "en-GB": ("Result as a picture", "wins with", "players"),
    "de-DE": ("Ergebnis als Bild", "gewinnt mit", "Spieler"),
    "it-IT": ("Risultato in immagine", "Vince", "giocatori"),
    "nl-NL": ("Uitslag als plaatje", "wint met", "spelers"),
}
CANVAS = "dialog canvas"
PIXELS = f"""() => document.querySelector("{CANVAS}").toDataURL("image/png").split(",")[1]"""
SHARING = """() => {
    window.shared = [];
    navigator.canShare = (data) => data.files?.length === 1;
    navigator.share = async (data) => {
        window.shared.push(
            {...data, files: data.files.map(({name, type, size}) => ({name, type, size}))});
        if (window.mustFail) throw new DOMException("no", window.mustFail);
    };
}"""
PLAIN_HTTP = """() => {
    Object.defineProperty(window, "isSecureContext", { value: false });
    for (const name of ["clipboard", "share", "canShare"])
        Object.defineProperty(navigator, name, { value: undefined });
    delete Navigator.prototype.clipboard;
    delete window.ClipboardItem;
}"""


@pytest.fixture(scope="module")
def replays(server):
    """The paths of replays, by the number of players."""
    with httpx.Client(base_url=server.url, timeout=10) as http:
        http.post("/api/people", json={})
        games = {count: played(count, seed=3) for count in (3, 4, 5, 6)}
        headers = (("date", "2026-05-04"),)
        return {count: send(http, write_record(game, headers)) for count, game in games.items()}


@pytest.fixture
def open_sheet(visit, replays):
    """A function that opens the sheet from a replay, in the reader's language."""

    def open_page(players=4, *, script=None, **options):
        page = visit(**options)
        if script is not None:
            page.context.add_init_script(f"({script})()")
        page.goto(replays[players])
        page.wait_for_selector("main")
        wait_for_fonts(page)
        title = LABELS[options.get("language", "en-GB")][0]
        open_from_menu(page, title)
        return page

    return open_page


def open_from_menu(page, title="Result as a picture"):
    page.locator("header.top .icon-button").last.click()
    button(page, title).click()
    wait_for_picture(page)


def wait_for_picture(page):
    expect(page.locator("dialog [role=img][aria-busy=false]")).to_be_visible()


def picture(page) -> bytes:
    return base64.b64decode(page.evaluate(PIXELS))


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = (int.from_bytes(png[at : at + 4], "big") for at in (16, 20))
    return width, height


def choose(page, form):
    button(page, form, exact=True).click()
    wait_for_picture(page)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_picture_has_two_forms_for_every_number_of_players(open_sheet, players):
    page = open_sheet(players)
    label = page.locator("dialog [role=img]").get_attribute("aria-label")
    assert re.match(r"\w+ wins with\s\d+\. ", label)
    for form, expected in FORMS.items():
        choose(page, form)
        assert size(picture(page)) == expected
        with page.expect_download() as download:
            page.get_by_role("link", name="Download").click()
        assert re.fullmatch(
            rf"byzanz-[0-9a-f]{{8}}-{form.lower()}\.png", download.value.suggested_filename
        )
        assert size(Path(download.value.path()).read_bytes()) == expected


def test_the_fonts_of_the_pages_are_in_the_picture(open_sheet, visit, replays):
    with_fonts = picture(open_sheet())
    page = visit()
    page.context.route("**/*.woff2", lambda route: route.abort())
    page.goto(replays[4])
    page.wait_for_selector("main")
    open_from_menu(page)
    assert picture(page) != with_fonts
    page.context.unroute("**/*.woff2")
    page.reload()
    page.wait_for_selector("main")
    open_from_menu(page)
    assert picture(page) == with_fonts


def test_the_picture_is_sent_with_a_link_in_the_readers_language(open_sheet, replays):
    page = open_sheet(script=SHARING, language="de-DE")
    button(page, "Verschicken").click()
    shared = page.evaluate("window.shared")
    assert shared[0]["files"][0]["type"] == "image/png"
    assert shared[0]["files"][0]["size"] > 50_000
    assert shared[0]["url"].endswith(f"{replays[4]}?lang=de")
    assert "gewinnt mit" in shared[0]["title"]


def test_the_picture_has_a_code_with_the_link_that_others_can_open(open_sheet, visit, replays):
    without = picture(open_sheet())
    page = visit()
    address = {"url": "https://play.example", "may_open": False}
    page.context.route("**/api/reach", lambda route: route.fulfill(json=address))
    page.goto(replays[4])
    page.wait_for_selector("main")
    open_from_menu(page)
    left, top = WORDS["left"], WORDS["code_top"]
    for corner, is_white in (([left + 5, top + 5], True), ([left + 5, top - 10], False)):
        pixel = page.evaluate(
            f"""([x, y]) => [...document.querySelector("{CANVAS}").getContext("2d")
                .getImageData(x, y, 1, 1).data]""",
            corner,
        )
        assert (pixel[:3] == [255, 255, 255]) is is_white
    assert picture(page) != without


def test_the_browser_draws_what_the_server_draws(open_sheet, replays):
    """The arches of both pictures look the same; only the edges of letters may differ."""
    page = open_sheet(5)
    path = f"/previews/en/{replays[5].removeprefix('/replay/')}.png"
    farthest = page.evaluate(
        f"""async (path) => {{
            const image = new Image();
            image.src = path;
            await image.decode();
            const other = new OffscreenCanvas(image.width, image.height).getContext("2d");
            other.drawImage(image, 0, 0);
            const pen = document.querySelector("{CANVAS}").getContext("2d");
            let farthest = 0;
            for (let x = 576; x < 1152; x += 16)
                for (let y = 0; y < 608; y += 16) {{
                    const [one, two] = [pen, other].map(
                        (each) => each.getImageData(x, y, 16, 16).data);
                    for (let channel = 0; channel < 3; channel++) {{
                        let sum = 0;
                        for (let at = channel; at < one.length; at += 4) sum += one[at] - two[at];
                        farthest = Math.max(farthest, Math.abs(sum / 256));
                    }}
                }}
            return farthest;
        }}""",
        path,
    )
    assert farthest < 30  # of 255


def test_a_picture_that_could_not_be_sent_can_be_downloaded(open_sheet):
    page = open_sheet(script=SHARING)
    page.evaluate("window.mustFail = 'AbortError'")
    button(page, "Send").click()
    expect(page.get_by_role("alert")).to_have_count(0)  # the person changed their mind
    page.evaluate("window.mustFail = 'NotAllowedError'")
    button(page, "Send").click()
    expect(page.get_by_role("alert")).to_contain_text("You can download the picture")


def test_the_picture_is_copied(open_sheet):
    page = open_sheet()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "Copy").click()
    expect(button(page, "Copied")).to_be_visible()
    types = page.evaluate("navigator.clipboard.read().then((all) => all[0].types)")
    assert types == ["image/png"]


def test_without_https_the_page_says_what_works(open_sheet):
    page = open_sheet(script=PLAIN_HTTP)
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("Sending and copying need https")
    expect(sheet.get_by_role("button", name="Copy")).to_have_count(0)
    expect(sheet.get_by_role("button", name="Send")).to_have_count(0)
    with page.expect_download():
        sheet.get_by_role("link", name="Download").click()


def test_the_keyboard_suffices(open_sheet):
    page = open_sheet()
    sheet = page.get_by_role("dialog")
    for name in ("Close", "Wide", "Tall", "Copy", "Download"):
        expect(
            sheet.get_by_role("link" if name == "Download" else "button", name=name)
        ).to_be_focused()
        page.keyboard.press("Tab")
    button(page, "Tall").focus()
    page.keyboard.press("Enter")
    wait_for_picture(page)
    assert size(picture(page)) == FORMS["Tall"]
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def test_the_sheet_closes_when_the_page_changes(open_sheet):
    page = open_sheet()
    page.evaluate("document.querySelector('.top a.brand').click()")
    page.wait_for_url(re.compile("/$"))
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_sheet_is_accessible(open_sheet, violations, theme):
    page = open_sheet(size=(390, 844), theme=theme)
    assert violations(page) == []
    assert page.evaluate(SMALL) == []


def test_the_picture_is_light_in_both_themes(open_sheet):
    assert picture(open_sheet()) == picture(open_sheet(theme="dark"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_picture_and_sheet_are_in_the_readers_language(open_sheet, language):
    title, wins, _ = LABELS[language]
    page = open_sheet(6, language=language)
    expect(page.get_by_role("dialog", name=title)).to_be_visible()
    assert wins in page.locator("dialog [role=img]").get_attribute("aria-label").replace(
        "\xa0", " "
    )
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERFLOW) <= 0, (language, width, height)
        beyond = page.evaluate("""() => {
            const dialog = document.querySelector("dialog");
            return dialog.scrollWidth - dialog.clientWidth;
        }""")
        assert beyond <= 0, (language, width, height)


def test_a_game_that_was_ended_early_has_no_picture(visit, server):
    record = write_record(played(4, seed=3, moves=30))
    with httpx.Client(base_url=server.url, timeout=10) as http:
        http.post("/api/people", json={})
        path = send(http, record)
    page = visit(path)
    page.locator("header.top .icon-button").last.click()
    expect(button(page, "Look back")).to_have_count(0)
    expect(button(page, "Result as a picture")).to_have_count(0)


def test_nothing_of_the_picture_is_loaded_before_it_is_opened(visit, replays):
    page = visit()
    names = []
    page.on("request", lambda request: names.append(request.url.rsplit("/", 1)[1]))
    page.goto(replays[4])
    page.wait_for_selector("main")
    page.wait_for_load_state("networkidle")
    needed = ("numerals", "openPicture", "picture-", "wide-")
    assert [name for name in names if name.startswith(needed)] == []
    open_from_menu(page)
    assert len([name for name in names if name.startswith(needed)]) >= 4
