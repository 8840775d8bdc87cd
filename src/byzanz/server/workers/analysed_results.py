"""Adds what an analysis found to the results of a game."""

import msgspec

from byzanz.analysis.findings import PlayerReport, Report
from byzanz.store.event_store import EventStore
from byzanz.wire.games import CostlyMoment


async def store_report(store: EventStore, room: str, report: Report) -> None:
    """Store the accuracy and the costliest own decision of each seat that has a result."""
    for seat, player in enumerate(report.players):
        moment = costliest_moment(player)
        await store.set_analysed(
            room,
            seat,
            accuracy=player.accuracy,
            moment=None if moment is None else msgspec.json.encode(moment).decode(),
        )


def costliest_moment(player: PlayerReport) -> CostlyMoment | None:
    """The player's own decision that cost most; None if none of the moments cost anything."""
    costly = [moment for moment in player.moments if moment.change < 0]
    if not costly:
        return None
    worst = min(costly, key=lambda moment: moment.change)
    return CostlyMoment(worst.number, -worst.change)
