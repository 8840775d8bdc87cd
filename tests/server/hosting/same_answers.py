"""Pairs of rooms with the same deal and the same moves of a person, under different conditions."""

import asyncio
from contextlib import suppress
from random import Random

import msgspec

from byzanz import Game
from byzanz.rooms.bot_task import answer_task
from byzanz.rooms.entries import CameBack, WentAway
from byzanz.rooms.given_deal import GivenDeal, given_deal_room
from byzanz.server.hosting.people import person_of
from byzanz.server.workers.pool import Overloaded
from byzanz.wire.commands import PlayDeal
from byzanz.wire.problems import RequestRefused
from byzanz.wire.room import BotId, Pace, Setup, Status
from tests.server.hosting.finished_games import solid_move
from tests.server.hosting.harness import NONCE, Harness, InProcessBots


class RealBots(InProcessBots):
    """Every bot answers itself, after any time; some answers are lost."""

    def __init__(self, chance: Random, *, lost: float) -> None:
        super().__init__()
        self._chance, self._lost = chance, lost

    async def answer(self, task, urgency, room):
        await asyncio.sleep(self._chance.choice((0, 0, 0.2, 3)))
        if self._chance.random() < self._lost:
            raise Overloaded
        return answer_task(task)


def deal_of(number: int, bots: tuple[BotId, ...]) -> GivenDeal:
    chance = Random(number)
    seat = chance.randrange(len(bots) + 1)
    return GivenDeal(
        Game.new(players=len(bots) + 1, seed=number).deck,
        seat,
        (*bots[:seat], None, *bots[seat:]),
        chance.randbytes(32).hex(),
    )


async def play_calmly(deal: GivenDeal) -> list:
    """Play a challenge without interruptions; returns its moves."""
    harness = await Harness.open(seed=1)
    harness.bots = RealBots(Random(1), lost=0)
    await harness.restart()
    room = await _new_room(harness, deal, "Anna", challenge="c" * 32)
    while (current_room := await harness.room(room)).status is Status.RUNNING:
        if current_room.turn.is_automatic:
            await harness.wait(1)
        else:
            await harness.play("Anna", room, solid_move(current_room.game))
    await harness.close()
    return list(current_room.game.moves)


async def play_wildly(deal: GivenDeal, number: int) -> list:
    """Play the same with kills, reconnects, other paces, moves taken back, and an absence."""
    chance = Random(number)
    harness = await Harness.open(seed=2 + number)
    harness.bots = RealBots(chance, lost=0.2)
    await harness.restart()
    room = await _new_room(harness, deal, "Giovanna", challenge=None)
    while (current_room := await harness.room(room)).status is Status.RUNNING:
        await _disturb(harness, room, deal.seat, chance)
        current_room = await harness.room(room)
        if current_room.status is not Status.RUNNING:
            break
        if current_room.turn.is_automatic:
            await harness.wait(chance.choice((0.1, 1, 7)))
        else:
            await harness.play("Giovanna", room, solid_move(current_room.game))
    await harness.close()
    return list(current_room.game.moves)


async def _disturb(harness, room: str, seat: int, chance: Random) -> None:
    name, roll = "Giovanna", chance.random()
    current_room = await harness.room(room)
    if roll < 0.05:
        await harness.restart()
        await harness.wait(chance.random())
        await harness.follow(name, room)
    elif roll < 0.15:
        follower = await harness.follow(name, room)
        await harness.wait(chance.random())
        await follower.leave()
    elif roll < 0.25:
        setup = msgspec.structs.replace(
            current_room.setup, pace=chance.choice((Pace.QUICK, "slow"))
        )
        await harness.change_setup(name, room, **msgspec.structs.asdict(setup))
    elif roll < 0.32:
        if current_room.moves_kept_by_undo(seat) is not None:
            await harness.undo(name, room)
    elif roll < 0.36:
        await _write(harness, room, WentAway(seat))
        await harness.wait(chance.choice((2, 20)))
        await _write(harness, room, CameBack(seat))
    elif roll < 0.40 and current_room.turn.is_automatic:
        with suppress(RequestRefused):  # the game may wait for the person by now
            await harness.rooms.skip(person_of(name), room)


async def _write(harness, room: str, entry) -> None:
    """Write an entry of the server, if the game still runs."""
    async with harness.rooms.held(room) as live:
        if live.room.status is Status.RUNNING:
            await harness.rooms.write(live, entry)


async def _new_room(harness, deal: GivenDeal, name: str, challenge: str | None) -> str:
    command = PlayDeal(harness.next_id(), name, NONCE)
    room = harness.random_bytes(16).hex()
    await harness.meet(name)

    def first():
        created = given_deal_room(
            person_of(name), command, deal, harness.random_bytes, challenge=challenge
        )
        return created if challenge else msgspec.structs.replace(created, setup=Setup())

    await harness.rooms.make(room, person_of(name), command, first)
    await harness.follow(name, room)
    return room
