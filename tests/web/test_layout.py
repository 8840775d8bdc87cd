"""Every screen of the table at every size: nothing scrolls, is outside, covered, cut or too small.

What is audited, and how, stands in web/tests/table/audit.js. One size of many tests: `-k 390x664`.
"""

from itertools import cycle

import pytest

from tests.web.harness import LANGUAGES, PLAYERS, SIZES, open_frame

LONGEST = "de"
OTHERS = [language for language in LANGUAGES if language != LONGEST]
TIGHT = ((360, 640), (844, 390), (1280, 720))  # the smallest size of each layout
PHONES = ((360, 640), (390, 844), (844, 390))
GROWTH = 1.25  # least growth of text on phones at a third larger text; elsewhere it is a third
ROOMY = [size for size in SIZES if size not in TIGHT]
WIDEST_SCENES = (
    "bid-raise", "bid-raise+refused", "bid-over+generous", "bid-passed+guess", "bid-wait+lost",
    "sale+sheet", "sale+memory", "sale+menu", "give-6+pick", "take", "take-big+heap",
    "limit-sell", "close", "end-win", "watch-bid",
)  # fmt: skip


@pytest.fixture(scope="session")
def frame(chromium, harness):
    frame = open_frame(chromium, harness)
    yield frame
    frame.page.close()


def scenes(frame, players):
    return frame.evaluate("players => names(players)", players)


def audit(frame, players, scene, language, *sizes, **how):
    """The layout faults of a scene at these sizes."""
    return frame.evaluate(
        "([players, scene, language, how]) => auditSizes(players, scene, language, how)",
        [players, scene, language, {"sizes": sizes, **how}],
    )


def check(faults):
    assert not faults, f"{len(faults)} faults\n" + "\n".join(faults[:40])


def test_every_scene_fits(frame):
    """Six players in the longest language at tight sizes; other combinations take turns."""
    roomy, others, faults = cycle(ROOMY), cycle(OTHERS), []
    for scene in scenes(frame, max(PLAYERS)):
        faults += audit(frame, max(PLAYERS), scene, LONGEST, *TIGHT, next(roomy))
        faults += audit(frame, max(PLAYERS), scene, next(others), *TIGHT[:2])
    for players in PLAYERS:
        for scene in scenes(frame, players)[players % 3 :: 3]:
            faults += audit(frame, players, scene, LONGEST, TIGHT[0], next(roomy))
    check(faults)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", PLAYERS)
def test_every_scene_fits_everywhere(frame, players, language):
    faults = []
    for scene in scenes(frame, players):
        faults += audit(frame, players, scene, language, *SIZES)
    check(faults)


@pytest.mark.parametrize("players", [min(PLAYERS), max(PLAYERS)])
def test_a_hint_covers_nothing_that_is_needed(frame, players):
    """The question, lot, hand and buttons stay visible at every size."""
    faults = []
    hinted = [scene for scene in scenes(frame, players) if scene.endswith("+hint")]
    assert len(hinted) >= 5
    for scene in hinted:
        faults += audit(frame, players, scene, LONGEST, *SIZES)
        faults += audit(frame, players, scene, LONGEST, *SIZES, text=1.3)
    check(faults)


def test_letters_grow_on_phones(frame):
    """With text a third larger, all text grows nearly as much and still fits on one screen."""
    players = max(PLAYERS)
    faults = []
    for scene in sorted({*scenes(frame, players)} & {*WIDEST_SCENES}):
        faults += audit(frame, players, scene, LONGEST, *PHONES, text=1.3, least=GROWTH)
    faults += audit(frame, 3, "bid-over", LONGEST, *PHONES, text=1.3, least=GROWTH)
    check(faults)


def test_larger_letters(frame):
    """A third larger, everything fits on one screen; twice as large, the page scrolls down."""
    players = max(PLAYERS)
    sizes, faults = cycle(SIZES), []
    for scene in sorted({*scenes(frame, players)} & {*WIDEST_SCENES}):
        some = [next(sizes) for _ in range(3)]
        faults += audit(frame, players, scene, LONGEST, *some, text=1.3, least=GROWTH)
        faults += audit(frame, players, scene, LONGEST, *some, text=2, mayScroll=True)
    check(faults)


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_larger_letters_everywhere(frame, players):
    faults = []
    for scene in scenes(frame, players):
        for language in LANGUAGES:
            faults += audit(frame, players, scene, language, *SIZES, text=1.3, least=GROWTH)
            faults += audit(frame, players, scene, language, *SIZES, text=2, mayScroll=True)
    check(faults)
