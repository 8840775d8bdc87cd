"""Who may ask for replays and analyses, and how often."""

import pytest

from byzanz.server.analyses import Analyses
from byzanz.server.config import Limits
from byzanz.server.people import People
from byzanz.server.requests import Requests
from byzanz.server.visitor import Visitor
from byzanz.wire.problems import Code
from byzanz.wire.replays import PlayOn
from tests.server.core.ended import cut, finished, record
from tests.server.core.house import NONCE, refusal
from tests.server.core.test_analyses import Scripted

STRANGER = Visitor("9.9.9.9", None)
REPLAY = "0" * 32


class Desk:
    """Requests of one person, Anna, and of strangers."""

    @classmethod
    async def of(cls, house, **limits):
        desk = cls()
        people = People(house.store, house.clock, house.source)
        desk.analyses = Analyses(house.store, house.clock, Scripted(), may_search=True)
        desk.requests = Requests(
            house.rooms, people, house.bots, desk.analyses, Limits(**limits), None
        )
        desk.anna = Visitor("1.2.3.4", await people.new())
        return desk

    async def ask(self, name, visitor=STRANGER, **values):
        return await self.requests.answer(name, visitor, **values)

    async def sent(self):
        return (await self.ask("add_replay", body=record().encode())).replay


REQUESTS = {
    "replay": {"eyes": 0},
    "replay_record": {},
    "play_on": {"body": PlayOn("play-on-1", 0, 0, "Anna", NONCE)},
    "begin_analysis": {},
    "analysis": {"after": 0},
}


@pytest.mark.parametrize("name", REQUESTS)
async def test_threat_26_nothing_of_a_running_game(house, name):
    desk = await Desk.of(house)
    room = await house.table()
    assert (await refusal(desk.ask(name, desk.anna, replay=room, **REQUESTS[name]))).code is (
        Code.RUNNING
    )
    hidden = await house.table(spectators=False)
    for replay in (hidden, REPLAY, "x"):
        asked = desk.ask(name, desk.anna, replay=replay, **REQUESTS[name])
        assert (await refusal(asked)).code is Code.NOT_FOUND
    assert desk.analyses.count == 0


@pytest.mark.parametrize(
    ("name", "needs_key"), [(name, name in ("play_on", "begin_analysis")) for name in REQUESTS]
)
async def test_who_needs_a_key(house, name, needs_key):
    desk = await Desk.of(house)
    asked = desk.ask(name, replay=await desk.sent(), **REQUESTS[name])
    if needs_key:
        assert (await refusal(asked)).code is Code.NOT_KNOWN
    else:
        assert await asked
    await desk.analyses.stop()


async def test_a_room_is_analysed_when_it_is_over(house):
    desk = await Desk.of(house)
    room = await finished(house)
    begun = await desk.ask("begin_analysis", desk.anna, replay=room)
    assert (begun.is_begun, begun.count) == (True, 0)
    assert begun.total == len((await house.room(room)).game.moves) + 1
    await house.wait(begun.total + 2)
    end = await desk.ask("analysis", replay=room, after=3)
    assert (end.count, len(end.findings)) == (end.total, end.total - 3)
    assert end.report is not None
    again = await desk.ask("begin_analysis", desk.anna, replay=room)
    assert again.report == end.report
    assert await house.store.delete_rooms("finished", changed_before=house.clock.now() + 1) == 1
    assert await house.store.findings(room) == {}


async def test_a_record_that_is_not_at_its_end(house):
    desk = await Desk.of(house)
    half = (await desk.ask("add_replay", body=cut(record(), 9).encode())).replay
    assert not (await desk.ask("replay", replay=half, eyes=1)).is_finished
    asked = desk.ask("begin_analysis", desk.anna, replay=half)
    refused = await refusal(asked)
    assert (refused.code, refused.status) == (Code.UNFINISHED, 409)


async def test_threat_15_limits(house):
    desk = await Desk.of(house, replays=3, analyses=2, rooms=1, reads=2)
    replay = await desk.sent()
    await desk.ask("replay", replay=replay, eyes=0)
    await desk.ask("replay_record", replay=replay)
    for name, values in {
        "add_replay": {"body": b""},
        "replay": {"replay": replay, "eyes": 0},
    }.items():
        assert (await refusal(desk.ask(name, **values))).code is Code.TOO_FAST
    for name, times in {"begin_analysis": 2, "play_on": 1}.items():
        for _ in range(times):
            await desk.ask(name, desk.anna, replay=replay, **REQUESTS[name])
        asked = desk.ask(name, desk.anna, replay=replay, **REQUESTS[name])
        assert (await refusal(asked)).code is Code.TOO_FAST
    for _ in range(2):
        await desk.ask("analysis", replay=replay, after=0)
    assert (await refusal(desk.ask("analysis", replay=replay, after=0))).code is Code.TOO_FAST
    await desk.analyses.stop()
