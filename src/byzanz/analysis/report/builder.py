"""Builds the report on a game from its findings."""

from collections import Counter
from collections.abc import Iterator, Sequence

from byzanz.analysis.decisions.grades import accuracy_of
from byzanz.analysis.findings import Findings, Grade, LotReport, PlayerReport, Report, Step
from byzanz.analysis.report.moments import (
    ExplainedDecision,
    explained_decisions,
    moments_of,
    swing_of,
)
from byzanz.analysis.report.summary import advise, outcome_of, turning_point_of
from byzanz.analysis.report.timeline import numbered_events
from byzanz.analysis.values.luck_and_skill import balance_of
from byzanz.game.events import AuctionWon, LotGranted, LotRevealed, RoundBegun
from byzanz.game.game import Game


def report_of(game: Game, findings: Sequence[Findings]) -> Report:
    """Build the report on a finished game.

    `findings` has to hold all findings of the game, in order; this is not checked.
    """
    steps = [step for each in findings for step in each.steps]
    explained = explained_decisions(game, findings)
    return Report(
        players=tuple(
            [_player(game, seat, findings, steps, explained) for seat in range(game.seat_count)]
        ),
        lots=tuple(_lots(game, findings)),
        outcome=outcome_of(game, findings),
    )


def _player(
    game: Game,
    seat: int,
    findings: Sequence[Findings],
    steps: Sequence[Step],
    explained: Sequence[ExplainedDecision],
) -> PlayerReport:
    judged = [found.verdict for found in findings if found.verdict is not None]
    verdicts = [verdict for verdict in judged if verdict.seat == seat]
    counts = Counter(verdict.grade for verdict in verdicts)
    return PlayerReport(
        accuracy=accuracy_of(verdicts),
        decisions=len(verdicts),
        grades={grade: counts[grade] for grade in Grade},
        share=balance_of(steps, seat),
        profit=balance_of(steps, seat, of_profit=True),
        advice=advise(verdicts),
        turning=turning_point_of(game, findings, seat),
        moments=moments_of(explained, seat),
        swing=swing_of(explained, seat),
    )


def _lots(game: Game, findings: Sequence[Findings]) -> Iterator[LotReport]:
    """Yield every auction in order, with its price."""
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
                    yield LotReport(
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
    """Return the price at which the last rival passes if every seat bids up to the lot's worth."""
    bidding = sorted(worth for worth in worths if worth is not None)
    return bidding[-2] if len(bidding) > 1 else 0
