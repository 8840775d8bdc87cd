"""The first page of somebody with 5,000 games is there at once, in both stores."""

import json
import time
from statistics import median

import pytest

from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.ops.clock import SteadyClock
from byzanz.server.results.game_history import GameHistory
from byzanz.store.postgres import RESULT, _result_columns, given_results
from byzanz.store.rows import ResultRow
from tests.store.samples import append, opened

COUNT = 5000
MOST_SECONDS = 0.1  # for the first page


def results(person):
    """Results of a person, every fifth with two friends."""
    seats = json.dumps(
        [{"name": name, "bot": None, "place": 1, "profit": 20} for name in ("Ada", "Ben", "Cleo")]
    )
    for number in range(COUNT):
        with_friends = number % 5 == 0
        for seat, other in enumerate((person, "ben", "cleo") if with_friends else (person,)):
            yield ResultRow(
                other, f"r{number}", at=number, seat=seat, place=seat + 1, profit=20, seat_count=3,
                person_count=3 if with_friends else 1, level=None if with_friends else "solid",
                is_counted=True, version="1.1", seats=seats,
            )  # fmt: skip


async def fill(store, rows: list[ResultRow]) -> None:
    """Store results of many rooms, which need not be stored themselves, in a few statements."""
    if store.is_shared:
        await store._write(
            f"INSERT INTO result ({RESULT}) SELECT {RESULT} FROM {given_results(1)}",
            *_result_columns(rows),
        )
        return
    await store.append(append("many"))
    await store.fill_in_results("many", rows, rewrites=0)


@pytest.mark.slow
async def test_the_first_page_of_5000_games_is_made_quickly(url, record_property):
    async with opened(url) as store:
        await fill(store, list(results("ada")))
        history = GameHistory(RoomRegistry(store, SteadyClock(0), observer=None))
        times = []
        for _ in range(5):
            began = time.perf_counter()
            page = await history.page("ada", 0, 0)
            times.append(time.perf_counter() - began)
        assert (page.count, len(page.games)) == (COUNT, 20)
        record_property("milliseconds", round(1000 * median(times), 1))
        assert median(times) <= MOST_SECONDS
        began = time.perf_counter()
        progress = await history.progress("ada")
        assert time.perf_counter() - began <= 10 * MOST_SECONDS
        assert progress.trends[0].games == COUNT * 4 // 5
        assert [friend.name for friend in progress.friends] == ["Ben", "Cleo"]
