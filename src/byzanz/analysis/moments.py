"""The moments of a game: for each seat its own moves that mattered, and one swing of a rival."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from byzanz.analysis.grades import FROM
from byzanz.analysis.places import places_of
from byzanz.analysis.report import Cause, Findings, Grade, Moment, Outlook
from byzanz.game.game import Game

MOST_MOMENTS = 4
LEAST = 20_000  # millionths of the victory: a smaller change on the curves is no moment


class Told(NamedTuple):
    """A decision that can be explained, and what its move changed."""

    found: Findings
    place: tuple[object, ...]  # its auction, market or closing
    before: Outlook
    after: Outlook  # before a lot that the move revealed


def told_decisions(game: Game, findings: Sequence[Findings]) -> list[Told]:
    """Every decision with a chain of causes; what can't be explained is no moment."""
    places = places_of(game)
    return [
        Told(
            found,
            (*places[found.number], found.verdict.phase),
            before.steps[-1].outlook,
            next(step.outlook for step in found.steps if step.cause is Cause.MOVE),
        )
        for before, found in pairwise(findings)
        if found.verdict is not None and found.chain is not None
    ]


def moments_of(told: Sequence[Told], seat: int) -> tuple[Moment, ...]:
    """The seat's own moves that cost or gained most, at most one of each auction or market."""
    best: dict[tuple[object, ...], tuple[int, Moment]] = {}
    for weight, place, moment in _own(told, seat):
        if place not in best or weight > best[place][0]:
            best[place] = weight, moment
    heaviest = sorted(best.values(), key=lambda entry: -entry[0])[:MOST_MOMENTS]
    return tuple([moment for _, moment in heaviest])


def _own(told: Sequence[Told], seat: int) -> Iterator[tuple[int, tuple[object, ...], Moment]]:
    for each in told:
        verdict, chain = each.found.verdict, each.found.chain
        if verdict is None or chain is None or verdict.seat != seat:
            continue
        if verdict.cost >= FROM[Grade.INACCURACY]:
            lost = min(-verdict.loss, 0), -verdict.profit_loss
            yield -lost[0], each.place, Moment(each.found.number, seat, *lost, chain)
            continue
        changed = _changes(each, seat)
        if changed[0] >= LEAST:
            yield changed[0], each.place, Moment(each.found.number, seat, *changed, chain)


def swing_of(told: Sequence[Told], seat: int) -> Moment | None:
    """The move of another that changed this seat's chance most, up or down."""
    swings = [
        Moment(each.found.number, each.found.verdict.seat, *_changes(each, seat), each.found.chain)
        for each in told
        if each.found.verdict is not None
        and each.found.chain is not None
        and each.found.verdict.seat != seat
    ]
    greatest = max(swings, key=lambda moment: abs(moment.change), default=None)
    return greatest if greatest is not None and abs(greatest.change) >= LEAST else None


def _changes(told: Told, seat: int) -> tuple[int, int]:
    """What a move changed on the curves of a seat: its share, and its profit."""
    return (
        told.after.shares[seat] - told.before.shares[seat],
        told.after.profits[seat] - told.before.profits[seat],
    )
