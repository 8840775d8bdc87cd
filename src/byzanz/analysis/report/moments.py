"""Finds the moments of a game: each seat's own moves that mattered, and one move of a rival."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from byzanz.analysis.decisions.grades import LEAST_COST
from byzanz.analysis.findings import Cause, Findings, Grade, Moment, Outlook
from byzanz.analysis.report.timeline import timeline_of
from byzanz.game.game import Game

MOST_MOMENTS = 4
LEAST_CHANGE = 20_000  # millionths of a victory; a smaller change is not a moment


class ExplainedDecision(NamedTuple):
    """A decision with a chain of causes, and the outlooks before and after its move."""

    found: Findings
    episode: tuple[object, ...]  # identifies its auction, market or closing sales
    before: Outlook
    after: Outlook  # without the effect of a lot that the move revealed


def explained_decisions(game: Game, findings: Sequence[Findings]) -> list[ExplainedDecision]:
    """Return all decisions with a chain of causes; only these can be moments."""
    timeline = timeline_of(game)
    return [
        ExplainedDecision(
            found,
            (*timeline[found.number], found.verdict.phase),
            before.steps[-1].outlook,
            next(step.outlook for step in found.steps if step.cause is Cause.MOVE),
        )
        for before, found in pairwise(findings)
        if found.verdict is not None and found.chain is not None
    ]


def moments_of(explained: Sequence[ExplainedDecision], seat: int) -> tuple[Moment, ...]:
    """Return the seat's own moves that lost or gained most, at most one per episode."""
    best: dict[tuple[object, ...], tuple[int, Moment]] = {}
    for weight, episode, moment in _own_moments(explained, seat):
        if episode not in best or weight > best[episode][0]:
            best[episode] = weight, moment
    largest = sorted(best.values(), key=lambda entry: -entry[0])[:MOST_MOMENTS]
    return tuple([moment for _, moment in largest])


def _own_moments(
    explained: Sequence[ExplainedDecision], seat: int
) -> Iterator[tuple[int, tuple[object, ...], Moment]]:
    for each in explained:
        verdict, chain = each.found.verdict, each.found.chain
        if verdict is None or chain is None or verdict.seat != seat:
            continue
        if verdict.cost >= LEAST_COST[Grade.INACCURACY]:
            lost = min(-verdict.loss, 0), -verdict.profit_loss
            yield -lost[0], each.episode, Moment(each.found.number, seat, *lost, chain)
            continue
        changed = _changes(each, seat)
        if changed[0] >= LEAST_CHANGE:
            yield changed[0], each.episode, Moment(each.found.number, seat, *changed, chain)


def swing_of(explained: Sequence[ExplainedDecision], seat: int) -> Moment | None:
    """Return the move of another seat that changed this seat's win share most, up or down."""
    swings = [
        Moment(each.found.number, each.found.verdict.seat, *_changes(each, seat), each.found.chain)
        for each in explained
        if each.found.verdict is not None
        and each.found.chain is not None
        and each.found.verdict.seat != seat
    ]
    largest = max(swings, key=lambda moment: abs(moment.change), default=None)
    return largest if largest is not None and abs(largest.change) >= LEAST_CHANGE else None


def _changes(explained: ExplainedDecision, seat: int) -> tuple[int, int]:
    """Return the changes of a seat's win share and expected profit by a move."""
    return (
        explained.after.shares[seat] - explained.before.shares[seat],
        explained.after.profits[seat] - explained.before.profits[seat],
    )
