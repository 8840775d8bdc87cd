"""An analysis that was really made, answered in the place of the server to one who played."""

import json

import msgspec

from byzanz.analysis.telling import report_of
from byzanz.server import past

ID = "0123456789abcdef" * 2


class Told:
    """The whole analysis of a game, for the person in a seat."""

    def __init__(self, game, seat):
        replay = past.replay_of(past.read_past(game.record.encode()), 0)
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
        """Answer a page from now on."""
        for address, body in self.answers.items():
            page.route(address, _telling(body))


def _telling(body):
    return lambda route: route.fulfill(body=body, content_type="application/json")
