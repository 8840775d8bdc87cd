"""A game in short, as facts: who won, the biggest step of each seat, and one thing to practise."""

from collections.abc import Sequence
from itertools import pairwise

from byzanz.analysis.grades import FROM
from byzanz.analysis.places import Place, places_of
from byzanz.analysis.report import (
    Advice,
    Cause,
    Ending,
    Findings,
    Grade,
    Outcome,
    Topic,
    Turning,
    Verdict,
)
from byzanz.game.events import LotRevealed
from byzanz.game.game import Game
from byzanz.game.moves import Bid, Discard, Give, Pass, Take
from byzanz.rules.auction import top_offer
from byzanz.rules.numbers import ROUNDS
from byzanz.rules.table import BID, GIVE

LITTLE = FROM[Grade.INACCURACY]  # too little to practise anything


def outcome_of(game: Game, findings: Sequence[Findings]) -> Outcome:
    """Who won, and since when that was so."""
    places = places_of(game)
    first, *others = game.winners
    score = game.scores[first]
    round_led = _round_led(findings, first, places)
    if others:
        return Outcome(Ending.SHARED, game.winners, score, None, score, round_led)
    second = next(line for line in game.standings() if line.seat != first)
    ending = _ending(second.profit == score, round_led, places[-1].round)
    return Outcome(ending, (first,), score, second.seat, second.profit, round_led)


def _ending(is_tied: bool, round_led: int, last_round: int) -> Ending:  # noqa: FBT001
    if is_tied:
        return Ending.TIE_BREAK
    if round_led == 1:
        return Ending.LED
    return Ending.LATE if round_led >= last_round else Ending.FROM_ROUND


def _round_led(findings: Sequence[Findings], winner: int, places: Sequence[Place]) -> int:
    """The round from which on nobody had a better chance than the winner at its end."""
    behind = [
        places[found.number].round
        for found, following in pairwise(findings)
        if places[following.number].round > places[found.number].round
        and found.steps[-1].outlook.shares[winner] < max(found.steps[-1].outlook.shares)
    ]
    return behind[-1] + 1 if behind else 1


def turning_of(game: Game, findings: Sequence[Findings], seat: int) -> Turning:
    """The biggest step of a seat's curve: up if the seat won, else down."""
    sign = 1 if seat in game.winners else -1
    steps = [(found.number, step) for found in findings for step in found.steps]
    shares = [step.outlook.shares[seat] for _, step in steps]
    place = max(range(1, len(steps)), key=lambda at: sign * (shares[at] - shares[at - 1]))
    number, step = steps[place]
    told_round, offer = _place_of(game, number, step.cause)
    return Turning(number, step.cause, told_round, offer, shares[place - 1], shares[place])


def _place_of(game: Game, number: int, cause: Cause) -> tuple[int, int | None]:
    """The round, and the offer card of the lot that came, or that the move was about.

    A lot of one card is no longer there when its move is over: only the events tell of it.
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
    """One thing to practise: the kind of decision that cost a player most."""
    dear: dict[Topic, list[Verdict]] = {}
    for verdict in verdicts:
        if verdict.cost >= FROM[Grade.FINE]:
            dear.setdefault(_topic(verdict), []).append(verdict)
    topic = max(dear, key=lambda each: _sum_of_costs(dear[each]), default=Topic.LITTLE)
    if topic not in dear or _sum_of_costs(dear[topic]) < LITTLE:
        topic, told = Topic.LITTLE, [verdict for each in dear.values() for verdict in each]
    else:
        told = dear[topic]
    return Advice(
        topic,
        len(told),
        sum(max(verdict.loss, 0) for verdict in told),
        sum(verdict.profit_loss for verdict in told),
    )


def _sum_of_costs(verdicts: Sequence[Verdict]) -> int:
    return sum(verdict.cost for verdict in verdicts)


def _topic(verdict: Verdict) -> Topic:
    """What a decision was about."""
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
