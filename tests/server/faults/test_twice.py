"""Threat 18: a command sent twice at once is logged once, and both senders get the same answer."""

import asyncio
import secrets
from random import Random

import msgspec
import pytest

from byzanz.load.http_pool import HttpPool
from byzanz.store.opening import open_store
from byzanz.wire.commands import Play
from byzanz.wire.endpoints import ROOM
from tests.server.faults.choosing import choose
from tests.server.faults.host import Host
from tests.server.faults.table import Table


async def send_twice(hosts, count: int) -> None:
    """Send each move to two servers at the same time, or twice to one."""
    for host in hosts:
        host.start()
    pools = [HttpPool(host.address) for host in (hosts * 2)[:2]]
    dice, sent = Random(1), 0
    try:
        while sent < count:
            sent += await play_game(hosts, pools, dice, count - sent)
    finally:
        for each in pools:
            each.close()
        for host in hosts:
            host.kill()


async def play_game(hosts, pools, dice, limit: int) -> int:
    """Play at most `limit` moves of a game; returns their number."""
    table = Table(hosts, dice, 3)
    await table.start_room()
    store = await open_store(hosts[0].store)
    begun = len(await store.log(table.room))
    commands: list[str] = []
    path = f"{ROOM.format(room=table.room)}/commands"
    async with asyncio.TaskGroup() as group:
        following = [group.create_task(player.follow()) for player in table.players]
        while len(commands) < limit:
            player = await player_on_turn(table, begun + len(commands))
            if player is None:
                break
            options = player.last.options
            move = Play(secrets.token_hex(8), choose(options, dice), options.decision)
            body = msgspec.json.encode(move)
            first, second = await asyncio.gather(
                *[each.post(path, body, player.key) for each in pools]
            )
            assert first.status == 200, first
            assert first == second
            commands.append(move.command)
        for task in following:
            task.cancel()
    for each in table._pools:
        each.close()
    log = await store.log(table.room)
    await store.close()
    assert [entry.command.partition(":")[2] for entry in log[begun:]] == commands
    return len(commands)


async def player_on_turn(table, seq: int):
    """Wait until all have received entry `seq`; returns the player on turn, None after the end."""
    while any(player.seq < seq for player in table.players):
        await asyncio.sleep(0.001)
    for player in table.players:
        if player.last.view.turn == player.last.room.seat:
            return player
    return None


@pytest.mark.slow
async def test_threat_18_a_command_sent_twice_to_one_server_is_done_once(sqlite_url, tmp_path):
    await send_twice([Host(sqlite_url, tmp_path / "log")], 250)


@pytest.mark.slow
async def test_threat_18_a_command_sent_to_two_servers_is_done_once(postgres_url, tmp_path):
    await send_twice([Host(postgres_url, tmp_path / f"log{number}") for number in range(2)], 250)


@pytest.mark.long
async def test_threat_18_many_commands_sent_twice_to_one_server(url, tmp_path):
    await send_twice([Host(url, tmp_path / "log")], 2500)


@pytest.mark.long
async def test_threat_18_many_commands_sent_to_two_servers(postgres_url, tmp_path):
    await send_twice([Host(postgres_url, tmp_path / f"log{number}") for number in range(2)], 5000)
