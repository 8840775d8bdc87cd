"""How long people wait for bots: from what everybody has seen, and never very long."""

from itertools import pairwise

import pytest

from byzanz.cards import Card
from byzanz.game.events import LotRevealed, Passed, TrioSold
from byzanz.server.entries import Moved, SetupChanged
from byzanz.server.pace import LEAST, LONG_THOUGHTS, SCHEDULES, answer_time, skip_time
from byzanz.server.people import person_of
from byzanz.wire.problems import Code
from byzanz.wire.room import BotWord, Pace, Status
from tests.server.core.house import House, refusal
from tests.server.core.test_undo import step, till_turn

CLOTH = (Card.C1, Card.C2, Card.C3)
LOT = LotRevealed(4, CLOTH, 0)


def times(pace, seats, bot=BotWord.SOLID, events=()):
    """What each of sixty answers takes."""
    return [
        answer_time(pace, ("a" * 32, seq), seats=seats, answers=seq, bot=bot, events=events)
        for seq in range(60)
    ]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("pace", SCHEDULES)
def test_answers_come_quicker_and_quicker_and_never_too_quickly(pace, seats):
    taken = times(pace, seats)
    assert taken[-1] < taken[0]
    assert min(taken) >= LEAST
    assert sum(taken[:10]) > sum(taken[20:30])
    assert min(times(pace, seats, BotWord.EXPERT)) >= LONG_THOUGHTS[BotWord.EXPERT]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_paces_differ(seats):
    slow, normal, fast = [sum(times(pace, seats)[:8]) for pace in SCHEDULES]
    assert slow > 1.5 * normal > 2 * fast


@pytest.mark.parametrize(
    ("events", "is_longer"),
    [
        ([], False),
        ([Passed(1, ())], False),
        ([LOT], True),
        ([TrioSold(1, CLOTH, CLOTH[2], 3)], True),
    ],
)
def test_what_takes_long_to_see_gets_its_time(events, is_longer):
    usual, taken = times(Pace.CALM, 4), times(Pace.CALM, 4, events=events)
    assert [a < b for a, b in zip(usual, taken, strict=True)] == [is_longer] * 60


async def test_only_bots_in_a_row_are_counted(house):
    room = await house.table("Anna", "solid solid solid")
    counts = []
    for number in range(12):
        await step(house, room, number)
        assert (await house.room(room)).answers == 0
        game = await till_turn(house, room)
        counts.append((await house.room(room)).answers)
        seat = await house.seat("Anna", room)
        own = [at for at, (who, _) in enumerate(game.moves) if who == seat]
        assert counts[-1] == len(game.moves) - 1 - own[-1]
    assert max(counts) > 2
    await house.undo("Anna", room)
    assert (await house.room(room)).answers == 0
    assert (await house.folded(room)).answers == 0


async def test_a_pass_by_wish_and_by_hand_make_the_same_times(house):
    """Or the bots after it would tell which it was."""
    rooms = [await house.table("Anna Ben", "solid") for _ in range(2)]
    answers = []
    for room, is_automatic in zip(rooms, (True, False), strict=True):
        folded = (await house.room(room)).copy()
        folded.add(folded.at, Moved(folded.game.turn, "pass", is_automatic=is_automatic))
        answers.append(folded.answers)
    assert answers == [0, 0]


# --- alone with bots, one sets their speed --------------------------------------------------------


async def test_the_only_person_sets_the_pace_at_any_moment(house):
    room = await house.table("Anna", "solid solid", pace="slow")
    await step(house, room)
    assert (await house.update("Anna", room)).room.may_set_pace
    assert not (await house.update(None, room)).room.may_set_pace
    await house.change_setup("Anna", room, pace="quick")
    changed = await house.room(room)
    assert changed.pace == Pace.QUICK
    await till_turn(house, room)
    log = await house.store.log(room)
    taken = [b.at - a.at for a, b in pairwise(log) if b.seq > changed.seq]
    assert max(taken) <= 800
    await house.change_setup("Anna", room, pace="calm")  # in one's own turn too
    assert isinstance((await house.log(room))[-1], SetupChanged)


async def test_with_more_people_the_hosts_pace_holds(house):
    room = await house.table("Anna Ben", "solid")
    for name in ("Anna", "Ben"):
        state = (await house.update(name, room)).room
        assert not state.may_set_pace
        assert not state.may_skip
    assert (await refusal(house.change_setup("Anna", room, pace="quick"))).code is Code.NOT_WAITING
    assert (await refusal(house.change_setup("Ben", room, pace="quick"))).code is Code.NOT_ALLOWED
    await house.leave("Anna", room)
    assert (await house.update("Ben", room)).room.may_set_pace
    await house.change_setup("Ben", room, pace="quick")


async def test_nothing_but_the_pace_changes(house):
    room = await house.table("Anna", "solid solid")
    refused = await refusal(house.change_setup("Anna", room, pace="quick", hints=False))
    assert refused.code is Code.NOT_WAITING


# --- skipping -------------------------------------------------------------------------------------


async def skip(house, room, name="Anna"):
    await house.rooms.skip(person_of(name), room)


async def pass_on(house, room):
    """Anna passes when she is asked; the room then."""
    while True:
        game = await till_turn(house, room)
        moves = [str(move) for _, move in game.legal(game.turn)]
        await house.play("Anna", room, "pass" if "pass" in moves else moves[-1])
        if (await house.update("Anna", room)).room.may_skip:
            return await house.room(room)


@pytest.mark.parametrize("bot", ["solid", "expert"])
async def test_a_skip_leads_to_the_next_decision(house, bot):
    room = await house.table("Anna", f"{bot} {bot} {bot}", pace="slow")
    house.bots.seconds = 0.03
    seat = await house.seat("Anna", room)
    lengths = []
    while (await house.room(room)).status is Status.RUNNING:
        before = await pass_on(house, room)
        if before.status is not Status.RUNNING:
            break
        began = house.now()
        await skip(house, room)
        await till_turn(house, room)
        after = await house.room(room)
        moves = after.game.moves[len(before.game.moves) :]
        lengths.append(len(moves))
        assert seat not in [who for who, _ in moves]
        assert house.now() - began <= skip_time([BotWord(bot)] * len(moves)) + 800
        assert after.status is not Status.RUNNING or after.game.options(seat).is_asked
        if len(lengths) == 8:
            break
    assert max(lengths) > 3
    assert (await house.live(room)).skip is None
    assert len(await house.log(room)) == after.seq


async def test_a_skip_plays_what_would_have_been_played():
    """The same bots, the same chance: only the time differs."""
    games = []
    for is_skipped in (False, True):
        house = await House.open(seed=3)
        room = await house.table("Anna", "solid solid solid")
        before = await pass_on(house, room)
        if is_skipped:
            await skip(house, room)
        games.append((await till_turn(house, room)).moves)
        await house.close()
    assert games[0] == games[1]
    assert len(games[0]) > len(before.game.moves) + 1


async def test_moves_of_a_skip_leave_together_however_long_each_took(house):
    room = await house.table("Anna", "solid solid solid")
    house.bots.pause = lambda view: 0.001 * (sum(card.kind for card in view.own.hand) % 40)
    before = await pass_on(house, room)
    follower = await house.follow("Anna", room)
    follower.read()
    await skip(house, room)
    await till_turn(house, room)
    log = [entry for entry in await house.store.log(room) if entry.seq > before.seq]
    assert len(log) >= 2
    assert {entry.at for entry in log} == {before.at + skip_time([BotWord.SOLID] * len(log))}
    assert [update.seq for update in follower.updates()] == [entry.seq for entry in log]


async def test_who_must_act_cannot_skip(house):
    room = await house.table("Anna", "solid solid")
    await till_turn(house, room)
    assert not (await house.update("Anna", room)).room.may_skip
    log = await house.store.log(room)
    assert (await refusal(skip(house, room))).code is Code.YOUR_TURN
    assert (await house.live(room)).skip is None
    await house.wait(60)
    assert await house.store.log(room) == log


async def test_skips_that_are_refused(house):
    room = await house.create("_ solid solid")
    assert (await refusal(skip(house, room))).code is Code.NOT_RUNNING
    assert (await refusal(skip(house, room, "Ben"))).code is Code.NOT_ALLOWED
    room = await house.table("Anna Ben", "solid")
    names = {await house.person_on_turn(room)}
    other = ({"Anna", "Ben"} - names).pop()
    assert (await refusal(skip(house, room, other))).code is Code.NO_SKIP


async def test_a_skip_is_forgotten_with_its_process(house):
    room = await house.table("Anna", "solid solid solid")
    house.bots.seconds = 0.1
    before = await pass_on(house, room)
    await skip(house, room)
    await house.wait(0.05)
    await house.restart()
    await house.update("Anna", room)
    assert (await house.room(room)).seq == before.seq
    assert (await house.live(room)).skip is None
    await house.follow("Anna", room)
    await till_turn(house, room)
    assert (await house.room(room)).seq > before.seq


async def test_a_skip_twice_and_a_sale_meanwhile_are_no_trouble(house):
    room = await house.table("Anna", "solid solid solid")
    house.bots.seconds = 0.05
    before = await pass_on(house, room)
    await skip(house, room)
    await house.wait(0.01)
    await skip(house, room)
    await house.wait(0.02)
    await house.change_setup("Anna", room, pace="quick")
    await till_turn(house, room)
    moves = [entry for entry in (await house.log(room))[before.seq :] if isinstance(entry, Moved)]
    after = await house.room(room)
    assert len(after.game.moves) == len(before.game.moves) + len(moves)
    assert (await house.folded(room)).game.table == after.game.table


async def test_leaving_during_a_skip_ends_it(house):
    room = await house.table("Anna", "solid solid solid")
    await pass_on(house, room)
    house.bots.seconds = 0.5
    await skip(house, room)
    await house.leave("Anna", room)
    await house.wait(30)
    assert (await house.live(room)).skip is None


async def test_after_very_many_answers_the_rest_is_skipped(house, monkeypatch):
    monkeypatch.setattr("byzanz.server.conductor.MOST_ANSWERS", {Pace.CALM: 2})
    room = await house.table("Anna", "solid solid solid solid")
    for _ in range(6):
        before = await pass_on(house, room)
        await till_turn(house, room)
        log = [each for each in await house.store.log(room) if each.seq > before.seq]
        if len(log) > 4:
            break
    assert len({entry.at for entry in log}) == 3
    assert (await house.live(room)).skip is None
