"""Analysed games with a mistake of one person."""

import msgspec

from byzanz.analysis.causes import Fault
from byzanz.analysis.findings import Alternative, Findings, Grade, Verdict
from byzanz.game.phase import Phase
from byzanz.puzzles.answers import answers_of
from byzanz.rooms.finished_game import finished_game_of_room, played_game
from tests.server.hosting.finished_games import finished_room


async def analysed_room(harness, *, cost=120_000, error=10_000, count=1):
    """Play a game of Anna against bots, and store findings with mistakes of hers.

    Returns the room's id and the numbers of the mistakes.
    """
    room = await finished_room(harness, "Anna", "solid solid")
    seat = await harness.seat("Anna", room)
    numbers = await add_mistakes(harness, room, seat, (cost, error, count))
    await harness.store.set_analysed(room, seat, accuracy=80, moment=None)
    return room, numbers


async def add_mistakes(harness, room, seat, facts):
    cost, error, count = facts
    finished = finished_game_of_room(await harness.room(room))
    game = played_game(finished)
    numbers = []
    for number, (mover, move) in enumerate(finished.moves, 1):
        before = game.at(number - 1)
        if mover != seat or before.phase is not Phase.BID or len(numbers) == count:
            continue
        others = [other for other in answers_of(before.view(seat)) if other != move]
        if len(others) < 2:
            continue
        numbers.append(number)
        verdict = verdict_of(seat, [*others[:2], move], cost=cost + len(numbers), error=error)
        body = msgspec.json.encode(Findings(number, (), verdict, None, None))
        await harness.store.add_finding(room, number, body, harness.clock.now())
    assert len(numbers) == count
    return numbers


def verdict_of(seat, moves, *, cost, error):
    """Return a verdict: the first move is the best, the second as good, the last was played."""
    best, near, played = moves
    return Verdict(
        seat=seat,
        phase=Phase.BID,
        played=2,
        alternatives=(
            Alternative(best, 400_000, 1_000_000, ()),
            Alternative(near, 395_000, 1_000_000, ()),
            Alternative(played, 400_000 - cost - error, 500_000, ()),
        ),
        loss=cost + error,
        error=error,
        cost=cost,
        fault=Fault.OVERPAID,
        grade=Grade.MISTAKE,
    )
