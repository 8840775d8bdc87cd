"""How a page keeps up with a game, with motion on: from a trace of some dozens of moves."""

import json
import statistics
import time

import pytest

from tests.web.conftest import visiting
from tests.web.stage import PRIMARY, phase, play_bots, state
from tests.web.trace import LAYOUT, SCRIPT, Trace, inside, outermost

PUSHES = 40  # traced
PACE = 0.35  # seconds between two steps of the clock: cards are on their way then
LONG = 50  # milliseconds: a task that a person could feel
FEW = 2  # of a trace: collecting garbage, and the first time that anything is drawn
PER_VIEW = 20  # milliseconds of script, style and layout for a pushed view
NOISE = 2  # times as slow is a processor that others use too
FORCED = 2  # layouts a script may ask for, by view: where cards were, and where they are
MOVING = {"transform", "opacity", "offset", "easing", "composite", "computedOffset"}
WATCH = """() => {
    window.moved = new Set();
    const note = (effect) => {
        for (const frame of effect.getKeyframes()) Object.keys(frame).forEach((n) => moved.add(n));
    };
    const animate = Element.prototype.animate;
    window.flown = 0;
    Element.prototype.animate = function (...words) {
        const animation = animate.apply(this, words);
        note(animation.effect);
        if (this.className === "flying") flown++;
        return animation;
    };
    const noteAll = () => document.getAnimations().forEach(({ effect }) => note(effect));
    addEventListener("transitionrun", noteAll, true);
    addEventListener("animationstart", noteAll, true);
}"""
ANSWER = """(primary) => {
    document.querySelector(".lot button, .stall.take button")?.click();
    const card = [...document.querySelectorAll(".hand li:not(.no) button")][0];
    const wanted = document.querySelector(primary);
    if (wanted?.ariaDisabled === "true") card?.click();
    setTimeout(() => {
        const second = document.querySelector(".actions .btn.second");
        const isBid = second && /^Pass/.test(second.textContent.trim());
        (isBid && window.answers++ % 2 ? second : document.querySelector(primary))?.click();
    }, 50);
}"""


@pytest.fixture(scope="module")
def game(chromium, stage, request):
    """A trace of a scripted game on a page, and what was animated meanwhile."""
    with visiting(chromium, stage.url) as visit:
        moving = lambda path: visit(path, motion="no-preference")  # noqa: E731
        page = play_bots(stage, moving, players=4)
        page.evaluate("window.answers = 0")
        page.evaluate(f"({WATCH})()")
        trace = Trace(page)
        page.wait_for_timeout(1_000)
        trace.start()
        play(stage, page, trace)
        trace.stop(page)
        yield trace, page.evaluate("({ moved: [...moved], flown })")


def play(stage, page, trace):
    """Both people and bots move, and each has the time to be seen moving."""
    end = time.monotonic() + PUSHES * PACE
    while time.monotonic() < end and phase(state(page)) != "over":
        if state(page)["is_mine"]:
            page.evaluate(ANSWER, PRIMARY)
        stage.go_on()
        page.wait_for_timeout(PACE * 1000)


def costs_by_push(trace):
    """Script, style and layout after each pushed view, until the next one."""
    pushes = trace.pushes()
    works = [work for work in outermost(trace.work(*SCRIPT, *LAYOUT)) if not work.is_ours]
    ends = [*pushes[1:], float("inf")]
    return [
        sum(work.cost for work in works if start <= work.start < end)
        for start, end in zip(pushes, ends, strict=True)
    ]


def tell(capsys, **figures):
    with capsys.disabled():
        print("\n" + json.dumps(figures))  # noqa: T201


def test_only_transform_and_opacity_move(game):
    _, seen = game
    assert seen["flown"] > PUSHES / 2, "few cards flew: the game was not played"
    assert set(seen["moved"]) <= MOVING


def test_no_task_is_felt(game, capsys):
    """But for a few: garbage is collected when the engine likes, and some things come first."""
    trace, _ = game
    tasks = [work.cost for work in trace.work("RunTask")]
    long = sorted(cost for cost in tasks if cost > LONG)
    tell(capsys, tasks=len(tasks), longest=max(tasks), over=long)
    assert tasks
    assert len(long) <= FEW
    assert max(tasks) <= LONG * NOISE * 2


def test_a_view_costs_little(game, capsys):
    trace, _ = game
    costs = costs_by_push(trace)
    tell(capsys, views=len(costs), median=statistics.median(costs), most=max(costs))
    assert len(costs) > PUSHES / 2
    assert statistics.median(costs) <= PER_VIEW * NOISE


def test_nothing_is_measured_during_a_flight(game, capsys):
    """A layout that a script waits for comes with a view, and not on the way."""
    trace, _ = game
    scripts = outermost(trace.work(*SCRIPT))
    forced = inside(trace.work("Layout"), scripts)
    tell(capsys, forced=len(forced), views=len(trace.pushes()))
    assert len(forced) <= FORCED * len(trace.pushes())
