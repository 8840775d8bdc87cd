"""The waiting room, in a real browser."""

import re

from playwright.sync_api import expect

from byzanz.rooms.room_codes import WORDS
from tests.web.stage import button
from tests.web.waiting_room import ROOM, new_table, seats


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
    expect(host.locator(".waiting-seat:not(.open) .name")).to_have_text(["Livia"])
    button(host, "Leave the table").click()
    expect(host).to_have_url(re.compile(r"/$"))


def test_a_code_is_told_and_typed_and_a_short_link_leads_there(visit):
    host = visit()
    path = new_table(host)
    code = host.locator(".share .code").inner_text().splitlines()[-1]
    assert re.fullmatch(r"[A-Z]+-\d\d", code)
    link = host.get_by_role("textbox", name="Link to this table")
    expect(link).to_have_value(re.compile(f"/t/{code}$"))
    guest = visit("/join")
    guest.get_by_label("Got a code?").fill(code.lower().replace("-", " "))
    button(guest, "Join").click()
    expect(guest).to_have_url(path)
    other = visit(f"/t/{code}")
    expect(other).to_have_url(path)
    expect(button(other, "Sit down")).to_be_visible()


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


def test_names_are_text_and_nothing_else(visit):
    page = visit()
    new_table(page, "<img src=x onerror=1>")
    assert seats(page) == ["<img src=x onerror=1>"]


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


def open_to_phones(page):
    """Let phones join, unless another page has done so."""
    let_phones_join = button(page, "Let phones join")
    page.locator(".share .qr svg, .share .open-lan").first.wait_for()
    if let_phones_join.count():
        let_phones_join.click()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()


def test_phones_are_invited_at_the_table(visit):
    page = visit()
    new_table(page)
    open_to_phones(page)
    assert (
        not page.get_by_role("textbox", name="Link to this table").input_value().startswith("127.")
    )


ROOM_BESIDE_CODE = """code => {
    const element = document.querySelector(".share .code");
    element.lastChild.data = code;
    const text = document.createRange();
    text.selectNodeContents(element);
    const panel = document.querySelector(".share").getBoundingClientRect();
    return panel.right - text.getBoundingClientRect().right;
}"""


def test_the_longest_code_fits_beside_the_qr_code(visit):
    page = visit()
    new_table(page)
    open_to_phones(page)
    page.set_viewport_size({"width": 360, "height": 640})
    for word in sorted(WORDS, key=len)[-12:]:
        assert page.evaluate(ROOM_BESIDE_CODE, f"{word}-99") >= 0, word
