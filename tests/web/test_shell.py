"""Start page, waiting room and the pages around the table, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

SIZES = [(360, 640), (390, 844), (844, 390), (1024, 768), (1440, 900), (2560, 1440)]
ROOM = re.compile(r"/r/[0-9a-f]{32}$")
OVERFLOW = "document.documentElement.scrollWidth - innerWidth"
SMALL = """[...document.querySelectorAll("button, a, select, summary, input")]
    .filter((each) => each.checkVisibility() && !each.closest("p"))
    .map((each) => each.closest("label") ?? each)
    .filter((each) => each.getBoundingClientRect().height < 43.5)
    .map((each) => each.outerHTML.slice(0, 100))"""


def button(page, name):
    return page.get_by_role("button", name=name)


def new_table(page, name="Livia"):
    page.get_by_label("Your name").fill(name)
    button(page, "Create a table").click()
    page.wait_for_selector(".waiting-seat")
    expect(page).to_have_url(ROOM)
    return page.url


def seats(page):
    return page.locator(".waiting-seat:not(.open) .name").all_inner_texts()


# --- ways to a game -----------------------------------------------------------------------------


def test_one_click_to_a_game_against_bots(visit):
    page = visit()
    button(page, "6").click()
    button(page, "Easy").click()
    button(page, "Play against bots").click()
    page.wait_for_selector("main.table")
    expect(page).to_have_url(ROOM)
    page.goto("/")
    expect(button(page, "6")).to_have_attribute("aria-pressed", "true")
    expect(button(page, "Easy")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("heading", name="Your tables")).to_be_visible()
    page.locator(".lines a").first.click()
    page.wait_for_selector("main.table")


def test_a_newcomer_learns_first(visit, violations):
    page = visit(is_new=True)
    assert page.locator(".btn.primary").all_inner_texts() == ["Learn to play"]
    assert page.get_by_label("Your name").count() == 0
    assert violations(page) == []
    page.get_by_role("button", name="Italiano").click()
    expect(page.get_by_role("link", name="Impara a giocare")).to_be_visible()
    page.reload()
    expect(page.locator(".btn.primary")).to_have_text(
        "Impara a giocare"
    )  # changing the language does not count as a game
    page.locator(".btn.primary").click()
    page.wait_for_selector(".coach")


def test_a_person_who_has_played_is_no_newcomer(visit):
    page = visit(is_new=True)
    expect(button(page, "Easy")).to_have_attribute("aria-pressed", "true")
    button(page, "Play against bots").click()
    page.wait_for_selector("main.table")
    page.goto("/")
    expect(page.locator(".btn.primary")).to_have_text("Play against bots")
    expect(page.get_by_label("Your name")).to_be_visible()
    expect(page.locator(".foot").get_by_role("link", name="Learn to play")).to_be_visible()


def test_a_newcomer_is_asked_for_a_name_at_a_table_with_friends(visit):
    page = visit(is_new=True)
    button(page, "Create a table").click()
    sheet = page.get_by_role("dialog", name="What is your name?")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(page).to_have_url(re.compile("/$"))
    button(page, "Create a table").click()
    sheet.get_by_label("Your name").fill("Livia")
    page.keyboard.press("Enter")
    page.wait_for_selector(".waiting-seat")
    assert seats(page) == ["Livia"]


def test_five_levels_are_in_view_once_asked_for(visit):
    page = visit()
    assert button(page, "Expert").count() == 0
    button(page, "All levels").click()
    button(page, "Expert").click()
    page.reload()
    expect(button(page, "Expert")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".levels button")).to_have_text(
        ["Very easy", "Easy", "Medium", "Hard", "Expert"]
    )


@pytest.mark.parametrize("size", [(1440, 900), (1366, 768)])
@pytest.mark.parametrize("language", ["de", "it"])
def test_the_start_page_fits(visit, size, language):
    """For a newcomer, for a returning person, and with a listed table."""
    scrolls = "document.documentElement.scrollHeight - innerHeight"
    page = visit(size=size, language=language, is_new=True)
    assert page.evaluate(scrolls) == 0
    page = visit(size=size, language=language)
    assert page.evaluate(scrolls) == 0
    page.locator(".friends .btn.second").first.click()
    page.wait_for_selector(".waiting-seat")
    page.goto("/")
    page.wait_for_selector(".lines")
    assert page.evaluate(scrolls) == 0


OUTSIDE = """[...document.querySelectorAll(".block :is(.segments, .btn, .input)")].filter((each) =>
    each.getBoundingClientRect().right > each.closest(".block").getBoundingClientRect().right - 10
).map((each) => each.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("language", ["en", "de", "it", "nl"])
def test_nothing_sticks_out_of_its_block(visit, language):
    page = visit(language=language)
    for listed in (False, True):
        if listed:
            page.locator(".friends .btn.second").first.click()
            page.wait_for_selector(".waiting-seat")
            page.goto("/")
            page.wait_for_selector(".lines")
        for width, height in (*SIZES, (1366, 768), (1200, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OUTSIDE) == [], (width, height, listed)


def test_the_art_stays_in_view_when_many_tables_are_listed(visit):
    page = visit(size=(1366, 768))
    for _ in range(10):
        page.goto("/")
        button(page, "Create a table").click()
        page.wait_for_selector(".waiting-seat")
    page.goto("/")
    expect(page.locator(".lines a")).to_have_count(10)
    page.evaluate("scrollTo(0, 9999)")
    box = page.locator(".big-arch").bounding_box()
    assert 0 < box["y"] < box["y"] + box["height"] <= 768 + 1


def test_by_keyboard_alone(visit):
    page = visit()
    for _ in range(40):
        if page.evaluate("document.activeElement.matches('.btn.primary')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("main.table")


def test_a_table_fills_live_and_begins(visit):
    host = visit()
    new_table(host)
    assert seats(host) == ["Livia"]
    code = host.locator(".share .code").inner_text().split()[-1]
    guest = visit()
    guest.get_by_label("Your name").fill("Zoe")
    guest.get_by_label("Got a code?").fill(code.lower())
    button(guest, "Join").click()
    expect(guest).to_have_url(ROOM)
    guest.wait_for_selector(".waiting-seat")
    assert button(guest, "Start").count() == 0
    button(guest, "Sit down").click()
    expect(guest.get_by_text("The host starts the game")).to_be_visible()
    expect(host.get_by_role("heading", level=1)).to_have_text("Two seats are taken")
    assert sorted(seats(host)) == ["Livia", "Zoe"]
    host.keyboard.press("Enter")
    host.wait_for_selector("main.table")
    guest.wait_for_selector("main.table")


def test_the_host_chooses_and_everyone_sees_it(visit):
    host = visit()
    link = new_table(host)
    guest = visit(link)
    host.get_by_role("button", name="Seat a bot").first.click()
    host.locator(".waiting-seat select").select_option("expert")
    expect(guest.locator(".waiting-seat small", has_text="Expert")).to_be_visible()
    host.locator(".options summary").click()
    host.get_by_label("Clock").select_option("move30")
    host.get_by_label("Memory aid").check()
    summary = guest.locator(".options summary")
    expect(summary).to_contain_text("30 seconds per move, memory aid")
    guest.locator(".options summary").click()
    expect(guest.get_by_label("Clock")).to_be_disabled()
    expect(host.locator(".deal code").first).to_have_text(re.compile("^[0-9a-f]{8}…[0-9a-f]{4}$"))


def test_a_removed_guest_may_return(visit):
    host = visit()
    guest = visit(new_table(host))
    guest.get_by_label("Your name").fill("Livia")
    button(guest, "Sit down").click()
    expect(guest.get_by_role("alert")).to_contain_text("has this name")
    guest.get_by_label("Your name").fill("Zoe")
    button(guest, "Sit down").click()
    expect(button(guest, "Leave the table")).to_be_visible()
    button(host, "Remove Zoe").click()
    expect(button(guest, "Sit down")).to_be_visible()
    assert seats(host) == ["Livia"]
    button(host, "Leave the table").click()
    expect(host).to_have_url(re.compile(r"/$"))


def test_public_tables_are_listed(visit):
    host = visit()
    new_table(host, "Eudokia Makrembolitissa")
    host.locator(".options summary").click()
    host.get_by_label("Listed for everyone").check()
    expect(host.locator(".options summary")).to_contain_text("listed")
    button(host, "Seat a bot").first.click()
    guest = visit(size=SIZES[0])
    line = guest.locator(".lines a", has_text="Eudokia").first
    expect(line).to_contain_text("2 seats open")
    assert guest.evaluate(OVERFLOW) <= 0
    line.click()
    expect(button(guest, "Sit down")).to_be_visible()


def test_a_code_is_told_and_typed_and_a_short_link_leads_there(visit):
    host = visit()
    path = new_table(host)
    code = host.locator(".share .code").inner_text().splitlines()[-1]
    assert re.fullmatch(r"[A-Z]+-\d\d", code)
    expect(host.get_by_label("Link to this table")).to_have_value(re.compile(f"/t/{code}$"))
    guest = visit("/join")
    guest.get_by_label("Got a code?").fill(code.lower().replace("-", " "))
    button(guest, "Join").click()
    expect(guest).to_have_url(path)
    other = visit(f"/t/{code}")
    expect(other).to_have_url(path)
    expect(button(other, "Sit down")).to_be_visible()


def test_a_short_link_that_leads_nowhere_asks_for_the_code(visit):
    page = visit("/t/OLIVE-9999")
    expect(page.get_by_role("alert")).to_contain_text("No table has this code")
    expect(page.get_by_label("Got a code?")).to_be_visible()


def test_the_host_chooses_how_many_seats_there_are(visit, violations):
    host = visit()
    guest = visit(new_table(host))
    expect(host.locator(".waiting-seat")).to_have_count(4)
    count = host.get_by_role("group", name="Seats")
    button(count, "6").click()
    expect(guest.locator(".waiting-seat")).to_have_count(6)
    guest.get_by_label("Your name").fill("Zoe")
    button(guest, "Sit here").last.click()
    expect(host.locator(".waiting-seat:not(.open)")).to_have_count(2)
    button(count, "3").click()
    for page in (host, guest):
        expect(page.locator(".waiting-seat")).to_have_count(3)
    assert sorted(seats(host)) == ["Livia", "Zoe"]
    assert violations(host) == []
    assert guest.get_by_role("group", name="Seats").count() == 0


def test_no_request_of_a_newcomer_is_refused(visit):
    refused = []
    page = visit()
    page.on("response", lambda each: each.status >= 400 and refused.append(each.url))
    page.reload()
    page.wait_for_load_state("networkidle")
    path = new_table(page)
    guest = visit(path)
    guest.on("response", lambda each: each.status >= 400 and refused.append(each.url))
    guest.get_by_label("Your name").fill("Zoe")
    button(guest, "Sit down").click()
    expect(button(guest, "Leave the table")).to_be_visible()
    assert refused == []


@pytest.mark.parametrize(
    ("code", "message"), [("abc", "a word and a number"), ("zzzzz", "No table has this code")]
)
def test_a_code_that_leads_nowhere(visit, code, message):
    page = visit("/join")
    page.get_by_label("Got a code?").fill(code)
    button(page, "Join").click()
    expect(page.get_by_role("alert")).to_contain_text(message)


@pytest.mark.parametrize("path", [f"/r/{'0' * 32}", "/r/nothing", "/nowhere"])
def test_an_unknown_page_leads_home(visit, path):
    page = visit(path)
    page.get_by_role("link", name="To the start page").click()
    expect(button(page, "Play against bots")).to_be_visible()


def test_names_are_text_and_nothing_else(visit):
    page = visit()
    new_table(page, "<img src=x onerror=1>")
    assert seats(page) == ["<img src=x onerror=1>"]


# --- being away -----------------------------------------------------------------------------------


def test_a_reload_and_a_lost_connection_leave_no_trace(visit):
    host = visit()
    link = new_table(host)
    guest = visit(link)
    host.reload()
    expect(host.get_by_role("heading", level=1)).to_have_text("One seat is taken")
    host.context.set_offline(True)
    host.evaluate("dispatchEvent(new Event('online'))")
    expect(host.get_by_role("status")).to_contain_text("Connection lost", timeout=20_000)
    button(guest, "Sit down").click()
    host.context.set_offline(False)
    expect(host.get_by_role("heading", level=1)).to_have_text("Two seats are taken", timeout=20_000)


def test_the_start_page_says_that_the_server_is_away(visit):
    page = visit()
    page.context.set_offline(True)
    expect(page.get_by_text("The server does not answer")).to_be_visible(timeout=20_000)
    page.context.set_offline(False)
    expect(page.get_by_text("The server does not answer")).to_be_hidden(timeout=20_000)


def test_another_device_takes_over_once(visit):
    first = visit()
    new_table(first)
    first.goto("/device")
    door, show = button(first, "Let phones join"), button(first, "Show a code")
    door.or_(show).wait_for()
    if door.count():
        door.click()
    with first.expect_response("**/api/people/codes") as made:
        button(first, "Show a code").click()
    code = made.value.json()["code"]
    expect(first.get_by_role("img", name="QR code")).to_be_visible()
    second = visit(f"/device#{code}")
    assert code not in second.url
    button(second, "Take over").click()
    expect(second.get_by_role("heading", name="Your tables")).to_be_visible()
    third = visit(f"/device#{code}")
    button(third, "Take over").click()
    expect(third.get_by_role("alert")).to_contain_text("has been used")


def test_phones_are_invited_at_the_table(visit):
    page = visit()
    new_table(page)
    door = button(page, "Let phones join")
    page.locator(".share .qr svg, .share .door").first.wait_for()
    if door.count():
        door.click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()
    assert (
        not page.get_by_role("textbox", name="Link to this table").input_value().startswith("127.")
    )


# --- for everybody --------------------------------------------------------------------------------


def test_language_theme_and_switches_are_remembered(visit):
    page = visit(language="nl-NL")
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    button(page, "Deutsch").click()
    expect(button(page, "Gegen Bots spielen")).to_be_visible()
    button(page, "Einstellungen").click()
    button(page, "Dunkel").click()
    page.get_by_role("switch", name="Ton").check()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    button(page, "Einstellungen").click()
    expect(page.get_by_role("switch", name="Ton")).to_be_checked()


PAGES = [
    "/",
    "/join",
    "/device",
    "/rules",
    "/licences",
    "/nowhere",
    "waiting",
    "guest",
    "settings",
]


def open_named_page(visit, name, **how):
    """Open a page by its path, or by the actions that lead there."""
    if name == "waiting":
        page = visit(**how)
        page.locator(".btn.second").first.click()
        page.wait_for_selector(".waiting-seat")
        page.locator(".waiting-seat .btn").first.click()
        page.wait_for_selector(".waiting-seat select")
        page.locator(".options summary").click()
    elif name == "guest":
        page = visit(**how)
        page.locator(".btn.second").first.click()
        page.wait_for_selector(".waiting-seat")
        page = visit(page.url, **how)
        page.wait_for_selector(".waiting-seat")
    elif name == "settings":
        page = visit(**how)
        page.locator(".corner .icon-button").click()
    else:
        page = visit(name, **how)
    page.wait_for_selector("h1")
    return page


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing(visit, violations, name):
    page = open_named_page(visit, name)
    for theme, (width, height) in (
        ("light", (390, 844)),
        ("light", (1440, 900)),
        ("dark", (390, 844)),
        ("dark", (844, 390)),
    ):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(50)
        assert violations(page) == [], (theme, width)


@pytest.mark.parametrize(
    "language",
    [
        "de-DE",
        pytest.param("it-IT", marks=pytest.mark.long),
        pytest.param("en-GB", marks=pytest.mark.long),
        pytest.param("nl-NL", marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("name", PAGES)
def test_nothing_sticks_out_and_nothing_is_too_small(visit, name, language):
    page = open_named_page(visit, name, language=language)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERFLOW) <= 0, (width, height)
        assert page.evaluate(SMALL) == [], (width, height)
