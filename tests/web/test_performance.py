"""The speed of a page during an animated game, from a trace of 40 updates."""

import json
import statistics
import time

import pytest

from tests.web.conftest import visiting
from tests.web.stage import PRIMARY, phase, play_bots, state
from tests.web.trace import LAYOUT, SCRIPT, Trace, inside, outermost

PUSHES = 40  # pushes in the trace
PACE = 0.35  # seconds between two steps of the clock, short enough that cards are still moving
LONG = 50  # milliseconds; a person could notice a longer task
FEW = 2  # long tasks allowed in a trace: garbage collection and the first drawing
MARGIN = 1.5  # factor by which tasks may be longer on a shared processor
PER_VIEW = 20  # milliseconds of script, style and layout per pushed view
NOISE = 2  # factor by which a shared processor may be slower
FORCED = 2  # layouts that a script may force per view: for old and new positions of cards
SURPLUS = 1.1  # factor for views that arrive while the view before is still drawn
MOVING = {"transform", "opacity", "offset", "easing", "composite", "computedOffset"}
WATCH = """() => {
    window.moved = new Set();
    const note = (effect) => {
        for (const frame of effect.getKeyframes()) Object.keys(frame).forEach((n) => moved.add(n));
    };
    const animate = Element.prototype.animate;
    window.flown = 0;
    Element.prototype.animate = function (...values) {
        const animation = animate.apply(this, values);
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
    const card = [...document.querySelectorAll(".hand li:not(.dimmed) button")][0];
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
    """A trace of a scripted game on a page, and the animated properties."""
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
    """Let people and bots move, with time for each animation."""
    end = time.monotonic() + PUSHES * PACE
    while time.monotonic() < end and phase(state(page)) != "over":
        if state(page)["is_mine"]:
            page.evaluate(ANSWER, PRIMARY)
        stage.advance()
        page.wait_for_timeout(PACE * 1000)


def costs_by_push(trace):
    """Milliseconds of script, style and layout between two pushed views."""
    push_times = trace.push_times()
    events = outermost(trace.main_thread_events(*SCRIPT, *LAYOUT))
    ends = [*push_times[1:], float("inf")]
    return [
        sum(
            event.cost
            for event in events
            if start <= event.start < end and not event.is_test_script
        )
        for start, end in zip(push_times, ends, strict=True)
    ]


def print_figures(capsys, **figures):
    with capsys.disabled():
        print("\n" + json.dumps(figures))  # noqa: T201


def test_only_transform_and_opacity_are_animated(game):
    _, seen = game
    assert seen["flown"] > PUSHES / 2, "few cards moved: the game was not played"
    assert set(seen["moved"]) <= MOVING


def test_hardly_any_task_is_long(game, capsys):
    """A few long tasks are allowed: garbage collection, and the first drawing of some parts."""
    trace, _ = game
    tasks = [event.cost for event in trace.main_thread_events("RunTask")]
    long = sorted(cost for cost in tasks if cost > LONG)
    print_figures(capsys, tasks=len(tasks), longest=max(tasks), over=long)
    assert tasks
    assert sum(cost > LONG * MARGIN for cost in long) <= FEW
    assert max(tasks) <= LONG * NOISE * 2


def test_a_view_is_drawn_quickly(game, capsys):
    trace, _ = game
    costs = costs_by_push(trace)
    print_figures(capsys, views=len(costs), median=statistics.median(costs), most=max(costs))
    assert len(costs) > PUSHES / 2
    assert statistics.median(costs) <= PER_VIEW * NOISE


def test_no_layout_is_forced_during_an_animation(game, capsys):
    """Scripts force layouts only when a view arrives."""
    trace, _ = game
    scripts = outermost(trace.main_thread_events(*SCRIPT))
    forced = inside(trace.main_thread_events("Layout"), scripts)
    print_figures(capsys, forced=len(forced), views=len(trace.push_times()))
    assert len(forced) <= FORCED * SURPLUS * len(trace.push_times())
