"""Taking one's data along and deleting it, on the page of my games."""

import json
import re

import pytest
from playwright.sync_api import expect

from byzanz.server.hosting.people import person_of
from tests.web.languages import LANGUAGES
from tests.web.page_layout import OVERFLOW, SIZES, SMALL, wait_for_fonts
from tests.web.played_games import add_games, new_person
from tests.web.stage import button
from tests.web.test_update import CONTROLLED, KEPT, PACKAGE, Host, proxied, visiting

DELETE = re.compile("Delete my data|Meine Daten löschen|Cancella i miei dati|Mijn gegevens wissen")
OLD_DATABASE = """() => new Promise((done) => {
    indexedDB.open("old").onsuccess = ({ target }) => done(target.result.close());
})"""
CONFIRM = re.compile("^(Yes, delete it all|Ja, alles löschen|Sì, cancella tutto|Ja, wis alles)$")


OLD_DATABASE = """new Promise((done) => {
    indexedDB.open("old").onsuccess = ({target}) => done(target.result.close());
})"""
NEW_PERSON = """fetch("/api/people", {
    method: "POST", headers: {"content-type": "application/json"}, body: "{}"
}).then((answer) => answer.status)"""


def refusing(status: int, code: str):
    """A handler of requests that answers with a problem."""
    body = json.dumps({"code": code, "facts": {}})
    return lambda route: route.fulfill(status=status, body=body)


@pytest.fixture
def my_games(visit, server):
    """A function that opens the page of a person with games; returns the page and the person."""

    def open_page(*, count=46, **options):
        page = visit(**options)
        person = new_person(page)
        add_games(server, person, count)
        page.goto("/games")
        page.wait_for_selector("section.data")
        expect(page.locator(".list li").first).to_be_visible()
        wait_for_fonts(page)
        return page, person

    return open_page


def results_of(server, person) -> int:
    return server.query("SELECT count(*) FROM result WHERE person = ?", person)[0][0]


def test_the_file_has_all_games(my_games):
    page, _ = my_games(count=12)
    with page.expect_download() as download:
        button(page, "Take my data along").click()
    assert re.fullmatch(r"byzanz-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)
    with open(download.value.path()) as file:  # noqa: PTH123
        data = json.load(file)
    assert data["format"] == "byzanz-data-1"
    assert len(data["games"]) == 12
    expect(button(page, "Take my data along")).to_be_visible()


def test_a_file_that_is_refused_is_a_sentence(my_games):
    page, _ = my_games(count=3)
    problems = {
        "being_made": "being made already",
        "not_known": "nothing about this browser",
        "too_fast": "Too many tries",
    }
    for code, sentence in problems.items():
        page.route("**/api/me/data", refusing(409, code))
        button(page, "Take my data along").click()
        expect(page.get_by_role("alert")).to_contain_text(sentence)
        page.unroute("**/api/me/data")


def test_the_question_lists_the_data_and_no_keeps_it(my_games, server):
    page, person = my_games()
    button(page, "Delete my data").click()
    sheet = page.get_by_role("dialog", name="Delete everything?")
    expect(sheet).to_contain_text("46 games, 3 people in Head to head, your name")
    sheet.get_by_role("button", name="No, keep it").click()
    expect(sheet).to_have_count(0)
    assert results_of(server, person) == 46
    page.reload()
    expect(page.locator("main")).to_contain_text("46 games since")


def test_with_the_keyboard_everything_is_deleted_and_the_browser_wiped(my_games, server):
    page, person = my_games()
    page.evaluate("sessionStorage.setItem('a', 'b')")
    page.evaluate(OLD_DATABASE)
    assert page.evaluate("localStorage.length") > 0
    button(page, "Delete my data").focus()
    page.keyboard.press("Enter")
    confirm = page.get_by_role("button", name="Yes, delete it all")
    for _ in range(4):
        page.keyboard.press("Tab")
        if confirm.evaluate("each => each === document.activeElement"):
            break
    page.keyboard.press("Enter")
    heading = page.get_by_role("heading", name="Everything is deleted")
    expect(heading).to_be_focused()
    expect(page.locator("main")).to_contain_text("The server no longer knows you")
    assert page.context.cookies() == []
    assert page.evaluate("localStorage.length + sessionStorage.length") == 0
    assert page.evaluate("indexedDB.databases()") == []
    assert results_of(server, person) == 0
    assert server.query("SELECT 1 FROM person WHERE person = ?", person) == []
    button(page, "To the start page").click()
    expect(page).to_have_url(re.compile("/$"))
    page.goto("/games")
    expect(page.locator("main")).to_contain_text("No finished game yet")


def test_an_answer_that_was_lost_is_no_problem(my_games, server):
    page, person = my_games(count=2)
    answer = page.request.post("/api/me/deletion", data={"is_confirmed": True})
    assert answer.ok, answer.text()
    page.context.add_cookies([{"name": "byzanz", "value": "0" * 32, "url": server.url}])
    button(page, "Delete my data").click()
    page.get_by_role("button", name="Yes, delete it all").click()
    expect(page.get_by_role("heading", name="Everything is deleted")).to_be_visible()
    assert results_of(server, person) == 0


def test_a_busy_server_deletes_nothing_and_says_so(my_games, server):
    page, person = my_games(count=2)
    page.route("**/api/me/deletion", refusing(503, "busy"))
    button(page, "Delete my data").click()
    page.get_by_role("button", name="Yes, delete it all").click()
    expect(page.get_by_role("alert")).to_contain_text("The server is busy")
    assert page.evaluate("localStorage.length") > 0
    assert results_of(server, person) == 2


def test_another_tab_starts_anew(my_games, visit):
    page, _ = my_games(count=2)
    other = visit("/rules", page=page)
    button(page, "Delete my data").click()
    page.get_by_role("button", name="Yes, delete it all").click()
    expect(page.get_by_role("heading", name="Everything is deleted")).to_be_visible()
    expect(other).to_have_url(re.compile("/$"))


def test_under_https_caches_and_the_service_worker_go_too(chromium, certificate, tmp_path):
    (tmp_path / "data").mkdir()
    host = Host(tmp_path / "data")
    host.run(PACKAGE.parent)
    try:
        with proxied(certificate, host.server.port) as url, visiting(chromium, url) as visit:
            page = visit()
            page.evaluate(CONTROLLED)
            assert page.evaluate(NEW_PERSON) == 200
            page.goto("/games")
            assert page.evaluate(KEPT)["names"] != []
            button(page, "Delete my data").click()
            page.get_by_role("button", name="Yes, delete it all").click()
            expect(page.get_by_role("heading", name="Everything is deleted")).to_be_visible()
            assert page.evaluate("caches.keys()") == []
            workers = "navigator.serviceWorker.getRegistrations().then((all) => all.length)"
            assert page.evaluate(workers) == 0
            assert page.context.cookies() == []
    finally:
        host.stop()


def test_a_device_with_games_is_warned_before_it_takes_over(my_games, visit, server):
    other = visit()
    key = other.request.post("/api/people", data={}).json()["key"]
    add_games(server, person_of(key), 1)
    code = other.request.post("/api/people/codes", data={}).json()["code"]
    page, person = my_games(count=12)
    page.goto(f"/device#{code}")
    button(page, "Take over").click()
    expect(page.get_by_role("alert")).to_contain_text("12 games of its own")
    assert page.context.cookies()[0]["value"] != key
    button(page, "Take over anyway").click()
    expect(page).to_have_url(re.compile("/$"))
    assert page.context.cookies()[0]["value"] == key
    assert results_of(server, person) == 12


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_question_and_the_last_page_are_accessible(my_games, violations, theme):
    page, _ = my_games(size=(390, 844), theme=theme)
    button(page, "Delete my data").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate(SMALL) == []
    page.get_by_role("button", name="Yes, delete it all").click()
    expect(page.get_by_role("heading", name="Everything is deleted")).to_be_visible()
    assert violations(page) == []
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_overflows(my_games, language):
    page, _ = my_games(language=language)
    page.get_by_role("button", name=DELETE).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERFLOW) <= 0, (language, width, height)
        dialog = page.get_by_role("dialog").evaluate("each => each.scrollWidth - each.clientWidth")
        assert dialog <= 0, (language, width, height)
    page.get_by_role("button", name=CONFIRM).click()
    expect(page.locator("main h1")).to_be_focused()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERFLOW) <= 0, (language, width, height)
