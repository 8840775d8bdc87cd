"""Threat 31: after kill -9 under load, every acknowledged move is logged once."""

import asyncio
import json
from pathlib import Path
from random import Random

import pytest

from byzanz.store.opening import open_store
from tests.server.faults.host import Host
from tests.server.faults.table import Table, check_logs

TABLES = (3, 3, 4)  # the number of players at each table


async def play_and_kill(url, folder, *, kills: int, seed: int) -> None:
    dice = Random(seed)
    host = Host(url, folder / "log")
    tables = [Table([host], dice, players) for players in TABLES]
    async with asyncio.timeout(60 + 3 * kills), asyncio.TaskGroup() as group:
        host.start()
        for table in tables:
            group.create_task(table.play())
        for _ in range(kills):
            if dice.random() < 0.8:
                await host.listening()
            await asyncio.sleep(dice.uniform(0, 0.8))
            host.kill()
            host.start()
        for table in tables:
            table.is_enough = True
    host.kill()
    store = await open_store(url)
    assert await check_logs(store, tables) > 100
    assert not await store.rows("running")
    await store.close()
    check_errors(host.log)


def check_errors(log: str) -> None:
    for line in Path(log).read_text().splitlines():
        assert json.loads(line)["level"] == "warning", line


@pytest.mark.slow
async def test_threat_31_no_move_is_lost_when_the_server_is_killed(url, tmp_path):
    await play_and_kill(url, tmp_path, kills=8 if url.startswith("sqlite") else 7, seed=1)


@pytest.mark.long
async def test_threat_31_no_move_is_lost_when_the_server_is_killed_often(url, tmp_path):
    await play_and_kill(url, tmp_path, kills=100, seed=2)
