"""Rooms of 0.1.0: their logs say what they said, and they go on."""

import json
from pathlib import Path
from random import Random

import msgspec
import pytest

from byzanz.cli.verification import verified_commitment
from byzanz.game.record import parse_record
from byzanz.server.entries import DECODER
from byzanz.server.outages import Outages
from byzanz.server.records import room_record
from byzanz.server.room import Room
from byzanz.server.rooms import room_row
from byzanz.store.entry import Append, Entry
from byzanz.wire.room import OVER, Status
from tests.server.core.sitting import random_step

ROOMS = json.loads((Path(__file__).parent / "data" / "rooms-0.1.0.json").read_text())
"""Logs that 0.1.0 wrote, and how it understood them."""


def folded(old) -> Room:
    room = Room(old["room"], Outages())
    for at, body in old["log"]:
        room.add(at, DECODER.decode(msgspec.json.encode(body)))
    return room


@pytest.mark.parametrize("old", ROOMS, ids=[f"{old['status']}-{len(old['log'])}" for old in ROOMS])
def test_a_log_says_what_it_said(old):
    room = folded(old)
    assert [seat.name for seat in room.seats] == old["seats"]
    assert (room.status, room.code, room.host) == (old["status"], old["code"], old["host"])
    assert room.deal.commitment == old["commitment"]
    if old["record"] is not None:
        assert room_record(room) == old["record"]
        data = old["record"].encode()
        assert verified_commitment(data, parse_record(data), None) == old["commitment"]


async def kept(house, old) -> str:
    """Put the log of an old room into the store."""
    room = Room(old["room"], Outages())
    for seq, (at, body) in enumerate(old["log"], 1):
        stored = msgspec.json.encode(body)
        room.add(at, DECODER.decode(stored))
        entry = Entry(seq, at, f"old:{seq}", b"", stored)
        await house.store.append(Append(entry, room_row(room), room.members))
    return room.id


async def test_an_old_room_that_waits_is_found_by_its_code_and_begins(house):
    old = next(each for each in ROOMS if each["status"] == "waiting")
    room = await kept(house, old)
    assert await house.store.room_of_code(old["code"]) == room
    await house.start("Anna", room)
    started = await house.room(room)
    assert [seat.name for seat in started.seats] == old["seats"]  # as it was promised to them
    assert started.deal.commitment == old["commitment"]


async def test_an_old_room_that_runs_can_be_ended_without_those_who_are_gone(house):
    old = next(each for each in ROOMS if each["status"] == "running")
    await house.wait(200)  # until after the log's last entry
    room = await kept(house, old)
    await house.follow("Anna", room)
    await house.wait(61)
    await house.call_bot("Anna", room, await house.seat("Ben", room))
    await house.abort("Anna", room)
    await house.wait(11)
    assert (await house.room(room)).status is Status.ABORTED


async def test_an_old_room_is_played_to_its_end_and_its_record_verifies(house):
    old = next(each for each in ROOMS if each["status"] == "running")
    room, dice = await kept(house, old), Random(3)
    while (await house.room(room)).status not in OVER:
        await random_step(house, room, dice)
    text = room_record(await house.room(room))
    assert verified_commitment(text.encode(), parse_record(text), None) == old["commitment"]
