"""Logs written by release 0.1.0 fold to the same rooms, and their games can be continued."""

import json
from pathlib import Path
from random import Random

import msgspec
import pytest

from byzanz.cli.deal_check import verified_commitment
from byzanz.game.record import parse_record
from byzanz.rooms.entries import DECODER
from byzanz.rooms.outages import Outages
from byzanz.rooms.room import Room
from byzanz.rooms.room_record import room_record
from byzanz.server.log_entries import room_row
from byzanz.store.rows import Append, LogRow
from byzanz.wire.room import OVER, Status
from tests.server.hosting.random_commands import random_step

ROOMS = json.loads((Path(__file__).parent / "data" / "rooms-0.1.0.json").read_text())
"""Logs written by release 0.1.0, with the facts that it computed from them."""


def room_from_log(old) -> Room:
    room = Room(old["room"], Outages())
    for at, body in old["log"]:
        room.add(at, DECODER.decode(msgspec.json.encode(body)))
    return room


@pytest.mark.parametrize("old", ROOMS, ids=[f"{old['status']}-{len(old['log'])}" for old in ROOMS])
def test_an_old_log_folds_to_the_same_facts(old):
    room = room_from_log(old)
    assert [seat.name for seat in room.seats] == old["seats"]
    assert (room.status, room.code, room.host) == (old["status"], old["code"], old["host"])
    assert room.deal.commitment == old["commitment"]
    if old["record"] is not None:
        assert room_record(room) == old["record"]
        data = old["record"].encode()
        assert verified_commitment(data, parse_record(data), None) == old["commitment"]


async def stored(harness, old) -> str:
    """Put the log of an old room into the store."""
    room = Room(old["room"], Outages())
    for seq, (at, body) in enumerate(old["log"], 1):
        data = msgspec.json.encode(body)
        room.add(at, DECODER.decode(data))
        entry = LogRow(seq, at, f"old:{seq}", b"", data)
        await harness.store.append(Append(entry, room_row(room), room.members))
    return room.id


async def test_a_waiting_old_room_is_found_by_its_code_and_starts(harness):
    old = next(each for each in ROOMS if each["status"] == "waiting")
    room = await stored(harness, old)
    assert await harness.store.room_of_code(old["code"]) == room
    await harness.start("Anna", room)
    started = await harness.room(room)
    assert [seat.name for seat in started.seats] == old["seats"]  # 0.1.0 drew no seats
    assert started.deal.commitment == old["commitment"]


async def test_a_running_old_room_can_be_ended_without_the_people_who_are_gone(harness):
    old = next(each for each in ROOMS if each["status"] == "running")
    await harness.wait(200)  # until after the log's last entry
    room = await stored(harness, old)
    await harness.follow("Anna", room)
    await harness.wait(61)
    await harness.call_bot("Anna", room, await harness.seat("Ben", room))
    await harness.abort("Anna", room)
    await harness.wait(11)
    assert (await harness.room(room)).status is Status.ABORTED


async def test_an_old_room_is_played_to_its_end_and_its_record_verifies(harness):
    old = next(each for each in ROOMS if each["status"] == "running")
    room, dice = await stored(harness, old), Random(3)
    while (await harness.room(room)).status not in OVER:
        await random_step(harness, room, dice)
    text = room_record(await harness.room(room))
    assert verified_commitment(text.encode(), parse_record(text), None) == old["commitment"]
