"""People who send each other deals, and play them."""

from byzanz.server.call import Visitor
from byzanz.server.handlers.challenge_handlers import ChallengeHandlers
from byzanz.server.handlers.dispatch import Handlers
from byzanz.server.hosting.people import People, person_of
from byzanz.server.ops.config import Limits
from byzanz.server.previews.link_targets import LinkTargets
from byzanz.server.results.challenges import Challenges
from byzanz.server.workers.analysis_jobs import AnalysisJobs
from byzanz.server.workers.analysis_runner import AnalysisRunner
from byzanz.server.workers.compiler_watch import CompiledCode
from byzanz.server.workers.local_analyses import LocalAnalyses
from byzanz.wire.challenges import MakeChallenge
from byzanz.wire.commands import PlayDeal
from tests.server.hosting.finished_games import finished_room, play_out
from tests.server.hosting.harness import NONCE, handled
from tests.server.workers.test_analysis_jobs import ScriptedPool

STRANGER = Visitor("9.9.9.9", None)


class NamedPeople(People):
    """People whose names are their keys."""

    async def find(self, key):
        return None if key is None else person_of(key)


class ChallengeTable:
    """Sends the requests of people by name; the name is also the key."""

    def __init__(self, harness, *, may_search: bool = True) -> None:
        self.harness = harness
        people = NamedPeople(harness.store, harness.clock, harness.random_bytes)
        runner = AnalysisRunner(
            harness.store,
            harness.clock,
            ScriptedPool(),
            CompiledCode(has_search=True, has_analysis=True),
        )
        self.analyses = AnalysisJobs(harness.store, LocalAnalyses(runner), may_search=True)
        self.handlers = Handlers(
            harness.rooms, people, harness.bots, self.analyses, Limits(misses=10**6), None
        )
        self.visitors = self.handlers.visitors
        self.challenges = Challenges(harness.rooms, may_search=may_search)
        self.handlers.add(ChallengeHandlers(self.visitors, self.challenges).table)
        self.targets = LinkTargets(harness.rooms, self.visitors)

    async def ask(self, person: str | None, name: str, **values):
        if person is None:
            return await handled(self.handlers, name, STRANGER, **values)
        await self.harness.meet(person)
        return await handled(self.handlers, name, Visitor("1.2.3.4", person), **values)

    async def make(self, person: str, replay: str, **options) -> str:
        body = MakeChallenge(options.pop("name", person), **options)
        return (await self.ask(person, "make_challenge", replay=replay, body=body)).challenge

    async def play(self, person: str, challenge: str) -> str:
        body = PlayDeal(self.harness.next_id(), person, NONCE)
        made = await self.ask(person, "play_challenge", challenge=challenge, body=body)
        return made.room

    async def show(self, person: str | None, challenge: str):
        return await self.ask(person, "challenge", challenge=challenge)

    async def sent(self, bots: str = "solid solid", maker: str = "Anna", **options) -> str:
        """Anna plays a game against bots to its end, and sends its deal."""
        room = await finished_room(self.harness, maker, bots, **options)
        return await self.make(maker, room)

    async def finish(self, person: str, challenge: str) -> str:
        room = await self.play(person, challenge)
        await play_out(self.harness, room)
        return room

    def key(self, person: str) -> str:
        return person_of(person)
