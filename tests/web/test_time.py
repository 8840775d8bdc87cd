"""Ways to save time: the speed of bots, skips and planned bids."""

from playwright.sync_api import expect

from tests.web.stage import (
    act,
    button,
    card,
    check_words,
    meet,
    play_bots,
    state,
    turn,
    until_phase,
)

SKIP = ".skip-button"
FAST = 150  # the fewest milliseconds between two moves
BEHIND = 1_000  # milliseconds by which a page may lag


def wait_for_bots(stage, page):
    """Play until it is the bots' turn and the person has nothing to do."""
    while page.locator(SKIP).count() == 0:
        act(page, turn(stage, page), ceiling=0)
        page.wait_for_timeout(100)


def test_the_speed_is_kept_and_a_skip_leads_to_the_next_decision(stage, visit_stage, violations):
    page = play_bots(stage, visit_stage, players=4)
    until_phase(stage, page, "bid")
    wait_for_bots(stage, page)
    speeds = page.get_by_role("group", name="Speed of the bots")
    expect(button(speeds, "Normal")).to_have_attribute("aria-pressed", "true")
    button(speeds, "Fast").click()
    expect(button(speeds, "Fast")).to_have_attribute("aria-pressed", "true")
    assert violations(page) == []
    check_words(page)
    page.locator(SKIP).click()
    stage.until(lambda: page.locator(".recap").count())
    expect(page.get_by_role("region", name="Since your turn").locator("li")).to_have_count(3)
    assert state(page)["is_mine"]
    assert page.locator(SKIP).count() == 0
    assert page.locator(".flying").count() == 0
    check_words(page)
    assert violations(page) == []
    page.mouse.click(5, 300)
    expect(page.locator(".recap")).to_have_count(0)
    page.goto("/")
    button(page, "Play against bots").click()
    page.wait_for_selector("main.table")
    wait_for_bots(stage, page)
    expect(button(page, "Fast", exact=True)).to_have_attribute("aria-pressed", "true")


def test_the_space_bar_skips(stage, visit_stage):
    page = play_bots(stage, visit_stage)
    wait_for_bots(stage, page)
    page.keyboard.press("Space")
    stage.until(lambda: page.locator(".recap").count())
    page.keyboard.press("Shift")
    expect(page.locator(".recap")).to_have_count(0)


def test_with_other_people_there_is_neither_speed_nor_skip(stage, visit_stage):
    livia, zoe = meet(stage, visit_stage, "Livia", "Zoe")
    for page in (livia, zoe):
        assert page.locator(".speed, .skip-button").count() == 0
    mine = livia if state(livia)["is_mine"] else zoe
    other = zoe if mine is livia else livia
    button(mine, "Pass").click()
    stage.until(lambda: state(other)["is_mine"] or state(mine)["is_mine"])
    assert mine.locator(".speed, .skip-button").count() == 0


def test_planned_bids_are_made_up_to_their_limit(stage, visit_stage, violations):
    people = ("Livia", "Zoe", "Theo")
    livia, zoe, theo = meet(stage, visit_stage, *people, hands="C2 C3 G1 G3 | S1 S2 V1 V2")
    auto = zoe.locator(".auto-bid")
    button(auto, "Bid for me").click()
    expect(auto.locator("output")).to_have_text("1")
    expect(auto).to_contain_text("Cheapest cards first: next")
    for _ in range(8):
        button(auto, "More").click()
    expect(auto.locator("output")).to_have_text("6")  # the value of the whole hand
    for _ in range(3):
        button(auto, "Less").click()
    expect(zoe.get_by_role("group", name="Bid for me up to 3")).to_be_visible()
    zoe.reload()
    expect(auto.locator("output")).to_have_text("3")
    assert violations(zoe) == []
    card(livia, "cloth 2").click()
    button(livia, "Bid 2").click()
    stage.until(lambda: "You bid 3" in state(zoe)["log"])
    stage.until(
        lambda: "Theo" in state(livia)["prompt"] or state(theo)["is_mine"], advance_clock=False
    )
    button(theo, "Pass").click()
    livia.wait_for_selector("main.table.mine")
    card(livia, "grain 3").click()
    button(livia, "Bid 5").click()
    stage.until(lambda: state(zoe)["is_mine"])
    for _ in range(3):
        stage.advance()
    zoe.wait_for_timeout(300)
    assert state(zoe)["is_mine"]  # above 3 she decides herself
    check_words(zoe)


WATCH_FLIGHTS = """async () => {
    await show(4, "bid-raise", "en", "light");
    const began = new Map();
    window.flights = [];
    new MutationObserver((changes) => {
        for (const { addedNodes, removedNodes } of changes) {
            for (const node of addedNodes)
                if (node.className === "flying") began.set(node, performance.now());
            for (const node of removedNodes)
                if (began.has(node)) flights.push([began.get(node), performance.now()]);
        }
    }).observe(document.body, { childList: true, subtree: true });
}"""
SEEN = """() => ({
    seq: room.update.seq,
    flying: document.querySelectorAll(".flying").length,
    flights,
    counts: room.update.view.seats.map(({ name, hand_count }) => [name, hand_count]),
    seats: [...document.querySelectorAll(".seats .visually-hidden")].map(
        (each) => each.textContent),
})"""


def test_a_page_keeps_up_with_the_fast_pace(chromium, harness):
    """No card moves for long, and at the end all cards have arrived."""
    page = chromium.new_page(
        reduced_motion="no-preference", viewport={"width": 1440, "height": 900}
    )
    page.goto(harness)
    page.wait_for_function("() => window.show !== undefined")
    page.evaluate(WATCH_FLIGHTS)
    page.evaluate(f"playOn({FAST})")
    page.wait_for_timeout(BEHIND)
    seen = page.evaluate(SEEN)
    page.close()
    assert seen["flying"] == 0
    dealt_at = min(began for began, _ in seen["flights"]) + 100  # only the deal may take longer
    later = [ended - began for began, ended in seen["flights"] if began > dealt_at]
    assert len(later) > 20
    assert max(later) < BEHIND
    for name, count in seen["counts"]:
        descriptions = [seat for seat in seen["seats"] if seat.startswith(name)]
        assert not descriptions or f"{count} card" in descriptions[0]
