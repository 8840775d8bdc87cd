"""Puzzles of a visitor: finding those of a phase, and answering them on the table."""

import json

from byzanz.game.moves import Bid, Discard, Give, Pass, Sell, Take
from byzanz.puzzles.collection import shipped_collection
from byzanz.puzzles.puzzle import Puzzle

PUZZLES = shipped_collection().puzzles
CARDS = "[...document.querySelectorAll('{} button [data-card]')].map((card) => card.dataset.card)"
STRIP = {"x": 10, "y": 20}  # the part of a card that the next one leaves visible
MOST_VISITORS = 200


def move_of(puzzle: Puzzle, *, right: bool, kind=object):
    """Return an answer, of a kind of move if it is given; None if there is none."""
    return next(
        (
            choice.move
            for choice in puzzle.choices
            if (choice.kind == 0) is right
            and isinstance(choice.move, kind)
            and not isinstance(choice.move, Sell)
        ),
        None,
    )


def next_puzzle(page) -> Puzzle:
    """Return the puzzle that waits for the visitor, with its solution."""
    return PUZZLES[page.request.get("/api/me/puzzles").json()["next"]["puzzle"]]


def become_asked(page, *, right: bool, kind, answered=0):
    """Make the visitor a person whose puzzle has such an answer; returns puzzle and answer."""
    for _ in range(MOST_VISITORS):
        page.context.clear_cookies()
        page.request.post("/api/people", data={})
        for _ in range(answered):
            answer(page, next_puzzle(page))
        puzzle = next_puzzle(page)
        move = move_of(puzzle, right=right, kind=kind)
        if move is not None:
            return puzzle, move
    raise AssertionError(f"{MOST_VISITORS} visitors, and no puzzle with {kind}")


def answer(page, puzzle: Puzzle, *, right: bool = True):
    """Answer the puzzle that waits, without its page."""
    version = page.request.get("/api/me/puzzles").json()["next"]["version"]
    move = next(each.move for each in puzzle.choices if (each.kind == 0) is right)
    body = json.dumps({"version": version, "move": str(move)})
    path = f"/api/me/puzzles/{puzzle.id}"
    headers = {"Content-Type": "application/json"}
    assert page.request.post(path, data=body, headers=headers).ok


def click_answer(page, move) -> None:
    """Answer the puzzle on the page with the mouse."""
    match move:
        case Pass():
            page.locator(".actions .btn", has_text="Pass").click()
            return
        case Give(card):
            page.locator(f'.lot button:has([data-card="{card}"])').first.click()
        case Take(stall):
            page.locator(f".stall.{stall} button").click()
        case Bid(cards):
            for index in places(page, ".hand", cards):
                page.locator(".hand button:has([data-card])").nth(index).click(position=STRIP)
        case Discard(card):
            page.locator(f'.hand button:has([data-card="{card}"])').first.click(position=STRIP)
    page.locator(".actions .btn.primary").click()


def press_answer(page, move) -> None:
    """Answer the puzzle on the page with the keyboard."""
    match move:
        case Pass():
            page.keyboard.press("p")
            return
        case Give(card):
            keys = places(page, ".lot", [card])
        case Take(stall):
            keys = [stall.number]
        case Bid(cards):
            keys = places(page, ".hand", cards)
        case Discard(card):
            keys = places(page, ".hand", [card])
    for index in keys:
        page.keyboard.press(str(index + 1))
    page.keyboard.press("Enter")


def places(page, part: str, cards) -> list[int]:
    """Return where these cards are in a part of the table."""
    shown = page.evaluate(CARDS.format(part))
    found = []
    for card in map(str, cards):
        index = shown.index(card)
        shown[index] = None
        found.append(index)
    return found
