"""A game in three sentences, and one thing to practise: facts first, then words for them."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from byzanz.analysis.balance import balance_of
from byzanz.analysis.grades import FROM
from byzanz.analysis.places import Place, places_of
from byzanz.analysis.report import Cause, Findings, Grade, Verdict
from byzanz.analysis.speech import LANGUAGES, Speech, hundredths
from byzanz.cards import total
from byzanz.game.game import Game
from byzanz.game.moves import Bid, Discard, Give, Pass, Sell, Take

LITTLE = FROM[Grade.INACCURACY]  # too little to practise anything


class Turn(NamedTuple):
    """The step that helped the winner most."""

    number: int
    cause: Cause
    before: int
    after: int


def summarise(game: Game, findings: Sequence[Findings]) -> dict[str, tuple[str, ...]]:
    """Where the game was won, by language: the result, the biggest step, luck and skill."""
    winner = game.winners[0]
    places = places_of(game)
    round_led = _round_led(findings, winner, places)
    turn = _turn(findings, winner)
    return {
        language: (
            _result(game, speech, round_led, places[-1].round),
            _turning(game, speech, turn, places),
            _parts(game, speech, findings),
        )
        for language, speech in LANGUAGES.items()
    }


def _round_led(findings: Sequence[Findings], winner: int, places: Sequence[Place]) -> int:
    """The round from which on nobody had a better chance than the winner at its end."""
    behind = [
        places[found.number].round
        for found, following in pairwise(findings)
        if places[following.number].round > places[found.number].round
        and found.steps[-1].outlook.shares[winner] < max(found.steps[-1].outlook.shares)
    ]
    return behind[-1] + 1 if behind else 1


def _turn(findings: Sequence[Findings], winner: int) -> Turn:
    turns = []
    before = findings[0].steps[0].outlook.shares[winner]
    for found in findings:
        for step in found.steps:
            after = step.outlook.shares[winner]
            turns.append(Turn(found.number, step.cause, before, after))
            before = after
    return max(turns, key=lambda turn: turn.after - turn.before)


def _result(game: Game, speech: Speech, round_led: int, last_round: int) -> str:
    first, *others = game.winners
    score = game.scores[first]
    names = {"winner": game.names[first], "score": score}
    if others:
        winners = speech.enumerate([game.names[seat] for seat in game.winners])
        return speech.say("result.shared", winners=winners, score=score)
    second = next(line for line in game.standings() if line.seat != first)
    if second.profit == score:
        return speech.say("result.tie_break", **names, second=game.names[second.seat])
    if round_led == 1:
        return speech.say("result.led", **names, next=second.profit)
    if round_led >= last_round:
        return speech.say("result.late", **names, next=second.profit)
    return speech.say("result.from_round", **names, next=second.profit, round=round_led)


def _turning(game: Game, speech: Speech, turn: Turn, places: Sequence[Place]) -> str:
    facts = {
        "winner": game.names[game.winners[0]],
        "before": speech.percent(turn.before),
        "after": speech.percent(turn.after),
    }
    if turn.cause in (Cause.START, Cause.DEAL):
        return speech.say("turn.deal", **facts)
    after = game.at(turn.number)
    if turn.cause is Cause.LOT:
        round_number = after.table.round + 1
        lot = after.view(None).lot
        count = 0 if lot is None else len(lot.cards)
        return speech.say("turn.lot", **facts, round=round_number, count=count)
    deed = _deed(game, after, speech)
    return speech.say("turn.move", **facts, round=places[turn.number].round, deed=deed)


def _deed(game: Game, after: Game, speech: Speech) -> str:
    """The last move, in words."""
    seat, move = after.moves[-1]
    name = game.names[seat]
    match move:
        case Bid(cards):
            laid = game.at(len(after.moves) - 1).table.bid_values[seat]
            price = laid + total(cards)
            return speech.say("deed.bid", name=name, price=price)
        case Pass():
            return speech.say("deed.pass", name=name)
        case Give(card):
            return speech.say("deed.give", name=name, card=speech.card(card))
        case Take(stall):
            return speech.say("deed.take", name=name, good=speech.good(stall))
        case Discard(card):
            return speech.say("deed.discard", name=name, card=speech.card(card))
        case Sell(cards):
            return speech.say("deed.sell", name=name, good=speech.good(cards[0].stall))
        case _:
            return speech.say("deed.done", name=name)


def _parts(game: Game, speech: Speech, findings: Sequence[Findings]) -> str:
    winner = game.winners[0]
    balance = balance_of([step for found in findings for step in found.steps], winner)
    start, end = hundredths(balance.start), hundredths(balance.end)
    parts = (balance.deal, balance.lots, balance.own_moves, balance.others_moves)
    deal, lots, own, others = _rounded(parts, end - start)
    return speech.say(
        "parts.share",
        winner=game.names[winner],
        start=speech.percent(balance.start),
        end=speech.percent(balance.end),
        luck=speech.signed(deal + lots),
        own=speech.signed(own),
        others=speech.signed(others),
    )


def _rounded(parts: Sequence[int], whole: int) -> list[int]:
    """Parts in hundredths that add up to a whole: the largest takes what rounding leaves.

    The pages write their table of the same parts in this way too.
    """
    rounded = [hundredths(part) for part in parts]
    largest = max(range(len(parts)), key=lambda place: abs(parts[place]))
    rounded[largest] += whole - sum(rounded)
    return rounded


def advise(verdicts: Sequence[Verdict]) -> dict[str, str]:
    """One thing to practise, by language: the kind of decision that cost a player most."""
    dear: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        if verdict.cost >= FROM[Grade.FINE]:
            dear.setdefault(_topic(verdict), []).append(verdict)
    topic = max(dear, key=lambda each: _sum_of_costs(dear[each]), default=None)
    if topic is None or _sum_of_costs(dear[topic]) < LITTLE:
        topic, told = "little", [verdict for each in dear.values() for verdict in each]
    else:
        told = dear[topic]
    loss = sum(max(verdict.loss, 0) for verdict in told)
    profit_loss = sum(verdict.profit_loss for verdict in told)
    return {
        language: speech.say(
            f"advice.{topic}",
            times=speech.times(len(told)),
            points=speech.points(loss),
            profit=speech.decimal(profit_loss),
        )
        for language, speech in LANGUAGES.items()
    }


def _sum_of_costs(verdicts: Sequence[Verdict]) -> int:
    return sum(verdict.cost for verdict in verdicts)


def _topic(verdict: Verdict) -> str:
    """What a decision was about."""
    move = verdict.alternatives[verdict.played].move
    best = verdict.alternatives[0].move
    match move, best:
        case Bid(), Pass():
            return "overbid"
        case Pass(), _:
            return "underbid"
        case Bid(), _:
            return "payment"
        case Give(), _:
            return "give"
        case Take(), _:
            return "take"
        case Discard(), _:
            return "discard"
        case _:
            return "sell"
