"""What all findings about a game come to."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from byzanz.analysis.balance import balance_of
from byzanz.analysis.grades import FROM, accuracy_of
from byzanz.analysis.places import numbered_events, places_of
from byzanz.analysis.report import (
    Cause,
    Findings,
    Grade,
    LotStory,
    Moment,
    PlayerStory,
    Report,
    Step,
    Verdict,
)
from byzanz.analysis.summary import advise, summarise
from byzanz.game.events import AuctionWon, LotGranted, LotRevealed, RoundBegun
from byzanz.game.game import Game

MOMENTS = 4


def report_of(game: Game, findings: Sequence[Findings]) -> Report:
    """The report on a finished game of which everything was found out."""
    steps = [step for each in findings for step in each.steps]
    return Report(
        players=tuple([_player(seat, findings, steps) for seat in range(game.seat_count)]),
        lots=tuple(_lots(game, findings)),
        moments=_moments(game, findings),
        summary=summarise(game, findings),
    )


def _player(seat: int, findings: Sequence[Findings], steps: Sequence[Step]) -> PlayerStory:
    judged = [found.verdict for found in findings if found.verdict is not None]
    verdicts = [verdict for verdict in judged if verdict.seat == seat]
    counts = Counter(verdict.grade for verdict in verdicts)
    return PlayerStory(
        accuracy=accuracy_of(verdicts),
        decisions=len(verdicts),
        grades={grade: counts[grade] for grade in Grade},
        share=balance_of(steps, seat),
        profit=balance_of(steps, seat, of_profit=True),
        advice=advise(verdicts),
    )


def _lots(game: Game, findings: Sequence[Findings]) -> Iterator[LotStory]:
    """Every auction in order, with what became of it."""
    round_number = 0
    revealed: tuple[int, LotRevealed] | None = None
    for number, event in numbered_events(game):
        match event:
            case RoundBegun(round=round_number):
                pass
            case LotRevealed():
                revealed = number, event
            case AuctionWon() | LotGranted() if revealed is not None:
                worth = findings[revealed[0]].lot
                if worth is not None:
                    yield LotStory(
                        number=revealed[0],
                        round=round_number,
                        offer=event.offer,
                        cards=revealed[1].cards,
                        worths=worth.worths,
                        fair=fair_price(worth.worths),
                        buyer=event.seat,
                        paid=event.bid_value if isinstance(event, AuctionWon) else 0,
                        sold_at=number,
                    )
            case _:
                pass


def fair_price(worths: Sequence[int | None]) -> int:
    """The price at which the last rival goes, when everybody bids as far as it is worth it."""
    bidding = sorted(worth for worth in worths if worth is not None)
    return bidding[-2] if len(bidding) > 1 else 0


def _moments(game: Game, findings: Sequence[Findings]) -> tuple[Moment, ...]:
    """The moves that cost or gained most, at most one of each auction, market or closing."""
    places = places_of(game)
    best: dict[tuple[object, ...], tuple[int, Moment]] = {}
    for before, found in pairwise(findings):
        if found.verdict is not None:
            moment = _moment(before, found, found.verdict)
            weight = max(found.verdict.cost, moment.change)
            place = (*places[found.number], found.verdict.phase)
            if weight > 0 and (place not in best or weight > best[place][0]):
                best[place] = weight, moment
    heaviest = sorted(best.values(), key=lambda entry: -entry[0])[:MOMENTS]
    return tuple(sorted((moment for _, moment in heaviest), key=lambda moment: moment.number))


def _moment(before: Findings, found: Findings, verdict: Verdict) -> Moment:
    if verdict.cost >= FROM[Grade.INACCURACY]:
        return Moment(found.number, verdict.seat, -verdict.loss, -verdict.profit_loss)
    was = before.steps[-1].outlook
    now = next(step for step in found.steps if step.cause is Cause.MOVE).outlook
    return Moment(
        number=found.number,
        seat=verdict.seat,
        change=now.shares[verdict.seat] - was.shares[verdict.seat],
        profit_change=now.profits[verdict.seat] - was.profits[verdict.seat],
    )
