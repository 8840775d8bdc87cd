"""Handlers for looking back: replays, playing on, and analyses."""

from byzanz.server.call import Call
from byzanz.server.handlers.visitors import Handler, Visitors
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.hosting.replays import Replays
from byzanz.server.workers.analysis_jobs import AnalysisJobs
from byzanz.wire.answers import Accepted
from byzanz.wire.replays import AnalysisProgress, PlayOn, Replay, ReplayFound


class ReplayHandlers:
    """Shows finished games, continues them in new rooms, and has them analysed."""

    def __init__(self, visitors: Visitors, rooms: RoomRegistry, analyses: AnalysisJobs) -> None:
        self._visitors = visitors
        self._rooms = rooms
        self._replays = Replays(rooms)
        self._analyses = analyses

    @property
    def table(self) -> dict[str, Handler]:
        """The handlers by the names of their endpoints."""
        return {
            "add_replay": self.add_replay,
            "replay": self.replay,
            "replay_record": self.replay_record,
            "play_on": self.play_on,
            "begin_analysis": self.begin_analysis,
            "analysis": self.analysis,
        }

    async def add_replay(self, call: Call) -> ReplayFound:
        """Store an uploaded record and return its id."""
        self._visitors.count("replays", call.visitor.address)
        return ReplayFound(await self._replays.add(call.body_as(bytes)))

    async def replay(self, call: Call) -> Replay:
        """Return a finished game frame by frame."""
        person = await self._visitors.optional_person(call.visitor, "replays")
        finished = await self._replays.find(call.replay, person)
        return await self._replays.show(finished, call.query["eyes"])

    async def replay_record(self, call: Call) -> str:
        """Return the record of a finished game."""
        person = await self._visitors.optional_person(call.visitor, "replays")
        return (await self._replays.find(call.replay, person)).text

    async def play_on(self, call: Call) -> Accepted:
        """Make a room that continues a finished game from one of its positions."""
        person = await self._visitors.person(call.visitor, "rooms")
        finished = await self._replays.find(call.replay, person)
        return await self._rooms.play_on(person, call.replay, call.body_as(PlayOn), finished)

    async def begin_analysis(self, call: Call) -> AnalysisProgress:
        """Start or resume the analysis of a finished game."""
        person = await self._visitors.person(call.visitor, "analyses")
        finished = await self._replays.find(call.replay, person)
        await self._analyses.begin(call.replay, finished, person)
        return await self._analyses.progress(call.replay, finished, 0)

    async def analysis(self, call: Call) -> AnalysisProgress:
        """Return the findings about a game, without the first `after`."""
        person = await self._visitors.optional_person(call.visitor, "reads")
        finished = await self._replays.find(call.replay, person)
        return await self._analyses.progress(call.replay, finished, call.query["after"])
