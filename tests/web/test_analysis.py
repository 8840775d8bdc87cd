"""The analysis page, which fills while findings arrive.

They are random (see `sample_games.py`), and the tests answer instead of the server.
"""

import json
import re
from contextlib import closing

import httpx
import msgspec
import pytest
from playwright.sync_api import expect

from byzanz.analysis.findings import Preview
from byzanz.game.record import write_record
from byzanz.wire.problems import Code
from tests.server.http.running import LAX, RunningServer
from tests.web.conftest import visiting
from tests.web.harness import AUDIT
from tests.web.page_layout import wait_for_fonts
from tests.web.sample_games import SampleAnalysis, make_replay, played
from tests.web.stage import button, check_words

SMALL, PHONE, FLAT, DESK = (360, 640), (390, 844), (844, 390), (1440, 900)
AUDITED = [
    *(SMALL, FLAT, (1024, 768)),
    *(pytest.param(size, marks=pytest.mark.long) for size in (PHONE, DESK, (2560, 1440))),
]
ID = "0123456789abcdef" * 2
GAMES = {players: played(players, seed=3) for players in (4, 6)}
ANALYSES = {players: SampleAnalysis(game) for players, game in GAMES.items()}
REPLAYS = {players: msgspec.json.encode(make_replay(game)) for players, game in GAMES.items()}


class Answers:
    """Answers as the server with an analysis under way."""

    def __init__(self, page, players=4, count=None):
        self.analysis = ANALYSES[players]
        self.total = len(self.analysis.findings)
        self.count = self.total if count is None else count
        self.replay = REPLAYS[players]
        self.previewed = 0  # of the moves after the findings
        self.problem = None
        page.route("**/api/replays/*?eyes=*", self.tell_replay)
        page.route("**/api/replays/*/analysis*", self.tell)

    def tell_replay(self, route):
        route.fulfill(body=self.replay.decode(), content_type="application/json")

    def tell(self, route):
        if self.problem:
            body = {"code": self.problem, "facts": {}}
            route.fulfill(status=409, body=msgspec.json.encode(body).decode())
            return
        after = re.search(r"after=(\d+)", route.request.url)
        body = {
            "total": self.total,
            "count": self.count,
            "is_begun": True,
            "findings": self.analysis.findings[int(after[1]) if after else 0 : self.count],
            "report": self.analysis.report if self.count == self.total else None,
            "previews": [
                Preview(each.number, each.steps)
                for each in self.analysis.findings[self.count : self.count + self.previewed]
            ],
        }
        route.fulfill(body=msgspec.json.encode(body).decode(), content_type="application/json")


@pytest.fixture
def open_analysis(visit):
    """Return a function that opens an analysis, and returns the page and its answers."""

    def open_analysis(search="", players=4, count=None, **how):
        page = visit("/", **how)
        answers = Answers(page, players, count)
        page.goto(f"/replay/{ID}/analysis{search}")
        page.wait_for_selector("main.analysis")
        wait_for_fonts(page)
        return page, answers

    return open_analysis


def slider(page):
    return page.get_by_role("slider")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_previews_are_shown_as_rough_until_findings_replace_them(open_analysis, size):
    page, answers = open_analysis("?at=12", size=size, count=0)
    rough, veil = page.get_by_text("Rough for now"), page.locator(".plot .rough")
    expect(rough).to_have_count(0)
    answers.previewed = 20
    expect(rough).to_be_visible()
    expect(veil).to_have_count(1)
    expect(page.locator(".chosen")).to_contain_text("not been looked at yet")
    expect(page.locator(".player .now").first).to_contain_text("\u2248")
    check_words(page)
    wide = veil.bounding_box()["width"]
    answers.count, answers.previewed = 15, 5
    expect(page.locator(".player .now").first).not_to_contain_text("\u2248")
    expect(page.locator(".chosen")).not_to_contain_text("not been looked at yet")
    assert 0 < veil.bounding_box()["width"] < wide / 2
    answers.count = answers.total
    expect(rough).to_have_count(0)
    expect(veil).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_curves_grow(open_analysis, size):
    page, answers = open_analysis(count=0, size=size)
    expect(page.locator("main")).to_contain_text(f"0 of {answers.total} steps")
    answers.count = 20
    expect(page.locator("main")).to_contain_text(f"20 of {answers.total} steps")
    expect(page.locator(".plot .line")).to_have_count(4)
    short = len(page.locator(".plot .line.own").get_attribute("d"))
    slider(page).fill("150")
    expect(page.locator(".chosen")).to_contain_text("has not been looked at yet")
    slider(page).fill("7")
    expect(page.locator(".alternatives tbody tr").first).to_be_visible()
    check_words(page)
    answers.count = answers.total
    winner = answers.analysis.report.outcome.winners[0]
    expect(page.locator(".moment")).to_have_count(len(own_moments(answers, winner)))
    assert len(page.locator(".plot .line.own").get_attribute("d")) > short
    expect(slider(page)).to_have_value("7")
    check_words(page)


def own_moments(answers, seat):
    player = answers.analysis.report.players[seat]
    return [*player.moments, *([player.swing] if player.swing else [])]


def test_moments_lead_to_their_moves(open_analysis):
    page, answers = open_analysis("?eyes=1")
    moments = own_moments(answers, 0)
    expect(page.locator(".moment")).to_have_count(len(moments))
    expect(page.locator(".plot .mark")).to_have_count(len(moments))
    page.locator(".moment-head").nth(2).click()
    expect(slider(page)).to_have_value(str(moments[2].number))
    page.wait_for_url(re.compile(rf"\?at={moments[2].number}&eyes=1$"))
    page.keyboard.press("ArrowRight")
    expect(slider(page)).to_have_value(str(moments[2].number + 1))
    slider(page).focus()
    page.keyboard.press("Home")
    expect(slider(page)).to_have_value("0")
    page.wait_for_url(re.compile(r"\?at=0&eyes=1$"))
    page.reload()
    expect(slider(page)).to_have_value("0")


def test_moments_are_those_of_the_viewing_player(open_analysis):
    page, answers = open_analysis("?eyes=1")
    expect(page.get_by_role("heading", name="Livia’s moments")).to_be_visible()
    page.locator(".player", has_text="Zoe").click()
    expect(page.get_by_role("heading", name="Zoe’s moments")).to_be_visible()
    moments = answers.analysis.report.players[2].moments
    for index, moment in enumerate(moments):
        page.locator(".moment-head").nth(index).click()
        expect(slider(page)).to_have_value(str(moment.number))
        assert answers.analysis.game.moves[moment.number - 1][0] == 2


def test_the_chosen_moment_shows_its_causes(open_analysis):
    page, answers = open_analysis("?eyes=2")
    moments = answers.analysis.report.players[1].moments
    for index, moment in enumerate(moments):
        page.locator(".moment-head").nth(index).click()
        chosen = page.locator(".moment.on")
        expect(chosen.locator(".chain")).to_have_count(2 if moment.chain.better else 1)
        bad = chosen.locator(".chain").first.locator("li")
        expect(bad).to_have_count(len(moment.chain.happened))
        if moment.chain.better:
            expect(chosen.locator(".chain.good li")).to_have_count(len(moment.chain.better))
            expect(chosen.locator(".chain.good h3")).to_contain_text("Better:")
        check_words(page)


def test_it_begins_with_a_summary(open_analysis):
    page, answers = open_analysis("?eyes=1")
    lines = page.locator(".summary li")
    expect(lines).to_have_count(3)
    outcome = answers.analysis.report.outcome
    expect(lines.nth(0)).to_contain_text(f" {outcome.score}")
    expect(lines.nth(1)).to_contain_text("Livia’s chance to win went from")
    tops = [
        page.locator(each).bounding_box()["y"]
        for each in (".summary", ".moment >> nth=0", ".chart")
    ]
    assert tops[0] < min(tops[1:])
    check_words(page)


def test_on_phones_the_moments_come_before_the_curves(open_analysis):
    page, _ = open_analysis("?eyes=1", size=PHONE)
    tops = [
        page.locator(each).bounding_box()["y"]
        for each in (".summary", ".moments >> nth=0", ".chart")
    ]
    assert tops == sorted(tops)


def test_playback_waits_for_missing_findings(open_analysis):
    page, answers = open_analysis("?at=5", count=8)
    button(page, "Play", exact=True).click()
    expect(slider(page)).to_have_value("7")
    page.wait_for_timeout(1_500)  # longer than the time between two moves
    expect(slider(page)).to_have_value("7")
    answers.count = answers.total
    expect(slider(page)).not_to_have_value("7")
    button(page, "Pause", exact=True).click()
    stopped = slider(page).input_value()
    page.wait_for_timeout(1_500)
    expect(slider(page)).to_have_value(stopped)
    slider(page).fill(str(answers.total - 2))
    button(page, "Play", exact=True).click()
    expect(slider(page)).to_have_value(str(answers.total - 1))
    button(page, "Play", exact=True).click()
    expect(slider(page)).to_have_value(re.compile(r"^\d\d?$"))  # from the beginning again


def test_the_curves_can_be_touched(open_analysis):
    page, answers = open_analysis()
    expect(page.locator(".moment").first).to_be_visible()  # it moves the plot down
    plot = page.locator(".plot svg")
    plot.click(position={"x": plot.bounding_box()["width"] / 2, "y": 50}, force=True)
    middle = int(slider(page).input_value())
    assert abs(middle - answers.total / 2) < answers.total / 8
    knob = page.locator(".scrubber .fill").bounding_box()
    cursor = page.locator(".plot .cursor").bounding_box()
    assert abs(knob["x"] + knob["width"] - cursor["x"]) < 2


def test_the_details_of_a_decision(open_analysis):
    page, answers = open_analysis()
    finding = next(
        each for each in answers.analysis.findings
        if each.verdict and each.verdict.phase == "bid" and each.verdict.played
    )  # fmt: skip
    slider(page).fill(str(finding.number))
    rows = page.locator(".alternatives tbody tr")
    expect(rows).to_have_count(len(finding.verdict.alternatives))
    expect(rows.nth(finding.verdict.played)).to_contain_text("played")
    expect(page.locator(".chosen .grade")).to_have_text(finding.verdict.grade)
    expect(page.locator(".bars li")).to_have_count(4)
    expect(page.locator(".prices")).to_contain_text("Fair price")
    taking = next(
        each for each in answers.analysis.findings if each.verdict and each.verdict.phase == "take"
    )
    slider(page).fill(str(taking.number))
    expect(page.locator("h2", has_text="What else lay in the market")).to_be_visible()
    expect(page.locator(".alternatives .chips .chip").first).to_be_visible()


def test_luck_and_skill_of_each_player(open_analysis):
    page, _ = open_analysis("?eyes=1")
    expect(page.locator(".balance tr")).to_have_count(6)
    page.locator(".player", has_text="Zoe").click()
    expect(page.locator("h2", has_text="Luck and skill: Zoe")).to_be_visible()
    page.get_by_text("How this is counted").click()
    expect(page.locator("details")).to_contain_text("less than 0.5 percentage points")


def test_all_points_as_a_table(open_analysis):
    page, answers = open_analysis()
    button(page, "Show as table").click()
    rows = sum(len(each.steps) for each in answers.analysis.findings)
    expect(page.locator(".curves tbody tr")).to_have_count(rows)
    button(page, "Expected profit").click()
    expect(page.get_by_role("region", name="Expected profit of each player")).to_be_visible()
    button(page, "Show as curves").click()
    expect(page.locator(".plot svg")).to_be_visible()


def test_from_a_moment_to_the_table(open_analysis):
    page, answers = open_analysis("?eyes=2")
    number = answers.analysis.report.players[1].moments[0].number
    page.locator(".moment-head").first.click()
    page.get_by_role("link", name="Open on the table").click()
    page.wait_for_url(re.compile(rf"/replay/{ID}\?at={number}&eyes=2$"))


def test_from_the_curves_to_the_table(open_analysis):
    page, answers = open_analysis("?at=33&eyes=2")
    assert 33 not in [moment.number for moment in own_moments(answers, 1)]
    page.get_by_role("link", name="Open on the table").click()
    page.wait_for_url(re.compile(rf"/replay/{ID}\?at=33&eyes=2$"))
    expect(slider(page)).to_have_value("33")


def test_play_again(open_analysis):
    """A player is offered a rematch here too; nobody else is."""
    page, _ = open_analysis()
    expect(button(page, "Play again")).to_have_count(0)
    commands, next_room = [], "f" * 32
    room = {"seat": 1, "rematch": None, "seats": [{"bot": "solid"}, {"bot": None}]}

    def tell_room(route):
        route.fulfill(body=json.dumps({"room": room}), content_type="application/json")

    def take_command(route):
        command = route.request.post_data_json
        commands.append((route.request.url.split("/")[-2], command["type"]))
        if command["type"] == "rematch":
            room["rematch"] = next_room
        route.fulfill(
            body=json.dumps({"room": next_room, "entry": 1}), content_type="application/json"
        )

    page.route("**/api/rooms/*?after=*", tell_room)
    page.route("**/api/rooms/*/commands", take_command)
    page.reload()
    page.wait_for_selector("main.analysis")
    expect(page.get_by_role("heading", name="Your moments")).to_be_visible()
    button(page, "Play again").click()
    page.wait_for_url(re.compile(f"/r/{next_room}$"))
    assert commands == [(ID, "rematch"), (next_room, "start")]


@pytest.mark.parametrize("problem", [Code.UNFINISHED, Code.NOT_ALLOWED])
def test_no_analysis(open_analysis, visit, problem):
    page = visit("/")
    answers = Answers(page)
    answers.problem = problem
    page.goto(f"/replay/{ID}/analysis")
    said = "was not finished" if problem is Code.UNFINISHED else "doesn’t analyse games"
    expect(page.get_by_text(said)).to_be_visible()


def test_the_server_is_gone_for_a_while(open_analysis):
    page, answers = open_analysis(count=10)

    def abort(route):
        route.abort()

    # The newest handler answers; the other one stays, so no poll reaches the real server.
    page.route("**/api/replays/*/analysis*", abort)
    expect(page.get_by_role("status")).to_contain_text("does not answer")
    answers.count = 12
    page.unroute("**/api/replays/*/analysis*", abort)
    expect(page.locator("main")).to_contain_text("12 of")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_an_analysis(open_analysis, violations, theme):
    found = {}
    for size in (PHONE, DESK):
        for count in (30, None):
            page, _ = open_analysis(count=count, size=size, theme=theme)
            page.wait_for_selector(".plot .line")
            if faults := violations(page):
                found[size, count] = faults
        button(page, "Show as table").click()
        page.locator("summary").click()
        if faults := violations(page):
            found[size, "table"] = faults
    assert not found


@pytest.mark.parametrize("size", AUDITED, ids=str)
def test_an_analysis_fits(open_analysis, size):
    page, answers = open_analysis(players=6, size=size, language="de-DE")
    page.wait_for_selector(".plot .line")
    page.evaluate(AUDIT.read_text() + "; 0")
    faults = []
    for measure in ("Siegchance", "Erwarteter Gewinn"):
        page.get_by_role("group").get_by_role("button", name=measure).click()
        for number in (0, 3, 40, answers.total - 1):
            slider(page).fill(str(number))
            page.evaluate("scrollTo(0, 0)")  # parts above the window count as outside
            page.wait_for_timeout(30)
            faults += [f"{measure} {number}: {each}" for each in page.evaluate("audit(true)")]
    assert not faults, "\n".join(faults[:30])


@pytest.mark.long
def test_a_real_analysis_arrives_and_survives_a_restart(chromium, tmp_path):
    game = played(3, seed=3)
    for _ in range(2):
        with (
            closing(RunningServer(tmp_path, LAX, env={"BYZANZ_SEARCH": "true"})) as server,
            visiting(chromium, server.url) as visit,
        ):
            plain = {"Content-Type": "text/plain"}
            record = write_record(game)
            sent = httpx.post(f"{server.url}/api/replays", content=record, headers=plain).json()
            page = visit(f"/replay/{sent['replay']}/analysis")
            expect(page.locator(".plot .line")).to_have_count(3, timeout=600_000)
            expect(page.locator(".moment").first).to_be_visible(timeout=600_000)
            winner = game.names[game.winners[0]]
            expect(page.get_by_text(f"{winner} won {max(game.scores)}")).to_be_visible()
