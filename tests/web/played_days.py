"""Deals of the day that a visitor and others have played, in the store of a running server."""

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor

from byzanz.rooms.results import VERSION
from byzanz.server.hosting.people import person_of
from byzanz.wire.room import Status
from tests.server.daily.days import TODAY, Days
from tests.server.hosting.finished_games import solid_move
from tests.server.hosting.harness import Harness
from tests.server.virtual_time import run_in_virtual_time
from tests.web.played_games import COLUMNS, INSERT

PAST_DAY = TODAY  # that of the clock in the tests without a server
COUNT = """
    INSERT INTO daily_count (day, version, profit, place, games) VALUES (?, ?, ?, ?, 1)
    ON CONFLICT (day, version, profit, place) DO UPDATE SET games = games + 1
"""
COPIED = (
    *("person", "daily_deal", "room", "log", "member", "result"),
    *("daily_try", "daily_count", "daily_line"),
)
TRY = """
    INSERT INTO daily_try (person, day, room, begun, ended, profit, place, version)
    VALUES (?, ?, ?, 1, 2, ?, ?, ?)
"""


def key_of(page) -> str:
    """Make the visitor a person; returns the key."""
    return page.request.post("/api/people", data={}).json()["key"]


def play_past_day(server, key: str) -> None:
    """Play a day long ago: carelessly by the visitor, well by somebody else and by the expert.

    It is played in another store and then copied: the server would close such an old day at once.
    """
    with ThreadPoolExecutor(1) as thread:  # this thread has the browser's event loop
        thread.submit(run_in_virtual_time, _play_and_copy(server, key)).result()


async def _play_and_copy(server, key: str) -> None:
    harness = await Harness.open()
    days = Days(harness)
    await _play(days, key, "Livia", is_careless=True)
    await _play(days, f"other {key}", "Zoe", is_careless=False)
    await days.until_closed()
    await days.work.line.play_next()
    connection = sqlite3.connect(server.store, timeout=10, isolation_level=None)
    connection.execute("ATTACH ? AS played", (str(harness.store._path),))
    connection.execute("BEGIN IMMEDIATE")
    for table in COPIED:
        connection.execute(f"INSERT OR IGNORE INTO main.{table} SELECT * FROM played.{table}")
    connection.execute("COMMIT")
    connection.close()
    await harness.close()


async def _play(days: Days, key: str, name: str, *, is_careless: bool) -> None:
    harness, room = days.harness, await days.begin(key, name=name)
    while (current := await harness.room(room)).status is Status.RUNNING:
        if current.turn.is_automatic:
            await harness.wait(1)
            continue
        legal = [str(move) for _, move in current.game.legal(current.game.turn)]
        is_passing = is_careless and "pass" in legal
        await harness.play(key, room, "pass" if is_passing else solid_move(current.game))


def add_results(server, day: str, games: int, key: str | None = None) -> None:
    """Store results of a day, with 22 profit and the second place of the visitor."""
    connection = sqlite3.connect(server.store, timeout=10)
    with connection:
        connection.execute("DELETE FROM daily_count WHERE day = ?", (day,))
        for number in range(games - (key is not None)):
            profit = 8 + sum((number * step) % 9 for step in (1, 2, 4))
            place = 1 + (number + (profit < 20)) % 4
            connection.execute(COUNT, (day, VERSION, profit, place))
        connection.execute("UPDATE daily_deal SET begun = ? WHERE day = ?", (games, day))
        if key is not None:
            _add_own(connection, day, person_of(key))
    connection.close()


def _add_own(connection, day: str, person: str) -> None:
    room = f"{person[:24]}{day.replace('-', '')}"
    connection.execute(COUNT, (day, VERSION, 22, 2))
    connection.execute(TRY, (person, day, room, 22, 2, VERSION))
    names = [("Livia", None, 2, 22), ("Kassia", "solid", 1, 24)]
    names += [("Thomais", "solid", 3, 19), ("Bardas", "solid", 4, 15)]
    seats = json.dumps(
        [
            {"name": name, "bot": bot, "place": place, "profit": profit}
            for name, bot, place, profit in names
        ]
    )
    row = (person, room, 3, 0, 2, 22, 4, 1, "solid", False, VERSION, seats)
    connection.execute(INSERT, (*row, *[None] * (len(COLUMNS) - len(row))))


def wait_for_deal(page) -> str:
    """Return today's date once the server has its deal."""
    return page.request.get("/api/days").json()["day"]
