"""Processes are killed while people play by alert alone: each turn makes one sound."""

import asyncio
from functools import partial
from random import Random

import pytest
from msgspec.structs import replace

from byzanz.server.ops.config import AlertSettings
from byzanz.store.opening import open_store
from tests.server.alerts.browser import HOST
from tests.server.alerts.phones import DayGame, deliver
from tests.server.alerts.push_service import LoopbackNetwork, PushService, use_network
from tests.server.faults.host import Host
from tests.server.faults.test_kill import check_errors
from tests.server.faults.test_many import Faults

AT_ONCE = 10  # games


def quick_alerts(network: LoopbackNetwork, config):
    """Send alerts soon, and let other processes take them soon after a kill."""
    from byzanz.server import log_entries, service  # noqa: PLC0415 - in the process's own memory
    from byzanz.server.alerts import delivery, sender  # noqa: PLC0415

    use_network(network)
    log_entries.ALERT_AFTER = 20
    service.ALERT_INTERVAL = 100
    sender.LEASE, sender.FIRST_PAUSE = 4000, 500
    sender.SECONDS = delivery.SECONDS = 2
    return replace(config, alerts=AlertSettings(services=(HOST,)))


class KillsOften(Faults):
    """Mostly kills, at any moment; also restarts, of the database too."""

    def __init__(self, hosts, postgres, dice: Random) -> None:
        super().__init__(hosts, postgres, dice)
        self._all = (*(self.kill,) * 8, self.end, self.cut_listeners, self.restart)


async def play_through(count: int, postgres, folder, service: PushService, seed: int) -> None:
    dice = Random(seed)
    prepare = partial(quick_alerts, service.network)
    hosts = [Host(postgres.url, folder / f"log{n}", prepare=prepare) for n in range(3)]
    for host in hosts:
        host.start()
        await host.listening()
    # A push service answers after a while, so that kills fall between its answer and its storing.
    service.delay = partial(Random(seed).choice, (0, 0, 0.05, 0.2))
    service.answer = partial(_sometimes_busy, Random(seed))
    chaos, games, kills = KillsOften(hosts, postgres, dice), [], 0
    for first in range(0, count, AT_ONCE):
        batch = [DayGame(hosts, service, dice) for _ in range(min(AT_ONCE, count - first))]
        games += batch
        players = {path: player for game in games for path, player in game.phones().items()}
        delivering = asyncio.ensure_future(deliver(service, players))
        service.accepted.clear()
        async with asyncio.timeout(600):
            playing = asyncio.gather(*[game.play() for game in batch])
            while not playing.done():
                await asyncio.sleep(dice.uniform(0.2, 2))
                if not playing.done():
                    await chaos.next()
                    kills += 1
            await playing
        await asyncio.sleep(0.2)
        delivering.cancel()
    for host in hosts:
        host.kill()
        check_errors(host.log)
    await check_store(postgres.url, games, kills)


def _sometimes_busy(dice: Random, _sent) -> tuple[int, dict[str, str]]:
    return (201, {}) if dice.random() < 0.9 else (503, {"Retry-After": "1"})


async def check_store(url, games, kills) -> None:
    store = await open_store(url)
    try:
        counts = [await game.check(store) for game in games]
        turns, messages = map(sum, zip(*counts, strict=True))
        assert turns > 30 * len(games)
        print(f"{len(games)} games, {kills} faults, {turns} turns, {messages} messages")  # noqa: T201
    finally:
        await store.close()


@pytest.mark.slow
async def test_threat_44_each_turn_of_ten_games_makes_one_sound(
    postgres, postgres_url, tmp_path, push_service
):
    await play_through(10, postgres, tmp_path, push_service, seed=1)


@pytest.mark.long
@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)  # sockets cut by kills
async def test_threat_44_each_turn_of_a_hundred_games_makes_one_sound(
    postgres, postgres_url, tmp_path, push_service
):
    await play_through(100, postgres, tmp_path, push_service, seed=2)
