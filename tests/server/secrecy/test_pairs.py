"""Two worlds that differ only in hidden facts look the same to a viewer on real servers."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.server.secrecy.observations import difference
from tests.server.secrecy.processes import two_processes
from tests.server.secrecy.scene_player import play
from tests.server.secrecy.scenes import scenes

SOME = 50  # scenes


@pytest.fixture(scope="module")
def processes(tmp_path_factory):
    with two_processes(tmp_path_factory.mktemp("secrecy")) as servers:
        yield servers


def check(servers, scene) -> None:
    with ThreadPoolExecutor(2) as threads:
        observations = threads.map(play, servers, (scene, scene), (0, 1))
    assert difference(*observations) is None


@pytest.mark.slow
def test_threats_26_27_hidden_facts_of_people_stay_hidden(processes):
    for scene in scenes(SOME - 15, seed=1):
        check(processes, scene)


@pytest.mark.slow
def test_threats_24_26_27_hidden_facts_stay_hidden_with_bots(processes):
    """Bots see the same in both worlds, so they play the same moves at the same times."""
    for scene in scenes(15, seed=2, with_bots=True, first=SOME):
        check(processes, scene)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(10))
def test_hidden_facts_stay_hidden_in_many_scenes(processes, hundred):
    first = 100 * (hundred + 1)
    for scene in scenes(80, seed=first, first=first):
        check(processes, scene)
    for scene in scenes(20, seed=first + 1, with_bots=True, first=first + 80):
        check(processes, scene)
