"""Analyses: found one by one, kept as they are found, once for all who ask."""

import asyncio

import msgspec
import pytest

from byzanz.analysis.report import (
    EDITION,
    Cause,
    Ending,
    Findings,
    Outcome,
    Outlook,
    Report,
    Step,
)
from byzanz.server import analyses
from byzanz.server.analyses import Analyses
from byzanz.server.analysts import Find, Lost
from byzanz.server.past import past_of, read_past
from byzanz.store.trouble import StoreBusy
from byzanz.wire.problems import Code
from tests.server.core.ended import cut, record
from tests.server.core.house import START, refusal

PAST = past_of(read_past(record().encode()).text)
TOTAL = PAST.finding_count
SECOND = past_of(read_past(record("3p-06-meek").encode()).text)


class Scripted:
    """Finds something about every move in a virtual second, and tells what was asked."""

    def __init__(self):
        self.asked = []
        self.lost = 0  # questions that are not answered
        self.turn = asyncio.Lock()

    def start(self):
        pass

    async def stop(self):
        pass

    async def ask(self, question):
        async with self.turn:
            await asyncio.sleep(1)
        if self.lost:
            self.lost -= 1
            raise Lost
        self.asked.append((question.record, getattr(question, "number", "report")))
        if isinstance(question, Find):
            return msgspec.json.encode(findings(question.number))
        found = [msgspec.json.decode(each, type=Findings) for each in question.findings]
        assert found == [findings(number) for number in range(len(found))]
        return msgspec.json.encode(report(len(found)))


def findings(number):
    outlook = Outlook((number, 0, 0), (0, 0, 0), 0)
    return Findings(number, (Step(Cause.MOVE, 0, outlook),), None, None, None)


def report(count):
    """One that tells how many findings it is made of."""
    return Report((), (), Outcome(Ending.LED, (0,), count, 1, 0, 1))


class Desk:
    """Analyses in a house, and what the tests ask of them."""

    def __init__(self, house, *, may_search=True):
        self.house, self.store = house, house.store
        self.analysts = Scripted()
        self.analyses = Analyses(self.store, house.clock, self.analysts, may_search=may_search)

    async def keep(self, *subjects):
        for subject in subjects:
            await self.store.add_replay(subject, b"", START)

    async def begin(self, subject="a", past=PAST, person="Anna"):
        await self.analyses.begin(subject, past, person)

    async def known(self, after=0, subject="a", past=PAST):
        return await self.analyses.known(subject, past, after)

    def numbers(self):
        return [number for _, number in self.analysts.asked]


async def desk_with(house, *subjects, **options):
    desk = Desk(house, **options)
    await desk.keep(*subjects)
    return desk


async def test_findings_come_one_by_one_and_the_report_with_the_last(house):
    desk = await desk_with(house, "a")
    before = await desk.known()
    assert (before.total, before.count, before.is_begun, before.report) == (TOTAL, 0, False, None)
    assert desk.analyses.count == 0  # looking begins nothing
    await desk.begin()
    assert (await desk.known()).is_begun
    await house.wait(10.5)
    some = await desk.known()
    assert (some.count, some.report) == (10, None)
    assert some.findings == tuple([findings(number) for number in range(10)])
    assert (await desk.known(7)).findings == some.findings[7:]
    assert (await desk.known(11)).findings == ()
    await house.wait(TOTAL - 10)
    last = await desk.known(10)
    assert (last.count, last.report) == (TOTAL - 1, None)  # the last is held back for the report
    await house.wait(1)
    end = await desk.known(TOTAL - 1)
    assert end.count == end.total == TOTAL
    assert end.findings == (findings(TOTAL - 1),)
    assert end.report == report(TOTAL)
    assert (await desk.known(999_999)).report == end.report
    assert (await desk.known()).count == TOTAL
    assert desk.analyses.count == 0
    await desk.begin()
    assert desk.analyses.count == 0
    assert desk.numbers() == [*range(TOTAL), "report"]


async def test_two_who_ask_at_once_share_one_analysis(house):
    desk = await desk_with(house, "a")
    await asyncio.gather(*(desk.begin(person=name) for name in ("Anna", "Ben", "Anna")))
    assert desk.analyses.count == 1
    await house.wait(TOTAL + 2)
    assert desk.numbers() == [*range(TOTAL), "report"]


async def test_after_a_restart_only_what_is_missing_is_found(house):
    whole = await desk_with(house, "a", "b")
    await whole.begin("b")
    await house.wait(TOTAL + 2)
    uninterrupted = await whole.store.findings("b")
    await whole.begin()
    await house.wait(20.5)
    await whole.analyses.stop()
    again = Desk(house)
    assert again.analyses.count == 0  # until somebody asks
    assert (await again.known()).count == 20
    assert again.analyses.count == 1
    await house.wait(TOTAL)
    assert (await again.known()).report is not None
    assert again.numbers() == [*range(20, TOTAL), "report"]
    assert await again.store.findings("a") == uninterrupted


async def test_a_restart_between_the_last_finding_and_the_report(house):
    desk = await desk_with(house, "a")
    await desk.begin()
    await house.wait(TOTAL + 0.5)
    await desk.analyses.stop()
    again = Desk(house)
    await again.begin()
    await house.wait(2)
    assert again.numbers() == ["report"]
    assert (await again.known()).report is not None


async def test_what_is_missing_in_the_middle_is_found_again(house):
    desk = await desk_with(house, "a")
    await desk.begin()
    await house.wait(TOTAL + 2)
    await desk.store.delete_old_findings(found_before=house.clock.now() - 1000 * (TOTAL - 3))
    gone = await desk.store.finding_numbers("a")
    assert gone[0] > 0
    assert (await desk.known()).count == 0
    await house.wait(TOTAL)
    assert (await desk.known()).count == TOTAL


async def test_games_take_turns(house):
    desk = await desk_with(house, "a", "b")
    await desk.begin("a")
    await house.wait(5.5)
    await desk.begin("b", SECOND)
    await house.wait(6)
    texts = [text for text, _ in desk.analysts.asked[6:]]
    assert texts[0::2] != texts[1::2]
    assert len(set(texts[0::2])) == len(set(texts[1::2])) == 1
    await desk.analyses.stop()


async def test_lost_processes_delay_an_analysis_and_no_more(house):
    desk = await desk_with(house, "a")
    await desk.begin()
    await house.wait(5.5)
    desk.analysts.lost = 3
    await house.wait(TOTAL + 20)
    assert (await desk.known()).count == TOTAL
    assert desk.numbers() == [*range(TOTAL), "report"]


async def test_what_can_not_be_found_is_given_up_till_somebody_asks_again(house):
    desk = await desk_with(house, "a")
    await desk.begin()
    await house.wait(5.5)
    desk.analysts.lost = analyses.ATTEMPTS
    await house.wait(60)
    assert desk.analyses.count == 0
    assert (await desk.known()).count == 5
    await house.wait(TOTAL)
    assert (await desk.known()).count == TOTAL


async def test_a_busy_store_delays_an_analysis(house, monkeypatch):
    desk = await desk_with(house, "a")
    keep, troubles = desk.store.add_finding, iter([StoreBusy("full")] * 3)

    async def busy(*values):
        for trouble in troubles:
            raise trouble
        await keep(*values)

    monkeypatch.setattr(desk.store, "add_finding", busy)
    await desk.begin()
    await house.wait(TOTAL + 5)
    assert (await desk.known()).count == TOTAL
    assert desk.numbers() == [*range(TOTAL), "report"]


async def test_threat_15_so_many_at_once_and_no_more(house):
    names = [f"s{number}" for number in range(analyses.MOST_AT_ONCE + 1)]
    desk = await desk_with(house, *names)
    for number, name in enumerate(names[:-1]):
        await desk.begin(name, person=f"p{number}")
    assert (await refusal(desk.begin(names[-1], person="other"))).code is Code.BUSY
    await desk.begin(names[0], person="other")  # which is under way
    await desk.store.add_finding(names[-1], 0, msgspec.json.encode(findings(0)), START)
    assert (await desk.known(subject=names[-1])).count == 1
    assert desk.analyses.count == analyses.MOST_AT_ONCE
    await desk.analyses.stop()
    assert desk.analyses.count == 0


async def test_threat_15_so_many_of_one_person(house):
    desk = await desk_with(house, "a", "b", "c", "d")
    for subject in "abc":
        await desk.begin(subject)
    assert (await refusal(desk.begin("d"))).code is Code.TOO_FAST
    await desk.begin("d", person="Ben")
    await desk.analyses.stop()


async def test_a_game_that_was_not_finished(house):
    desk = await desk_with(house, "a")
    half = read_past(cut(record(), 20).encode())
    assert (await refusal(desk.begin(past=half))).code is Code.UNFINISHED
    assert (await refusal(desk.known(past=half))).code is Code.UNFINISHED


async def test_a_server_that_compiles_nothing(house):
    desk = await desk_with(house, "a", may_search=False)
    await desk.store.add_finding("a", 0, msgspec.json.encode(findings(0)), START)
    assert (await refusal(desk.begin())).code is Code.NOT_ALLOWED
    assert (await desk.known()).count == 1
    assert desk.analyses.count == 0


async def test_findings_of_another_version_are_found_anew(house):
    desk = await desk_with(house, "a")
    for number in range(3):
        await desk.store.add_finding("a", number, b'{"number": "three"}', START)
    old = await desk.known()
    assert (old.count, old.is_begun, old.findings) == (0, False, ())
    assert desk.analyses.count == 0
    await desk.begin()
    await house.wait(TOTAL + 2)
    assert (await desk.known()).count == TOTAL
    assert desk.numbers() == [*range(TOTAL), "report"]


@pytest.mark.parametrize("mark", [b'"edition":0,', b""])
async def test_findings_of_another_edition_are_not_mixed_with_new_ones(house, mark):
    desk = await desk_with(house, "a")
    present = b'"edition":%d,' % EDITION
    body = msgspec.json.encode(findings(2))
    assert present in body
    old = body.replace(present, mark)
    await desk.store.add_finding("a", 2, old, START)
    await desk.begin()
    await house.wait(TOTAL + 2)
    assert desk.numbers() == [*range(TOTAL), "report"]
    assert (await desk.known()).count == TOTAL


async def test_nothing_is_kept_of_what_was_deleted_meanwhile(house):
    desk = await desk_with(house, "a")
    await desk.begin()
    await house.wait(5.5)
    await desk.store.delete_replays(sent_before=START + 1)
    await house.wait(TOTAL)
    assert desk.analyses.count == 0
    assert await desk.store.findings("a") == {}
    assert "report" not in desk.numbers()
