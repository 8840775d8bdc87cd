"""Answers to the requests of a page from a stored real analysis, instead of the server's."""

import json

import msgspec

from byzanz.analysis.report.builder import report_of
from byzanz.rooms import finished_game

ID = "0123456789abcdef" * 2


class AnalysisAnswers:
    """The whole analysis of a game, for the person in a seat."""

    def __init__(self, game, seat):
        replay = finished_game.make_replay(
            finished_game.read_finished_game(game.record.encode()), 0
        )
        count = len(game.findings)
        analysis = {
            "total": count,
            "count": count,
            "is_begun": True,
            "findings": game.findings,
            "report": report_of(game.game, game.findings),
        }
        seats = [{"bot": None if each == seat else "solid"} for each in range(game.game.seat_count)]
        self.answers = {
            "**/api/replays/*?eyes=*": msgspec.json.encode(replay).decode(),
            "**/api/replays/*/analysis*": msgspec.json.encode(analysis).decode(),
            f"**/api/rooms/{ID}?after=*": json.dumps(
                {"room": {"seat": seat, "rematch": None, "seats": seats}}
            ),
        }

    def answer(self, page):
        """Route the requests of a page to these answers."""
        for address, body in self.answers.items():
            page.route(address, _fulfilling(body))


def _fulfilling(body):
    return lambda route: route.fulfill(body=body, content_type="application/json")
