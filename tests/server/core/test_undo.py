"""Alone with bots: moves can be taken back, and the record shows the line that was played."""

from byzanz.deal.headers import read_headers
from byzanz.deal.verification import verify
from byzanz.game.record import RULES_VERSION, load_game, parse_record
from byzanz.server.audience import update
from byzanz.server.entries import CameBack, Undone, WentAway
from byzanz.server.people import person_of
from byzanz.server.records import room_record
from byzanz.wire.answers import PersonAway, PersonBack
from byzanz.wire.problems import Code
from byzanz.wire.room import Status
from tests.server.core.house import refusal


async def till_turn(house, room):
    """Wait for the bots; the game, whose turn is Anna's, or which is over."""
    while True:
        folded = await house.room(room)
        if folded.status is not Status.RUNNING or folded.turn.name == "Anna":
            return folded.game
        await house.wait(0.5)


async def step(house, room, choice=0):
    game = await till_turn(house, room)
    moves = [str(move) for _, move in game.legal(game.turn)]
    await house.play("Anna", room, moves[choice % len(moves)])


async def test_undo_goes_back_to_the_last_decision_of_the_person(house):
    room = await house.table("Anna", "solid solid", pace="quick")
    before = await till_turn(house, room)
    state = (before.decision, before.table, before.moves[:])
    assert not (await house.update("Anna", room)).room.may_undo
    assert (await refusal(house.undo("Anna", room))).code is Code.NO_UNDO
    follower = await house.follow("Anna", room)
    await step(house, room)
    await till_turn(house, room)
    follower.read()
    assert (await house.update("Anna", room)).room.may_undo
    await house.undo("Anna", room)
    game = (await house.room(room)).game
    assert (game.decision, game.table, game.moves) == state
    [update] = follower.updates()
    assert update.is_rewound
    assert [step.events for step in update.steps] in ([], [()])
    assert update.view.decision == state[0]


async def test_who_was_away_is_told_after_an_undo_too(house):
    room = await house.table("Anna", "solid solid", pace="quick")
    await step(house, room)
    folded = (await house.room(room)).copy()
    seat = folded.seat_of(person_of("Anna"))
    moves = folded.undo_moves(seat)
    for entry in (WentAway(seat), CameBack(seat), Undone(seat, moves)):
        folded.add(folded.at + 1, entry)
    [whole] = update(folded, seat, 0, 0).steps
    assert whole.changes == (PersonAway(seat), PersonBack(seat))


async def test_who_may_not_undo(house):
    room = await house.table("Anna Ben", "solid", pace="quick")
    await house.wait(5)
    folded = await house.room(room)
    while folded.turn.bot:
        await house.wait(1)
        folded = await house.room(room)
    await house.play(folded.turn.name, room, "pass")
    for name in ("Anna", "Ben"):
        assert (await refusal(house.undo(name, room))).code is Code.NO_UNDO
    await house.leave("Ben", room)  # whose cards Anna may have learned of
    assert (await refusal(house.undo("Anna", room))).code is Code.NO_UNDO


async def test_resuming_over_an_undo_has_no_gap(house):
    room = await house.table("Anna", "solid solid", pace="quick")
    for choice in range(6):
        await step(house, room, choice)
    await till_turn(house, room)
    await house.undo("Anna", room)
    rewound = (await house.room(room)).seq
    for choice in range(4):
        await step(house, room, choice + 1)
    folded = await house.room(room)
    for after in range(folded.seq + 1):
        update = await house.update("Anna", room, after)
        assert update.is_rewound == (after < rewound)
        first = max(after + 1, rewound if after == 0 else rewound + 1)
        assert [step.seq for step in update.steps] == list(range(first, folded.seq + 1))
    events = folded.game.events_for(await house.seat("Anna", room))
    later = await told(house, room, rewound)
    assert later == events[-len(later) :]
    assert await told(house, room, 0) == events


async def told(house, room, after):
    steps = (await house.update("Anna", room, after)).steps
    return tuple([event for step in steps for event in step.events])


async def test_the_record_shows_the_line_that_was_played(house):
    room = await house.table("Anna", "solid solid solid", pace="quick")
    choice = undone = 0
    while (await till_turn(house, room)) and (await house.room(room)).status is Status.RUNNING:
        choice += 1
        await step(house, room, choice)
        if choice % 7 == 0 and (await house.update("Anna", room)).room.may_undo:
            await house.undo("Anna", room)
            undone += 1
    folded = await house.room(room)
    assert undone > 1
    assert folded.status is Status.FINISHED
    text = room_record(folded)
    game = load_game(text)
    assert game.moves == folded.game.moves
    assert game.scores == folded.game.scores
    assert sum(b'"moved"' in entry.body for entry in await house.store.log(room)) > len(game.moves)
    claim = read_headers(parse_record(text).headers, 4)
    verify(claim, game.deck, rules_version=RULES_VERSION)
    assert (await refusal(house.undo("Anna", room))).code is Code.NOT_RUNNING
    assert (await house.folded(room)).game.moves == game.moves
