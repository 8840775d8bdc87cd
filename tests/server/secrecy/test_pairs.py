"""On real servers, two worlds that differ only in hidden facts look the same to a viewer."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from itertools import count

import pytest

from tests.server.secrecy.observations import difference
from tests.server.secrecy.processes import two_processes
from tests.server.secrecy.scene_player import play
from tests.server.secrecy.scenes import BOTS, SEARCHING_BOTS, scenes

STORES = ("sqlite", "postgres")
HUNDREDS = range(10)  # hundreds of scenes for each store
database_numbers = count()


def stores_for(store: str, request) -> tuple[str | None, str | None]:
    """The addresses of two stores; None is a SQLite file of the server's own."""
    if store == "sqlite":
        return None, None
    cluster = request.getfixturevalue("postgres")
    first, second = [
        asyncio.run(cluster.new_database(f"pairs_{next(database_numbers)}")) for _ in range(2)
    ]
    return first, second


@pytest.fixture(scope="module", params=STORES)
def processes(request, tmp_path_factory):
    stores = stores_for(request.param, request)
    with two_processes(tmp_path_factory.mktemp("secrecy"), stores) as servers:
        yield servers


@pytest.fixture(scope="module", params=STORES)
def searching_processes(request, tmp_path_factory):
    """Two processes whose hints and strong bots search."""
    stores = stores_for(request.param, request)
    folder = tmp_path_factory.mktemp("searching")
    with two_processes(folder, stores, searches=True) as servers:
        yield servers


def check(servers, amount: int, first: int, bots: tuple[str, ...] = ()) -> None:
    """Play scenes in both worlds, and compare the viewers' observations."""
    for scene in scenes(amount, seed=first, bots=bots, first=first):
        with ThreadPoolExecutor(2) as threads:
            observations = threads.map(play, servers, (scene, scene), (0, 1))
        assert difference(*observations) is None


@pytest.mark.slow
def test_threats_26_27_hidden_facts_of_people_stay_hidden(processes):
    check(processes, 20, first=0)


@pytest.mark.slow
def test_threats_24_26_27_hidden_facts_stay_hidden_with_bots(processes):
    """Bots see the same in both worlds, so they play the same moves at the same times."""
    check(processes, 7, first=20, bots=BOTS)


@pytest.mark.slow
def test_threats_24_26_27_hidden_facts_stay_hidden_with_search(searching_processes):
    """The hints of the expert and the moves of searching bots are the same in both worlds."""
    check(searching_processes, 3, first=27, bots=SEARCHING_BOTS)


@pytest.mark.long
@pytest.mark.parametrize("hundred", HUNDREDS)
def test_hidden_facts_stay_hidden_in_many_scenes(processes, hundred):
    first = 100 * (hundred + 1)
    check(processes, 70, first=first)
    check(processes, 20, first=first + 70, bots=BOTS)


@pytest.mark.long
@pytest.mark.parametrize("hundred", HUNDREDS)
def test_hidden_facts_stay_hidden_in_many_scenes_with_search(searching_processes, hundred):
    check(searching_processes, 10, first=100 * (hundred + 1) + 90, bots=SEARCHING_BOTS)
