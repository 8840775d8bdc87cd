"""Real nginx and three processes, from the files of `deploy/`, restarted under load.

The processes are restarted one after the other three times: as they are, into a next version with
a migration and other pages, and back into the current version on the migrated store.
"""

import asyncio
import itertools
import logging
import shutil
from bisect import bisect_right
from pathlib import Path
from random import Random
from statistics import median

import asyncpg
import httpx
import pytest

from byzanz.pages.location import FOLDER
from byzanz.store.migrations import program_level
from byzanz.store.opening import open_store
from byzanz.wire.endpoints import CloseCode
from tests.deploy.installation import PROCESSES, Installation
from tests.deploy.people import IdleTable, MixedTable, Proxy
from tests.deploy.unit_file import DEPLOY
from tests.server.faults.table import check_logs

log = logging.getLogger(__name__)

TABLES = (3, 4, 3, 5, 3, 4)  # the people of each table that plays
IDLE_TABLES = 40  # tables of five people who are connected and do nothing
ADDRESSES = [f"127.0.77.{number}" for number in range(1, 10)]
NEXT_FILE = "Table-NextNext.js"
MIGRATION = """
    CREATE TABLE later (a bigint);
    ALTER TABLE room ADD COLUMN mood text;
    ALTER TABLE log ADD COLUMN size bigint NOT NULL DEFAULT 0;
    CREATE INDEX room_changed ON room (changed)
"""


@pytest.fixture
def tuned_postgres(postgres, postgres_url):
    """The PostgreSQL with the settings of the deployment."""
    with (postgres._server.pgdata / "postgresql.auto.conf").open("a") as settings:
        settings.write((DEPLOY / "postgresql.conf").read_text())
    postgres.stop()
    postgres.start()
    return postgres_url


def old_file() -> str:
    """A hashed file of the current build."""
    return next(path.name for path in sorted((FOLDER / "assets").glob("Licences-*.js")))


def make_next_release(package: Path) -> None:
    """Make the next version: one more migration, one new page file, and one file fewer."""
    number = program_level("postgres") + 1
    for database in ("postgres", "sqlite"):
        script = package / f"store/schema/{database}/{number:04}_later.sql"
        script.write_text(MIGRATION)
    assets = package / "pages/built/assets"
    for path in assets.glob(f"{old_file()}*"):
        path.unlink()
    (assets / NEXT_FILE).write_text("export const version = 2;")


class Visitor:
    """Asks for pages and files of both builds all the time, from many addresses."""

    def __init__(self, url: str) -> None:
        self.statuses: dict[str, list[int]] = {}
        self.is_enough = False
        self._http = [
            httpx.AsyncClient(
                base_url=url,
                transport=httpx.AsyncHTTPTransport(local_address=address, verify=True),
                timeout=30,  # seconds; while many people reconnect, a slow machine is late
            )
            for address in ADDRESSES
        ]

    async def look(self) -> None:
        for number in itertools.count():
            http = self._http[number % len(self._http)]
            for path in ("/", f"/assets/{old_file()}", f"/assets/{NEXT_FILE}"):
                status = (await http.get(path)).status_code
                self.statuses.setdefault(path, []).append(status)
            if self.is_enough:
                break
            await asyncio.sleep(0.03)
        for http in self._http:
            await http.aclose()

    def check(self) -> None:
        pages, old, new = self.statuses.values()
        assert set(pages) == set(old) == {200}
        first = new.index(200)
        assert set(new[:first]) == {404}
        assert set(new[first:]) == {200}
        assert len(new[first:]) > 100


async def restart_three_times(installation: Installation) -> None:
    for release in ("present", "next", "present"):
        installation.switch_to(release)
        await asyncio.to_thread(installation.rolling_restart)


def check_sockets(tables, restarts: list[float]) -> None:
    """Check that no person had to reconnect more than once a restart, nor between restarts."""
    players = [player for table in tables for player in table.players]
    for player in players:
        windows = [bisect_right(restarts, at) for at in player.losses]
        assert len(windows) == len(set(windows)), f"{player.name}: {windows}"
        assert 0 not in windows, "a socket was lost before the first restart"
        assert set(player.endings) <= {str(CloseCode.RESTARTING.value)}
        assert {each for each in player.statuses if each >= 500} <= {503}
    pauses = sorted(pause for player in players for pause in player.pauses)
    losses = sum(len(player.losses) for player in players)
    assert losses >= len(restarts)
    log.info("%d people, %d restarts, %d reconnects", len(players), len(restarts), losses)
    log.info("back after %.2f s (median), %.2f s (longest)", median(pauses), pauses[-1])


@pytest.mark.long
@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
async def test_threat_38_processes_are_restarted_under_load(tuned_postgres, tmp_path, monkeypatch):
    installation = Installation(tmp_path, tuned_postgres)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    installation.install_release("present")
    make_next_release(installation.install_release("next"))
    installation.switch_to("present")
    dice, proxy = Random(1), Proxy(installation.url)
    try:
        installation.start()
        tables = [MixedTable(proxy, dice, players) for players in TABLES]
        tables += [IdleTable(proxy, dice, 5) for _ in range(IDLE_TABLES)]
        visitor = Visitor(installation.url)
        async with asyncio.timeout(400), asyncio.TaskGroup() as group:
            group.create_task(visitor.look())
            for table in tables:
                group.create_task(table.play())
            await asyncio.sleep(3)
            await restart_three_times(installation)
            visitor.is_enough = True
            for table in tables:
                table.is_enough = True
    finally:
        installation.stop()
    lines = installation.restarts.read_text().split()[::2][: 3 * len(PROCESSES)]
    check_sockets(tables, [float(line) for line in lines])
    visitor.check()
    for number in PROCESSES:
        assert '"level":"error"' not in installation.log(number)
    await check_store(tuned_postgres, tables)


async def check_store(url: str, tables) -> None:
    store = await open_store(url)
    try:
        moves = await check_logs(store, tables)
        log.info("%d moves acknowledged", moves)
        assert moves > 500
        assert len(await store.rows("running")) == IDLE_TABLES
    finally:
        await store.close()
    connection = await asyncpg.connect(url)
    number = await connection.fetchval("SELECT max(number) FROM migration")
    await connection.close()
    assert number == program_level("postgres") + 1
