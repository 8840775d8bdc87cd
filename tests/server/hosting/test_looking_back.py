"""Requests for replays and analyses are checked for permissions and limits."""

import pytest

from byzanz.server.call import Visitor
from byzanz.server.handlers.dispatch import Handlers
from byzanz.server.hosting.people import People
from byzanz.server.ops.config import Limits
from byzanz.server.workers.analysis_jobs import AnalysisJobs
from byzanz.server.workers.analysis_runner import AnalysisRunner
from byzanz.server.workers.compiler_watch import CompiledCode
from byzanz.server.workers.local_analyses import LocalAnalyses
from byzanz.wire.problems import Code
from byzanz.wire.replays import PlayOn
from tests.server.hosting.finished_games import finished_room, record, truncated
from tests.server.hosting.harness import NONCE, handled, refusal
from tests.server.workers.test_analysis_jobs import ScriptedPool

STRANGER = Visitor("9.9.9.9", None)
REPLAY = "0" * 32


class ReplayRequests:
    """Sends requests of Anna, who has a key, and of a stranger."""

    @classmethod
    async def of(cls, harness, **limits):
        requests = cls()
        people = People(harness.store, harness.clock, harness.random_bytes)
        code = CompiledCode(has_search=True, has_analysis=True)
        runner = AnalysisRunner(harness.store, harness.clock, ScriptedPool(), code)
        requests.analyses = AnalysisJobs(harness.store, LocalAnalyses(runner), may_search=True)
        requests.handlers = Handlers(
            harness.rooms, people, harness.bots, requests.analyses, Limits(**limits), None
        )
        requests.anna = Visitor("1.2.3.4", await people.new())
        return requests

    async def ask(self, name, visitor=STRANGER, **values):
        return await handled(self.handlers, name, visitor, **values)

    async def upload(self):
        return (await self.ask("add_replay", body=record().encode())).replay


REQUESTS = {
    "replay": {"eyes": 0},
    "replay_record": {},
    "play_on": {"body": PlayOn("play-on-1", 0, 0, "Anna", NONCE)},
    "begin_analysis": {},
    "analysis": {"after": 0},
}


@pytest.mark.parametrize("name", REQUESTS)
async def test_threat_26_a_running_game_has_no_replay(harness, name):
    requests = await ReplayRequests.of(harness)
    room = await harness.table()
    assert (
        await refusal(requests.ask(name, requests.anna, replay=room, **REQUESTS[name]))
    ).code is (Code.RUNNING)
    hidden = await harness.table(spectators=False)
    for replay in (hidden, REPLAY, "x"):
        request = requests.ask(name, requests.anna, replay=replay, **REQUESTS[name])
        assert (await refusal(request)).code is Code.NOT_FOUND
    assert requests.analyses.count == 0


@pytest.mark.parametrize(
    ("name", "needs_key"), [(name, name in ("play_on", "begin_analysis")) for name in REQUESTS]
)
async def test_playing_on_and_analyses_need_a_key(harness, name, needs_key):
    requests = await ReplayRequests.of(harness)
    request = requests.ask(name, replay=await requests.upload(), **REQUESTS[name])
    if needs_key:
        assert (await refusal(request)).code is Code.NOT_KNOWN
    else:
        assert await request
    await requests.analyses.stop()


async def test_a_room_is_analysed_when_it_is_over(harness):
    requests = await ReplayRequests.of(harness)
    room = await finished_room(harness)
    begun = await requests.ask("begin_analysis", requests.anna, replay=room)
    assert (begun.is_begun, begun.count) == (True, 0)
    assert begun.total == len((await harness.room(room)).game.moves) + 1
    await harness.wait(begun.total + 2)
    end = await requests.ask("analysis", replay=room, after=3)
    assert (end.count, len(end.findings)) == (end.total, end.total - 3)
    assert end.report is not None
    again = await requests.ask("begin_analysis", requests.anna, replay=room)
    assert again.report == end.report
    assert await harness.store.delete_rooms("finished", changed_before=harness.clock.now() + 1) == 1
    assert await harness.store.findings(room) == {}


async def test_an_unfinished_record_is_shown_but_not_analysed(harness):
    requests = await ReplayRequests.of(harness)
    half = (await requests.ask("add_replay", body=truncated(record(), 9).encode())).replay
    assert not (await requests.ask("replay", replay=half, eyes=1)).is_finished
    refused = await refusal(requests.ask("begin_analysis", requests.anna, replay=half))
    assert (refused.code, refused.status) == (Code.UNFINISHED, 409)


async def test_threat_15_replays_and_analyses_have_rate_limits(harness):
    requests = await ReplayRequests.of(harness, replays=3, analyses=2, rooms=1, reads=2)
    replay = await requests.upload()
    await requests.ask("replay", replay=replay, eyes=0)
    await requests.ask("replay_record", replay=replay)
    for name, values in {
        "add_replay": {"body": b""},
        "replay": {"replay": replay, "eyes": 0},
    }.items():
        assert (await refusal(requests.ask(name, **values))).code is Code.TOO_FAST
    for name, times in {"begin_analysis": 2, "play_on": 1}.items():
        for _ in range(times):
            await requests.ask(name, requests.anna, replay=replay, **REQUESTS[name])
        request = requests.ask(name, requests.anna, replay=replay, **REQUESTS[name])
        assert (await refusal(request)).code is Code.TOO_FAST
    for _ in range(2):
        await requests.ask("analysis", replay=replay, after=0)
    assert (await refusal(requests.ask("analysis", replay=replay, after=0))).code is Code.TOO_FAST
    await requests.analyses.stop()
