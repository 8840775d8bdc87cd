"""Functions that make rooms on a server."""

import secrets

from byzanz.client.client import Client
from byzanz.wire.commands import CreateRoom, Join, SeatPlan, SetSeat
from byzanz.wire.room import BotId, MemoryAid, Setup


def token() -> str:
    return secrets.token_hex(16)


def join_as(name: str) -> Join:
    return Join(token(), name=name, nonce=token())


def plan(*bots: BotId | None, setup: Setup | None = None, start: bool = False) -> CreateRoom:
    return CreateRoom(
        token(),
        name="Ada",
        nonce=token(),
        seats=tuple([SeatPlan(bot) for bot in bots]),
        setup=setup or Setup(),
        start=start,
    )


async def open_room(client: Client, seats: int, memory_aid: MemoryAid = MemoryAid.LOG) -> str:
    """Make a room in which all seats are open and the host only watches."""
    made = plan(*[BotId.SOLID] * seats, setup=Setup(memory_aid=memory_aid))
    room = (await client.create(made)).room
    for seat in range(seats):
        await client.command(room, SetSeat(token(), seat=seat, bot=None))
    return room
