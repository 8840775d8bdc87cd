"""The time that people wait for bots depends only on public facts and is limited."""

from itertools import pairwise

import pytest

from byzanz.cards import Card
from byzanz.game.events import LotRevealed, Passed, TrioSold
from byzanz.rooms.bot_timing import LEAST, LEAST_BY_BOT, SCHEDULES, answer_time, skip_time
from byzanz.rooms.entries import Moved, SetupChanged
from byzanz.server.hosting.people import person_of
from byzanz.wire.problems import Code
from byzanz.wire.room import BotId, Pace, Status
from tests.server.hosting.harness import Harness, refusal
from tests.server.hosting.test_undo import step, until_turn

CLOTH = (Card.C1, Card.C2, Card.C3)
LOT = LotRevealed(4, CLOTH, 0)


def times(pace, seats, bot=BotId.SOLID, events=()):
    """Return the milliseconds of sixty answers in a row."""
    return [
        answer_time(pace, ("a" * 32, seq), seats=seats, answers=seq, bot=bot, events=events)
        for seq in range(60)
    ]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("pace", SCHEDULES)
def test_answers_in_a_row_become_faster_down_to_a_minimum(pace, seats):
    answers = times(pace, seats)
    assert answers[-1] < answers[0]
    assert min(answers) >= LEAST
    assert sum(answers[:10]) > sum(answers[20:30])
    assert min(times(pace, seats, BotId.EXPERT)) >= LEAST_BY_BOT[BotId.EXPERT]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_slower_pace_takes_longer(seats):
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
def test_events_that_take_long_to_see_delay_the_answer(events, is_longer):
    usual, taken = times(Pace.CALM, 4), times(Pace.CALM, 4, events=events)
    assert [a < b for a, b in zip(usual, taken, strict=True)] == [is_longer] * 60


async def test_bot_moves_are_counted_since_the_last_move_of_a_person(harness):
    room = await harness.table("Anna", "solid solid solid")
    counts = []
    for number in range(12):
        await step(harness, room, number)
        assert (await harness.room(room)).bot_moves_in_row == 0
        game = await until_turn(harness, room)
        counts.append((await harness.room(room)).bot_moves_in_row)
        seat = await harness.seat("Anna", room)
        moves_of_seat = [at for at, (who, _) in enumerate(game.moves) if who == seat]
        assert counts[-1] == len(game.moves) - 1 - moves_of_seat[-1]
    assert max(counts) > 2
    await harness.undo("Anna", room)
    assert (await harness.room(room)).bot_moves_in_row == 0
    assert (await harness.room_from_log(room)).bot_moves_in_row == 0


async def test_planned_and_manual_passes_lead_to_the_same_times(harness):
    """Otherwise the next bots' answers would reveal the bid plan."""
    rooms = [await harness.table("Anna Ben", "solid") for _ in range(2)]
    answers = []
    for room, is_automatic in zip(rooms, (True, False), strict=True):
        current_room = (await harness.room(room)).copy()
        current_room.add(
            current_room.at, Moved(current_room.game.turn, "pass", is_automatic=is_automatic)
        )
        answers.append(current_room.bot_moves_in_row)
    assert answers == [0, 0]


# --- the pace in a game of one person -------------------------------------------------------------


async def test_the_only_person_sets_the_pace_at_any_moment(harness):
    room = await harness.table("Anna", "solid solid", pace="slow")
    await step(harness, room)
    assert (await harness.update("Anna", room)).room.may_set_pace
    assert not (await harness.update(None, room)).room.may_set_pace
    await harness.change_setup("Anna", room, pace="quick")
    changed = await harness.room(room)
    assert changed.pace == Pace.QUICK
    await until_turn(harness, room)
    log = await harness.store.log(room)
    taken = [b.at - a.at for a, b in pairwise(log) if b.seq > changed.seq]
    assert max(taken) <= 800
    await harness.change_setup("Anna", room, pace="calm")  # on her own turn too
    assert isinstance((await harness.log(room))[-1], SetupChanged)


async def test_with_more_people_the_pace_of_the_setup_is_fixed(harness):
    room = await harness.table("Anna Ben", "solid")
    for name in ("Anna", "Ben"):
        state = (await harness.update(name, room)).room
        assert not state.may_set_pace
        assert not state.may_skip
    assert (
        await refusal(harness.change_setup("Anna", room, pace="quick"))
    ).code is Code.NOT_WAITING
    assert (await refusal(harness.change_setup("Ben", room, pace="quick"))).code is Code.NOT_ALLOWED
    await harness.leave("Anna", room)
    assert (await harness.update("Ben", room)).room.may_set_pace
    await harness.change_setup("Ben", room, pace="quick")


async def test_the_rest_of_the_setup_is_fixed_after_the_start(harness):
    room = await harness.table("Anna", "solid solid")
    refused = await refusal(harness.change_setup("Anna", room, pace="quick", hints=False))
    assert refused.code is Code.NOT_WAITING


# --- skips ----------------------------------------------------------------------------------------


async def skip(harness, room, name="Anna"):
    await harness.rooms.skip(person_of(name), room)


async def pass_until_skippable(harness, room):
    """Let Anna pass until she may skip; returns the room."""
    while True:
        game = await until_turn(harness, room)
        moves = [str(move) for _, move in game.legal(game.turn)]
        await harness.play("Anna", room, "pass" if "pass" in moves else moves[-1])
        if (await harness.update("Anna", room)).room.may_skip:
            return await harness.room(room)


@pytest.mark.parametrize("bot", ["solid", "expert"])
async def test_a_skip_leads_to_the_next_decision(harness, bot):
    room = await harness.table("Anna", f"{bot} {bot} {bot}", pace="slow")
    harness.bots.seconds = 0.03
    seat = await harness.seat("Anna", room)
    lengths = []
    while (await harness.room(room)).status is Status.RUNNING:
        before = await pass_until_skippable(harness, room)
        if before.status is not Status.RUNNING:
            break
        began = harness.now()
        await skip(harness, room)
        await until_turn(harness, room)
        after = await harness.room(room)
        moves = after.game.moves[len(before.game.moves) :]
        lengths.append(len(moves))
        assert seat not in [who for who, _ in moves]
        assert harness.now() - began <= skip_time([BotId(bot)] * len(moves)) + 800
        assert after.status is not Status.RUNNING or after.game.options(seat).has_decision
        if len(lengths) == 8:
            break
    assert max(lengths) > 3
    assert (await harness.live(room)).skip is None
    assert len(await harness.log(room)) == after.seq


async def test_a_skip_plays_the_same_moves_as_waiting():
    games = []
    for is_skipped in (False, True):
        harness = await Harness.open(seed=3)
        room = await harness.table("Anna", "solid solid solid")
        before = await pass_until_skippable(harness, room)
        if is_skipped:
            await skip(harness, room)
        games.append((await until_turn(harness, room)).moves)
        await harness.close()
    assert games[0] == games[1]
    assert len(games[0]) > len(before.game.moves) + 1


async def test_moves_of_a_skip_are_sent_together_however_long_bots_think(harness):
    room = await harness.table("Anna", "solid solid solid")
    harness.bots.delay = lambda view: 0.001 * (sum(card.kind for card in view.own.hand) % 40)
    before = await pass_until_skippable(harness, room)
    follower = await harness.follow("Anna", room)
    follower.read()
    await skip(harness, room)
    await until_turn(harness, room)
    log = [entry for entry in await harness.store.log(room) if entry.seq > before.seq]
    assert len(log) >= 2
    assert {entry.at for entry in log} == {before.at + skip_time([BotId.SOLID] * len(log))}
    assert [update.seq for update in follower.updates()] == [entry.seq for entry in log]


async def test_a_person_on_turn_cannot_skip(harness):
    room = await harness.table("Anna", "solid solid")
    await until_turn(harness, room)
    assert not (await harness.update("Anna", room)).room.may_skip
    log = await harness.store.log(room)
    assert (await refusal(skip(harness, room))).code is Code.YOUR_TURN
    assert (await harness.live(room)).skip is None
    await harness.wait(60)
    assert await harness.store.log(room) == log


async def test_a_skip_before_the_start_or_among_people_is_refused(harness):
    room = await harness.create("_ solid solid")
    assert (await refusal(skip(harness, room))).code is Code.NOT_RUNNING
    assert (await refusal(skip(harness, room, "Ben"))).code is Code.NOT_ALLOWED
    room = await harness.table("Anna Ben", "solid")
    names = {await harness.person_on_turn(room)}
    other = ({"Anna", "Ben"} - names).pop()
    assert (await refusal(skip(harness, room, other))).code is Code.NO_SKIP


async def test_a_skip_is_lost_in_a_restart(harness):
    room = await harness.table("Anna", "solid solid solid")
    harness.bots.seconds = 0.1
    before = await pass_until_skippable(harness, room)
    await skip(harness, room)
    await harness.wait(0.05)
    await harness.restart()
    await harness.update("Anna", room)
    assert (await harness.room(room)).seq == before.seq
    assert (await harness.live(room)).skip is None
    await harness.follow("Anna", room)
    await until_turn(harness, room)
    assert (await harness.room(room)).seq > before.seq


async def test_a_second_skip_and_a_new_pace_during_a_skip_repeat_no_move(harness):
    room = await harness.table("Anna", "solid solid solid")
    harness.bots.seconds = 0.05
    before = await pass_until_skippable(harness, room)
    await skip(harness, room)
    await harness.wait(0.01)
    await skip(harness, room)
    await harness.wait(0.02)
    await harness.change_setup("Anna", room, pace="quick")
    await until_turn(harness, room)
    moves = [entry for entry in (await harness.log(room))[before.seq :] if isinstance(entry, Moved)]
    after = await harness.room(room)
    assert len(after.game.moves) == len(before.game.moves) + len(moves)
    assert (await harness.room_from_log(room)).game.table == after.game.table


async def test_leaving_during_a_skip_ends_it(harness):
    room = await harness.table("Anna", "solid solid solid")
    await pass_until_skippable(harness, room)
    harness.bots.seconds = 0.5
    await skip(harness, room)
    await harness.leave("Anna", room)
    await harness.wait(30)
    assert (await harness.live(room)).skip is None


async def test_a_long_sequence_of_bot_moves_is_skipped(harness, monkeypatch):
    monkeypatch.setattr("byzanz.rooms.automatic.MOST_BOT_MOVES", {Pace.CALM: 2})
    room = await harness.table("Anna", "solid solid solid solid")
    for _ in range(6):
        before = await pass_until_skippable(harness, room)
        await until_turn(harness, room)
        log = [each for each in await harness.store.log(room) if each.seq > before.seq]
        if len(log) > 4:
            break
    assert len({entry.at for entry in log}) == 3
    assert (await harness.live(room)).skip is None
