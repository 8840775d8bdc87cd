"""A game goes on from one of its positions, against bots."""

import pytest

from byzanz.game.record import load_game, parse_record
from byzanz.server.past import read_past
from byzanz.server.people import person_of
from byzanz.server.records import room_record
from byzanz.server.replays import Replays
from byzanz.wire.problems import Code
from byzanz.wire.replays import PlayOn
from byzanz.wire.room import BotWord, Status
from tests.server.core.ended import cut, finished, play_out, record
from tests.server.core.house import NONCE, refusal

PAST = read_past(record().encode())
REPLAY = "ab" * 16


def command(number=20, seat=1, *, name="Anna", bot=BotWord.SOLID, id="play-on-1"):
    return PlayOn(id, number, seat, name, NONCE, bot)


async def go_on(house, past=PAST, **facts):
    return (await house.rooms.play_on(person_of("Anna"), REPLAY, command(**facts), past)).room


async def test_the_moves_stand_and_the_person_has_the_seat(house):
    room = await house.room(await go_on(house))
    assert room.status is Status.RUNNING
    assert tuple(room.game.moves) == PAST.moves[:20]
    assert room.game.deck == PAST.deck
    assert [seat.bot for seat in room.seats] == ["solid", None, "solid"]
    assert [seat.name for seat in room.seats] == [PAST.names[0], "Anna", PAST.names[2]]
    assert room.seat_of(person_of("Anna")) == 1
    assert room.host == person_of("Anna")
    assert not room.setup.is_public
    assert room.code is None
    assert room.deal is None
    assert (await house.folded(room.id)).game.table == room.game.table


async def test_whoever_comes_draws_the_view_and_can_read_all_that_happened(house):
    room = await go_on(house)
    update = await house.update("Anna", room)
    assert update.is_rewound
    [step] = update.steps
    assert step.events == (await house.room(room)).game.events_for(1)
    assert update.room.deal is None
    assert not (await house.update("Anna", room, 1)).is_rewound


async def test_bots_play_it_to_its_end_and_the_record_is_right(house):
    room = await go_on(house, number=60)
    await play_out(house, room)
    folded = await house.room(room)
    assert folded.status is Status.FINISHED
    text = room_record(folded)
    assert load_game(text).scores == folded.game.scores
    assert tuple(folded.game.moves[:60]) == PAST.moves[:60]
    words = {word for word, _ in parse_record(text).headers}
    assert words == {"rules", "date", "bot"}  # nothing is proved of a given deck
    again = (await house.rematch("Anna", room)).room
    assert (await house.room(again)).deck is None
    assert (await house.room(again)).deal is not None


async def test_undo_does_not_go_behind_the_position(house):
    room = await go_on(house, number=5)
    assert (await refusal(house.undo("Anna", room))).code is Code.NO_UNDO
    while (await house.room(room)).turn.name != "Anna":
        await house.wait(1)
    before = (await house.room(room)).game.moves[:]
    assert not (await house.update("Anna", room)).room.may_undo
    await house.play("Anna", room, "pass")
    await house.undo("Anna", room)
    assert (await house.room(room)).game.moves == before
    assert (await refusal(house.undo("Anna", room))).code is Code.NO_UNDO
    assert before[:5] == list(PAST.moves[:5])


async def test_the_same_command_is_the_same_room(house):
    first = await go_on(house)
    assert await go_on(house) == first
    other = house.rooms.play_on(person_of("Anna"), REPLAY, command(21), PAST)
    assert (await refusal(other)).code is Code.COMMAND_CONFLICT
    assert await go_on(house, id="play-on-2") != first
    elsewhere = await house.rooms.play_on(person_of("Anna"), "cd" * 16, command(), PAST)
    assert elsewhere.room != first


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        pytest.param({"seat": 3}, "seat", id="no such seat"),
        pytest.param({"number": len(PAST.moves)}, "number", id="the end"),
        pytest.param({"number": len(PAST.moves) + 1}, "number", id="behind the end"),
    ],
)
async def test_a_position_where_nothing_goes_on(house, facts, field):
    refused = await refusal(go_on(house, **facts))
    assert (refused.code, refused.facts) == (Code.BAD_REQUEST, {"field": field})


async def test_a_game_that_was_not_finished_goes_on_where_it_stopped(house):
    past = read_past(cut(record(), 30).encode())
    room = await house.room(await go_on(house, past, number=30))
    assert len(room.game.moves) == 30
    refused = await refusal(go_on(house, past, number=31, id="play-on-2"))
    assert refused.facts == {"field": "number"}


async def test_from_the_deal_and_from_the_last_decision(house):
    first = await house.room(await go_on(house, number=0))
    assert first.game.moves == []
    assert not (await house.update("Anna", first.id)).is_rewound
    last = await house.room(await go_on(house, number=len(PAST.moves) - 1, id="play-on-2"))
    assert last.status is Status.RUNNING


async def test_names_can_be_told_apart(house):
    text = record()
    for seat, name in enumerate(("Anna", "Bob", "B0b")):
        text = text.replace(f"player {PAST.names[seat]}\n", f"player {name}\n")
    room = await house.room(await go_on(house, read_past(text.encode()), seat=1))
    assert [seat.name for seat in room.seats] == ["Kassia", "Anna", "B0b"]
    room = await house.room(await go_on(house, read_past(text.encode()), seat=0, id="play-on-2"))
    assert [seat.name for seat in room.seats] == ["Anna", "Bob", "Kassia"]
    refused = await refusal(go_on(house, name="\u200b", id="play-on-3"))
    assert refused.code is Code.BAD_NAME


async def test_a_game_of_a_room_goes_on(house):
    room = await finished(house)
    past = await Replays(house.rooms).find(room, None)
    made = await house.rooms.play_on(person_of("Ben"), room, command(10, 0, name="Ben"), past)
    folded = await house.room(made.room)
    assert folded.game.moves == (await house.room(room)).game.moves[:10]
