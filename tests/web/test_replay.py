"""Replays are shown on the real table; records can be uploaded."""

import re

import httpx
import pytest
from playwright.sync_api import expect

from byzanz.game.record import write_record
from tests.web.harness import AUDIT, SIZES
from tests.web.sample_games import make_replay, played
from tests.web.stage import button, check_words

PHONE, FLAT, DESK, SMALL = (390, 844), (844, 390), (1440, 900), (360, 640)
WIDE = [size for size in SIZES if size[0] in (1024, 1920, 2560)]
AUDITED = [
    *(SMALL, FLAT, (1280, 720)),
    *(pytest.param(size, marks=pytest.mark.long) for size in (PHONE, DESK, *WIDE)),
]
GAMES = {players: played(players, seed=3) for players in (3, 4, 6)}
DROP = """([name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    for (const type of ["dragover", "drop"])
        window.dispatchEvent(
            new DragEvent(type, {dataTransfer: data, bubbles: true, cancelable: true}));
}"""


@pytest.fixture(scope="module")
def replays(server):
    """The paths of replays, by the number of players."""
    with httpx.Client(base_url=server.url, timeout=10) as http:
        http.post("/api/people", json={})
        return {players: send(http, write_record(game)) for players, game in GAMES.items()}


def send(http, record):
    answer = http.post("/api/replays", content=record, headers={"content-type": "text/plain"})
    assert answer.status_code == 200, answer.text
    return f"/replay/{answer.json()['replay']}"


def slider(page):
    return page.get_by_role("slider", name="Moves of the game")


def at(page):
    return int(slider(page).input_value())


def expect_at(page, number):
    expect(slider(page)).to_have_value(str(number))


def marks(game):
    """The numbers of frames where rounds and lots begin."""
    frames = make_replay(game).frames
    event_types = [{type(event).__name__ for event in frame.events} for frame in frames]
    rounds = [number for number, seen in enumerate(event_types) if "RoundBegun" in seen]
    lots = [number for number, seen in enumerate(event_types) if "LotRevealed" in seen]
    return rounds, lots


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_buttons_and_keys_lead_to_moves_auctions_and_rounds(visit, replays, size):
    page = visit(replays[4], size=size)
    rounds, lots = marks(GAMES[4])
    last = len(GAMES[4].moves)
    for name, expected in (
        ("Next move", 1), ("Next move", 2), ("Previous move", 1), ("Next auction", lots[1]),
        ("Next round", rounds[1]), ("Previous round", 0),
    ):  # fmt: skip
        button(page, name).click()
        expect_at(page, expected)
    for key, expected in (
        ("ArrowRight", 1), ("Shift+ArrowRight", lots[1]), ("PageDown", rounds[1]),
        ("PageDown", rounds[2]), ("ArrowLeft", rounds[2] - 1), ("PageUp", rounds[1]),
        ("Shift+ArrowLeft", max(stop for stop in _stops() if stop < rounds[1])),
        ("End", last), ("Home", 0),
    ):  # fmt: skip
        page.keyboard.press(key)
        expect_at(page, expected)
    slider(page).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("PageDown")
    expect_at(page, rounds[1])
    check_words(page)


def _stops():
    """The numbers of frames where lots and markets begin."""
    frames = make_replay(GAMES[4]).frames
    markets = [
        number
        for number, frame in enumerate(frames)
        if frame.view.phase == "take" and frames[number - 1].view.phase in ("give", "bid")
    ]
    return sorted({*marks(GAMES[4])[1], *markets})


def test_playback_can_be_paused(visit, replays):
    page = visit(f"{replays[3]}?at=5")
    page.get_by_label("Speed").select_option("very fast")
    page.locator("body").press("Space")
    expect(button(page, "Pause")).to_be_visible()
    expect(slider(page)).not_to_have_value(re.compile("^[0-7]$"))
    button(page, "Pause").click()
    now = at(page)
    page.wait_for_timeout(800)
    assert at(page) == now
    page.keyboard.press("End")
    expect(page.locator("main.end h1")).to_contain_text("with")
    expect_at(page, len(GAMES[3].moves))


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_replay_shows_all_hands_or_the_view_of_one_seat(visit, replays, size):
    page = visit(f"{replays[4]}?at=57", size=size)
    hands = make_replay(GAMES[4]).frames[57].hands
    expect(page.locator(".hands > li")).to_have_count(4)
    for seat, hand in enumerate(hands):
        expect(page.locator(".hands > li").nth(seat).locator(".card")).to_have_count(len(hand))
    page.get_by_label("Seen by").select_option("Leo")
    expect(page.locator(".hand.past .card")).to_have_count(len(hands[1]))
    expect(page.locator(".seat")).to_have_count(3)
    assert page.locator(".hands").count() == 0
    expect_at(page, 57)
    check_words(page)


def test_a_position_has_a_link(visit, replays):
    page = visit(f"{replays[4]}?at=57&eyes=2")
    expect_at(page, 57)
    expect(page.get_by_label("Seen by")).to_have_value("2")
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile(r"\?at=58&eyes=2$"))
    page.get_by_label("Seen by").select_option("All hands")
    page.wait_for_url(re.compile(r"\?at=58&eyes=0$"))
    page.reload()
    page.wait_for_selector("main.table")
    expect_at(page, 58)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "Share this position").click()
    expect(button(page, "Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_the_record_can_be_downloaded(visit, replays):
    page = visit(replays[4])
    button(page, "Menu").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    assert download.value.suggested_filename.endswith(".byz")
    text = download.value.path().read_text()
    assert [line for line in text.splitlines() if line.startswith("move")] == [
        line for line in write_record(GAMES[4]).splitlines() if line.startswith("move")
    ]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_game_can_be_continued_from_a_position(visit, replays, size):
    page = visit(f"{replays[3]}?at=20&eyes=1", size=size)
    button(page, "Play on").click()
    sit_down(page)
    expect(page.locator(".seat")).to_have_count(2)
    assert page.locator(".hand button").count() > 0


def sit_down(page):
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Your seat").select_option("Zoe")
    button(sheet, "Easy").click()
    sheet.get_by_label("Your name").fill("Anna")
    button(sheet, "Take this seat and play").click()
    page.wait_for_url(re.compile(r"/r/[0-9a-f]{32}$"))
    page.wait_for_selector("main.table")


def test_the_next_game_against_bots_begins_at_once(visit, replays):
    """The game is continued from the last sale, which is Zoe's."""
    page = visit(f"{replays[3]}?at={len(GAMES[3].moves) - 1}")
    button(page, "Play on").click()
    sit_down(page)
    page.locator(".actions .btn.primary").click()
    page.wait_for_selector("main.end")
    before = page.url
    button(page, "Play again").click()
    page.wait_for_selector("main.table")
    assert page.url != before
    expect(page.locator(".round")).to_contain_text("Round 1")


def test_a_game_cannot_be_continued_from_its_end(visit, replays):
    page = visit(f"{replays[3]}?at=9999")
    button(page, "Play on").click()
    expect(page.get_by_role("dialog")).to_contain_text("Go back to an earlier move")
    assert button(page, "Take this seat").count() == 0


def test_cards_are_animated_only_for_the_next_move(visit, replays):
    page = visit(f"{replays[4]}?at=1", motion="no-preference")
    page.evaluate("""() => {
        window.flown = 0;
        new MutationObserver((changes) => {
            for (const { addedNodes } of changes) window.flown += addedNodes.length;
        }).observe(document.querySelector(".flights"), { childList: true });
    }""")
    page.keyboard.press("PageDown")
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(100)
    assert page.evaluate("window.flown") == 0
    page.keyboard.press("ArrowRight")
    page.wait_for_function("window.flown > 0")


# --- uploaded records -----------------------------------------------------------------------------


def test_a_record_dropped_on_the_start_page_is_shown(visit):
    page = visit()
    page.evaluate(DROP, ["game.byz", write_record(GAMES[3])])
    page.wait_for_url(re.compile(r"/replay/[0-9a-f]{32}"))
    expect_at(page, 0)


def test_a_record_chosen_as_a_file_is_shown(visit):
    page = visit(size=PHONE)
    record = {"name": "game.byz", "mimeType": "", "buffer": write_record(GAMES[4]).encode()}
    page.get_by_label("Open a record").set_input_files(record)
    page.wait_for_url(re.compile(r"/replay/[0-9a-f]{32}"))
    page.wait_for_selector("main.table")


def test_a_broken_record_is_refused_with_its_line(visit):
    page = visit()
    lines = write_record(GAMES[3]).splitlines()
    number = next(at for at, line in enumerate(lines) if line.startswith("move")) + 3
    lines[number] = "move nonsense"
    page.evaluate(DROP, ["game.byz", "\n".join(lines)])
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("This record can’t be read")
    expect(alert).to_contain_text(f"Line {number + 1}: ")
    page.evaluate(DROP, ["large.byz", "x" * 70_000])
    expect(alert).to_contain_text("at most 64 kB")


def test_a_running_game_has_no_replay(visit):
    page = visit()
    button(page, "Play against bots").click()
    page.wait_for_selector("main.table")
    room = page.url.rsplit("/", 1)[1]
    for path in (f"/replay/{room}", f"/replay/{room}/analysis"):
        page.goto(path)
        expect(page.locator("h1")).to_have_text("This game is still running")
    page.get_by_role("link", name="To the table").click()
    page.wait_for_selector("main.table")


def test_an_unknown_game_is_not_found(visit):
    page = visit(f"/replay/{'0' * 32}")
    expect(page.locator("h1")).to_have_text("No game here")
    check_words(page)


# --- accessibility and layout ---------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_at_a_replay(visit, replays, violations, theme):
    found = {}
    for size in (PHONE, DESK):
        for search in ("?at=57&eyes=0", "?at=57&eyes=2", "?at=9999"):
            page = visit(replays[4] + search, size=size, theme=theme)
            expect(slider(page)).to_be_visible()
            if listed := violations(page):
                found[size, search] = listed
        button(page, "Play on").click()
        if listed := violations(page):
            found[size, "sheet"] = listed
    assert not found


@pytest.mark.parametrize("size", AUDITED, ids=str)
@pytest.mark.parametrize("players", [4, 6])
def test_a_replay_fits_on_the_screen(visit, replays, players, size):
    page = visit(f"{replays[players]}?at=0&eyes=0", size=size, language="de-DE")
    page.wait_for_selector("main.table")
    page.evaluate(AUDIT.read_text() + "; 0")
    _, lots = marks(GAMES[players])
    last, problems = len(GAMES[players].moves), []
    for eyes in ("0", "2"):
        page.get_by_label("Gesehen von").select_option(eyes)
        page.wait_for_selector(".hands" if eyes == "0" else ".hand.past")
        for number in (0, lots[3] + 2, lots[-1], last - 1):
            slider_de(page).fill(str(number))
            page.wait_for_timeout(30)
            problems += [f"{eyes} {number}: {problem}" for problem in page.evaluate("audit()")]
    slider_de(page).fill(str(last))
    page.wait_for_selector("main.end")
    problems += [f"end: {problem}" for problem in page.evaluate("audit()")]
    assert not problems, "\n".join(problems[:30])


def slider_de(page):
    return page.get_by_role("slider")
