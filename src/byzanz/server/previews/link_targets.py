"""What a link leads to, as far as its preview may tell."""

import asyncio
from collections import OrderedDict
from enum import StrEnum
from typing import NamedTuple

from byzanz.pictures.facts import GameFacts, facts_of
from byzanz.rooms.audience import is_closed, may_watch
from byzanz.rooms.room import Room
from byzanz.server.call import Visitor
from byzanz.server.handlers.visitors import Visitors
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.hosting.replays import Replays
from byzanz.store.errors import CorruptStore, StoreBusy
from byzanz.wire.problems import RequestRefused
from byzanz.wire.room import Status

LONGEST_SEARCH = 2.0  # seconds; after that a link has the preview of an unknown one
MOST_RECORDS = 100  # uploaded records whose results are kept in memory


class Kind(StrEnum):
    """What a preview says. All but `RESULT` depend on nothing else."""

    START = "start"
    TABLE = "table"
    RUNNING = "running"
    REPLAY = "replay"
    ANALYSIS = "analysis"
    LEARN = "learn"
    CHALLENGE = "challenge"
    RESULT = "result"


class Target(NamedTuple):
    """What a link leads to; a result has facts."""

    kind: Kind
    facts: GameFacts | None = None


class LinkTargets:
    """Finds what links lead to.

    A link to an unknown room, to a room that waits and to a game that may not be watched have the
    same target, so nobody learns which of them it is. Of a game that may be watched the target says
    only that it runs. Anybody with the link of a finished game can see the whole game, so its
    target has the result, even if the game could not be watched.
    """

    def __init__(self, rooms: RoomRegistry, visitors: Visitors) -> None:
        self._replays = Replays(rooms)
        self._visitors = visitors
        self._results: OrderedDict[str, GameFacts | None] = OrderedDict()  # of uploaded records

    async def find(self, game: str, otherwise: Kind, visitor: Visitor) -> Target:
        """Return the target of the link to a room or a replay, by its id.

        `otherwise` is the kind of links that lead to nothing that may be shown. A visitor beyond a
        limit gets it too, and so does everybody while the store is busy.
        """
        try:
            self._visitors.count("previews", visitor.address)
            await self._visitors.check_misses(visitor)
            async with asyncio.timeout(LONGEST_SEARCH):
                target = await self._find(game, otherwise)
            if target is None:
                await self._visitors.count_miss(visitor)
        except (RequestRefused, StoreBusy, CorruptStore, TimeoutError):
            target = None
        return target or Target(otherwise)

    async def _find(self, game: str, otherwise: Kind) -> Target | None:
        """The target; None if there is no such game."""
        room = await self._replays.room(game)
        if room is not None:
            if await self._replays.is_sealed(room):
                return Target(otherwise)  # like a game that may not be watched
            return _target_of(room, otherwise)
        finished = await self._replays.uploaded(game)
        if finished is None:
            return None
        if game not in self._results:
            self._results[game] = await self._replays.result(finished)
            if len(self._results) > MOST_RECORDS:
                self._results.popitem(last=False)
        return _result(self._results[game], otherwise)


def _target_of(room: Room, otherwise: Kind) -> Target:
    if is_closed(room, None):
        return Target(otherwise)
    if room.status is Status.RUNNING and may_watch(room, None):
        return Target(Kind.RUNNING)
    if room.status is Status.FINISHED and room.game is not None:
        return _result(facts_of(room.game), otherwise)
    return Target(otherwise)


def _result(facts: GameFacts | None, otherwise: Kind) -> Target:
    """The result; a game that was ended early has none."""
    return Target(otherwise) if facts is None else Target(Kind.RESULT, facts)
