"""The report lists every auction and counts every decision."""

import msgspec

from byzanz.analysis.findings import Grade, Report
from byzanz.analysis.report.builder import report_of
from byzanz.game.events import AuctionWon, LotGranted
from tests.analysis.games import all_findings, finished


def report() -> Report:
    return report_of(finished(4, 2), all_findings(4, 2))


def test_lots_name_buyer_and_price():
    game = finished(4, 2)
    sales = [event for event in game.events if isinstance(event, AuctionWon | LotGranted)]
    assert [(lot.buyer, lot.offer, lot.paid) for lot in report().lots] == [
        (sale.seat, sale.offer, sale.bid_value if isinstance(sale, AuctionWon) else 0)
        for sale in sales
    ]
    assert [lot.round for lot in report().lots] == [round for round in range(1, 7) for _ in "abc"]


def test_every_judged_decision_is_counted():
    for seat, player in enumerate(report().players):
        verdicts = [found.verdict for found in all_findings(4, 2) if found.verdict]
        of_seat = [verdict for verdict in verdicts if verdict.seat == seat]
        assert player.decisions == len(of_seat) == sum(player.grades.values())
        assert player.grades[Grade.BLUNDER] == sum(each.grade is Grade.BLUNDER for each in of_seat)
        assert 0 <= player.accuracy <= 100


def test_a_report_survives_json():
    encoded = msgspec.json.encode(report())
    assert msgspec.json.decode(encoded, type=Report) == report()
