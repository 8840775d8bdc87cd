"""The seeds of bots: in rooms with given dice they follow from the moves alone."""

import msgspec
import pytest

from byzanz import Game
from byzanz.game.moves import parse_move
from byzanz.rooms.bot_dice import bot_seed
from byzanz.rooms.entries import LEVEL as HIGHEST
from byzanz.rooms.entries import (
    CameBack,
    Created,
    Moved,
    SetupChanged,
    Undone,
    WentAway,
    entry_level,
)
from byzanz.rooms.given_deal import GivenDeal, given_deal_room
from byzanz.rooms.outages import Outages
from byzanz.rooms.results import VERSION, results_of
from byzanz.rooms.room import Room
from byzanz.wire.commands import PlayDeal
from byzanz.wire.room import BotId, Pace, Setup, Status

DECK = Game.new(players=3, seed=5).deck
DICE = "5a" * 32
DEAL = GivenDeal(DECK, 0, (None, BotId.BEGINNER, BotId.SOLID), DICE)


def created(*, name="Anna", person="a" * 32, dice=DICE, filler=1) -> Created:
    return given_deal_room(
        person,
        PlayDeal("command-1", name, "0f" * 16),
        DEAL._replace(dice=dice),
        bytes([filler]).__mul__,
        challenge="c" * 32,
    )


def new_room(entry: Created, id="1" * 32) -> Room:
    room = Room(id, Outages())
    room.add(1000, entry)
    return room


def played(room: Room, moves: int) -> Room:
    """Play the first legal move, again and again."""
    for _ in range(moves):
        seat, move = next(iter(room.game.legal(room.game.turn)))
        room.add(room.at + 7, Moved(seat, str(move), is_automatic=seat != 0))
    return room


def test_the_seed_follows_from_dice_and_moves_alone():
    one = played(new_room(created()), 9)
    other = new_room(created(name="Ben", person="b" * 32, filler=2), id="2" * 32)
    other.add(5_000, SetupChanged(Setup(pace=Pace.SLOW)))
    other.add(6_000, WentAway(0))
    other = played(other, 9)
    other.add(9_000, CameBack(0))
    assert one.secret != other.secret
    assert one.seq != other.seq
    assert bot_seed(one) == bot_seed(other)


def test_every_move_and_every_secret_gives_another_seed():
    room, seeds = new_room(created()), []
    for _ in range(20):
        seeds.append(bot_seed(room))
        played(room, 1)
    assert len(set(seeds)) == 20
    assert bot_seed(new_room(created(dice="5b" * 32))) != seeds[0]


def test_the_seat_of_a_move_counts():
    one, other = new_room(created()), new_room(created())
    one.game.moves.append((0, parse_move("done")))
    other.game.moves.append((1, parse_move("done")))
    assert bot_seed(one) != bot_seed(other)


def test_moves_taken_back_do_not_count():
    room = played(new_room(created()), 4)
    seed = bot_seed(room)
    played(room, 3)
    room.add(room.at, Undone(0, 4))
    assert bot_seed(room) == seed


def test_without_given_dice_the_seed_is_that_of_the_entry_as_ever():
    room = new_room(msgspec.structs.replace(created(), dice=None, secret="ab" * 32))
    first = bot_seed(room)
    assert first == 18636679145273912
    room.add(2_000, SetupChanged(Setup()))
    assert bot_seed(room) != first


@pytest.mark.parametrize(
    ("fields", "level"),
    [
        ({}, 1),
        ({"dice": DICE}, HIGHEST),
        ({"day": "2026-11-19"}, HIGHEST),
        ({"challenge": "c" * 32}, HIGHEST),
    ],
)
def test_older_programs_do_not_get_rooms_with_a_given_deal(fields, level):
    bare = msgspec.structs.replace(created(), dice=None, challenge=None, version=None)
    assert entry_level(msgspec.structs.replace(bare, **fields)) == level


@pytest.mark.parametrize(("began", "version"), [(VERSION, VERSION), ("0.9", f"0.9-{VERSION}")])
def test_a_game_that_outlives_its_version_is_of_neither(began, version):
    room = new_room(msgspec.structs.replace(created(), version=began))
    while room.status is not Status.FINISHED:
        played(room, 1)
    (result,) = results_of(room)
    assert result.version == version
    assert [line.name for line in result.seats] == room.names
    assert not result.is_counted


def test_nobody_takes_back_a_move_of_a_try():
    room = played(new_room(created()), 1)
    assert room.history.moves_before_last_of_person == 0
    assert room.moves_kept_by_undo(0) is None
    room.challenge = None
    assert room.moves_kept_by_undo(0) == 0
