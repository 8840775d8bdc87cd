"""Every screen of the table fits at every size: nothing scrolls, is covered, clipped or too small.

web/tests/table/audit.js does the audit.
"""

from itertools import cycle

import pytest

from tests.web.harness import LANGUAGES, PLAYERS, SIZES, open_frame

LONGEST = "de"
OTHERS = [language for language in LANGUAGES if language != LONGEST]
TIGHT = ((360, 640), (844, 390), (1280, 720))  # the smallest size of each layout
PHONES = ((360, 640), (390, 844), (844, 390))
GROWTH = 1.25  # the least growth of text on phones if a person sets text a third larger
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
    """The layout problems of a scene at these sizes."""
    return frame.evaluate(
        "([players, scene, language, how]) => auditSizes(players, scene, language, how)",
        [players, scene, language, {"sizes": sizes, **how}],
    )


def check(problems):
    assert not problems, f"{len(problems)} problems\n" + "\n".join(problems[:40])


def test_every_scene_fits(frame):
    """Tests six players in the longest language at tight sizes, and some other combinations."""
    roomy, others, problems = cycle(ROOMY), cycle(OTHERS), []
    for scene in scenes(frame, max(PLAYERS)):
        problems += audit(frame, max(PLAYERS), scene, LONGEST, *TIGHT[:2])
        if scene in WIDEST_SCENES:
            problems += audit(frame, max(PLAYERS), scene, LONGEST, TIGHT[2], next(roomy))
            problems += audit(frame, max(PLAYERS), scene, next(others), TIGHT[0])
    for players in PLAYERS:
        for scene in scenes(frame, players)[players % 6 :: 6]:
            problems += audit(frame, players, scene, LONGEST, TIGHT[0], next(roomy))
    check(problems)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", PLAYERS)
def test_every_scene_fits_at_every_size(frame, players, language):
    problems = []
    for scene in scenes(frame, players):
        problems += audit(frame, players, scene, language, *SIZES)
    check(problems)


@pytest.mark.parametrize("players", [min(PLAYERS), max(PLAYERS)])
def test_a_hint_covers_no_question_lot_hand_or_button(frame, players):
    problems = []
    hinted = [scene for scene in scenes(frame, players) if scene.endswith("+hint")]
    assert len(hinted) >= 5
    for scene in hinted:
        problems += audit(frame, players, scene, LONGEST, *SIZES)
        problems += audit(frame, players, scene, LONGEST, *SIZES, text=1.3)
    check(problems)


def test_text_grows_on_phones(frame):
    """If a person sets text a third larger, all text grows nearly as much and still fits."""
    players = max(PLAYERS)
    problems = []
    for scene in sorted({*scenes(frame, players)} & {*WIDEST_SCENES}):
        problems += audit(frame, players, scene, LONGEST, *PHONES, text=1.3, least=GROWTH)
    problems += audit(frame, 3, "bid-over", LONGEST, *PHONES, text=1.3, least=GROWTH)
    check(problems)


def test_larger_text_fits_or_scrolls_down(frame):
    """A third larger, everything fits on one screen; twice as large, the page may scroll down."""
    players = max(PLAYERS)
    sizes, problems = cycle(SIZES), []
    for scene in sorted({*scenes(frame, players)} & {*WIDEST_SCENES}):
        some = [next(sizes) for _ in range(3)]
        problems += audit(frame, players, scene, LONGEST, *some, text=1.3, least=GROWTH)
        problems += audit(frame, players, scene, LONGEST, *some, text=2, mayScroll=True)
    check(problems)


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_larger_text_fits_or_scrolls_down_at_every_size(frame, players):
    problems = []
    for scene in scenes(frame, players):
        for language in LANGUAGES:
            problems += audit(frame, players, scene, language, *SIZES, text=1.3, least=GROWTH)
            problems += audit(frame, players, scene, language, *SIZES, text=2, mayScroll=True)
    check(problems)
