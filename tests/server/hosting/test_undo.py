"""A person alone with bots may undo; the record has only the moves that remain."""

from byzanz.deal.record_headers import read_headers
from byzanz.deal.verification import verify
from byzanz.game.record import RULES_VERSION, load_game, parse_record
from byzanz.rooms.audience import update
from byzanz.rooms.entries import CameBack, Undone, WentAway
from byzanz.rooms.room_record import room_record
from byzanz.server.hosting.people import person_of
from byzanz.wire.answers import PersonAway, PersonBack
from byzanz.wire.problems import Code
from byzanz.wire.room import Status
from tests.server.hosting.harness import refusal


async def until_turn(harness, room):
    """Wait until Anna is on turn or the game is over; returns the game."""
    while True:
        current_room = await harness.room(room)
        if current_room.status is not Status.RUNNING or current_room.turn.name == "Anna":
            return current_room.game
        await harness.wait(0.5)


async def step(harness, room, choice=0):
    game = await until_turn(harness, room)
    moves = [str(move) for _, move in game.legal(game.turn)]
    await harness.play("Anna", room, moves[choice % len(moves)])


async def test_undo_goes_back_to_the_last_decision_of_the_person(harness):
    room = await harness.table("Anna", "solid solid", pace="quick")
    before = await until_turn(harness, room)
    state = (before.decision, before.table, before.moves[:])
    assert not (await harness.update("Anna", room)).room.may_undo
    assert (await refusal(harness.undo("Anna", room))).code is Code.NO_UNDO
    follower = await harness.follow("Anna", room)
    await step(harness, room)
    await until_turn(harness, room)
    follower.read()
    assert (await harness.update("Anna", room)).room.may_undo
    await harness.undo("Anna", room)
    game = (await harness.room(room)).game
    assert (game.decision, game.table, game.moves) == state
    [update] = follower.updates()
    assert update.is_rewound
    assert [step.events for step in update.steps] in ([], [()])
    assert update.view.decision == state[0]


async def test_an_update_after_an_undo_still_has_the_changes_of_presence(harness):
    room = await harness.table("Anna", "solid solid", pace="quick")
    await step(harness, room)
    current_room = (await harness.room(room)).copy()
    seat = current_room.seat_of(person_of("Anna"))
    moves = current_room.moves_kept_by_undo(seat)
    for entry in (WentAway(seat), CameBack(seat), Undone(seat, moves)):
        current_room.add(current_room.at + 1, entry)
    [whole] = update(current_room, seat, 0, 0).steps
    assert whole.changes == (PersonAway(seat), PersonBack(seat))


async def test_undo_is_refused_once_two_people_have_played(harness):
    room = await harness.table("Anna Ben", "solid", pace="quick")
    await harness.wait(5)
    current_room = await harness.room(room)
    while current_room.turn.bot:
        await harness.wait(1)
        current_room = await harness.room(room)
    await harness.play(current_room.turn.name, room, "pass")
    for name in ("Anna", "Ben"):
        assert (await refusal(harness.undo(name, room))).code is Code.NO_UNDO
    await harness.leave("Ben", room)  # Anna may have learned of Ben's cards
    assert (await refusal(harness.undo("Anna", room))).code is Code.NO_UNDO


async def test_updates_across_an_undo_have_no_gap(harness):
    room = await harness.table("Anna", "solid solid", pace="quick")
    for choice in range(6):
        await step(harness, room, choice)
    await until_turn(harness, room)
    await harness.undo("Anna", room)
    rewound = (await harness.room(room)).seq
    for choice in range(4):
        await step(harness, room, choice + 1)
    current_room = await harness.room(room)
    for after in range(current_room.seq + 1):
        update = await harness.update("Anna", room, after)
        assert update.is_rewound == (after < rewound)
        first = max(after + 1, rewound if after == 0 else rewound + 1)
        assert [step.seq for step in update.steps] == list(range(first, current_room.seq + 1))
    events = current_room.game.events_for(await harness.seat("Anna", room))
    later = await events_after(harness, room, rewound)
    assert later == events[-len(later) :]
    assert await events_after(harness, room, 0) == events


async def events_after(harness, room, after):
    steps = (await harness.update("Anna", room, after)).steps
    return tuple([event for step in steps for event in step.events])


async def test_the_record_has_only_the_moves_that_remain(harness):
    room = await harness.table("Anna", "solid solid solid", pace="quick")
    choice = undone = 0
    while (await until_turn(harness, room)) and (await harness.room(room)).status is Status.RUNNING:
        choice += 1
        await step(harness, room, choice)
        if choice % 7 == 0 and (await harness.update("Anna", room)).room.may_undo:
            await harness.undo("Anna", room)
            undone += 1
    current_room = await harness.room(room)
    assert undone > 1
    assert current_room.status is Status.FINISHED
    text = room_record(current_room)
    game = load_game(text)
    assert game.moves == current_room.game.moves
    assert game.scores == current_room.game.scores
    assert sum(b'"moved"' in entry.body for entry in await harness.store.log(room)) > len(
        game.moves
    )
    claim = read_headers(parse_record(text).headers, 4)
    verify(claim, game.deck, rules_version=RULES_VERSION)
    assert (await refusal(harness.undo("Anna", room))).code is Code.NOT_RUNNING
    assert (await harness.room_from_log(room)).game.moves == game.moves
