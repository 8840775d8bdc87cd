"""Summarises a game: who won, the turning point of each seat, and what to practise."""

from collections.abc import Sequence
from itertools import pairwise

from byzanz.analysis.decisions.grades import LEAST_COST
from byzanz.analysis.findings import (
    Advice,
    Cause,
    Ending,
    Findings,
    Grade,
    Outcome,
    Topic,
    TurningPoint,
    Verdict,
)
from byzanz.analysis.report.timeline import TimelinePoint, timeline_of
from byzanz.game.events import LotRevealed
from byzanz.game.game import Game
from byzanz.game.moves import Bid, Discard, Give, Pass, Take
from byzanz.rules.auction import top_offer
from byzanz.rules.numbers import ROUNDS
from byzanz.rules.table import BID, GIVE

LEAST_TOTAL = LEAST_COST[Grade.INACCURACY]  # no advice is given on a topic that cost less in total


def outcome_of(game: Game, findings: Sequence[Findings]) -> Outcome:
    """Return the winners, and the round from which the winner led."""
    timeline = timeline_of(game)
    first, *others = game.winners
    score = game.scores[first]
    round_led = _round_led(findings, first, timeline)
    if others:
        return Outcome(Ending.SHARED, game.winners, score, None, score, round_led)
    second = next(line for line in game.standings() if line.seat != first)
    ending = _ending(second.profit == score, round_led, timeline[-1].round)
    return Outcome(ending, (first,), score, second.seat, second.profit, round_led)


def _ending(is_tied: bool, round_led: int, last_round: int) -> Ending:  # noqa: FBT001
    if is_tied:
        return Ending.TIE_BREAK
    if round_led == 1:
        return Ending.LED
    return Ending.LATE if round_led >= last_round else Ending.FROM_ROUND


def _round_led(findings: Sequence[Findings], winner: int, timeline: Sequence[TimelinePoint]) -> int:
    """Return the first round from which on no seat was ahead of the winner when a round ended."""
    behind = [
        timeline[found.number].round
        for found, following in pairwise(findings)
        if timeline[following.number].round > timeline[found.number].round
        and found.steps[-1].outlook.shares[winner] < max(found.steps[-1].outlook.shares)
    ]
    return behind[-1] + 1 if behind else 1


def turning_point_of(game: Game, findings: Sequence[Findings], seat: int) -> TurningPoint:
    """Return the biggest step of a seat's win curve: up if the seat won, otherwise down."""
    sign = 1 if seat in game.winners else -1
    steps = [(found.number, step) for found in findings for step in found.steps]
    shares = [step.outlook.shares[seat] for _, step in steps]
    index = max(range(1, len(steps)), key=lambda at: sign * (shares[at] - shares[at - 1]))
    number, step = steps[index]
    round_number, offer = _round_and_offer(game, number, step.cause)
    return TurningPoint(number, step.cause, round_number, offer, shares[index - 1], shares[index])


def _round_and_offer(game: Game, number: int, cause: Cause) -> tuple[int, int | None]:
    """Return the round, and the offer card of the lot that was revealed or auctioned.

    The lot is read from the events: a lot of one card has left the table by the end of the move
    that revealed it.
    """
    before = game.at(max(number - 1, 0)) if number else None
    after = game.at(number)
    events = after.events[len(before.events) if before else 0 :]
    lots = [event.offer for event in events if isinstance(event, LotRevealed)]
    if cause is Cause.LOT and lots:
        return _round_of(after), lots[-1]
    table = (before or after).table
    offer = top_offer(table) if table.phase in (BID, GIVE) else None
    return _round_of(before or after), offer


def _round_of(game: Game) -> int:
    return min(game.table.round + 1, ROUNDS[game.seat_count])


def advise(verdicts: Sequence[Verdict]) -> Advice:
    """Return the type of decision that cost a player most."""
    costly: dict[Topic, list[Verdict]] = {}
    for verdict in verdicts:
        if verdict.cost >= LEAST_COST[Grade.FINE]:
            costly.setdefault(_topic(verdict), []).append(verdict)
    topic = max(costly, key=lambda each: _sum_of_costs(costly[each]), default=Topic.LITTLE)
    if topic not in costly or _sum_of_costs(costly[topic]) < LEAST_TOTAL:
        topic, counted = Topic.LITTLE, [verdict for each in costly.values() for verdict in each]
    else:
        counted = costly[topic]
    return Advice(
        topic,
        len(counted),
        sum(max(verdict.loss, 0) for verdict in counted),
        sum(verdict.profit_loss for verdict in counted),
    )


def _sum_of_costs(verdicts: Sequence[Verdict]) -> int:
    return sum(verdict.cost for verdict in verdicts)


def _topic(verdict: Verdict) -> Topic:
    """Return the topic of a decision that was not the best."""
    move = verdict.alternatives[verdict.played].move
    best = verdict.alternatives[0].move
    match move, best:
        case Bid(), Pass():
            return Topic.OVERBID
        case Pass(), _:
            return Topic.UNDERBID
        case Bid(), _:
            return Topic.PAYMENT
        case Give(), _:
            return Topic.GIVE
        case Take(), _:
            return Topic.TAKE
        case Discard(), _:
            return Topic.DISCARD
        case _:
            return Topic.SELL
