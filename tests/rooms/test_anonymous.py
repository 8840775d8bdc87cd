"""The removal of a person from entries of a room's log."""

import pytest
from msgspec.structs import replace

from byzanz.game.record import load_game
from byzanz.rooms.anonymous import (
    SOMEBODY,
    is_deleted,
    names_of,
    people_in,
    without_borrowed_names,
    without_person,
)
from byzanz.rooms.entries import Created, HeldSeat, Joined, Left, SeatRequested
from byzanz.rooms.finished_game import read_finished_game, without_names
from byzanz.wire.room import BotId, Setup
from tests.server.hosting.finished_games import record

ANNA, BEN = "a" * 64, "b" * 64
GONE = "deleted:0123"
JOINED = Joined(0, ANNA, "Anna", "0f" * 16)
CREATED = Created(
    rules="1",
    setup=Setup(),
    bots=(None, BotId.SOLID, None),
    names=("", "Kassia", ""),
    host=ANNA,
    joined=JOINED,
    deal="d",
    secret="5e",
    held=(HeldSeat(1, BEN, "Ben"), HeldSeat(2, ANNA, "Annie")),
)


@pytest.mark.parametrize(
    ("entry", "people", "names"),
    [
        (CREATED, {ANNA, BEN}, {"Anna", "Annie"}),
        (replace(CREATED, host=None, joined=None, held=()), set(), set()),
        (JOINED, {ANNA}, {"Anna"}),
        (SeatRequested(ANNA, "Anni"), {ANNA}, {"Anni"}),
        (SeatRequested(ANNA, "", is_wanted=False), {ANNA}, set()),
        (Joined(1, BEN, "Ben", ""), {BEN}, set()),
        (Joined(1, GONE, SOMEBODY, ""), set(), set()),
        (Left(0), set(), set()),
    ],
)
def test_people_and_names_of_an_entry(entry, people, names):
    assert people_in(entry) == people
    assert names_of(ANNA, [entry]) == names
    after = without_person(entry, ANNA, GONE)
    assert people_in(after) == people - {ANNA}
    assert names_of(ANNA, [after]) == set()
    assert without_person(after, ANNA, GONE) == after


def test_the_data_of_other_people_is_kept():
    after = without_person(CREATED, ANNA, GONE)
    assert after.joined == replace(JOINED, person=GONE, name=SOMEBODY)
    assert after.joined.nonce == JOINED.nonce
    assert after.held == (HeldSeat(1, BEN, "Ben"),)
    assert without_person(CREATED, BEN, GONE).joined == JOINED
    assert without_person(SeatRequested(ANNA, "Anni"), ANNA, GONE) == SeatRequested(
        GONE, "", is_wanted=False
    )
    assert is_deleted(GONE)
    assert not is_deleted(ANNA)
    assert not is_deleted(None)


def test_bots_named_after_a_deleted_person_get_new_names():
    bots = (BotId.SOLID, BotId.SOLID, None)
    continued = replace(CREATED, bots=bots, names=("Ben", "Theo", ""), continues="r1")
    after = without_borrowed_names(continued, {"Ben"})
    assert after.names[0] not in ("Ben", "Theo", "Anna", "")
    assert after.names[1:] == ("Theo", "")
    assert replace(after, names=continued.names) == continued
    assert without_borrowed_names(continued, {"Zoe"}) == continued


def test_an_analysis_gets_a_record_without_names():
    finished = read_finished_game(record("6p-00-plain").replace("player ", "player A", 1).encode())
    bare = without_names(finished)
    assert bare.names == tuple([f"Seat {seat}" for seat in range(6)])
    assert finished.names[0] not in bare.text
    assert load_game(bare.text).moves == load_game(finished.text).moves
    assert [line for line in bare.text.splitlines() if not line.startswith("player ")] == [
        line for line in finished.text.splitlines() if not line.startswith("player ")
    ]
