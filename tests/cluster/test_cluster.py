"""On a real cluster of several nodes the results are those of one machine, whoever dies."""

import threading
import time

import msgspec
import pytest

from byzanz.arena.plan import Plan
from byzanz.arena.worker_pool import WorkerPool
from byzanz.cluster import connection
from byzanz.cluster.connection import Cluster, ClusterError
from byzanz.cluster.match_pool import ClusterPool
from byzanz.engine.evaluation.parameters import tuned_parameters
from byzanz.tuning.candidates import ClusterArena, Contest, Field, LocalArena
from tests.arena.test_workers import without_times
from tests.cli.calling import call, refused

PLAN = Plan(("beginner", "greedy", "beginner"), 20, 11, 5.0)


def by_number(results):
    return sorted(map(without_times, results), key=lambda result: result.number)


def one_machine(plan):
    with WorkerPool(1) as workers:
        return by_number(workers.play(plan, list(plan.numbers())))


def slow_square(number, seconds):
    time.sleep(seconds)
    return number * number


def refuse(number):
    raise ValueError(f"no {number}")


def test_games_are_those_of_one_machine(machines):
    with Cluster(machines.address) as cluster:
        assert cluster.cores == 2
        assert len(cluster.nodes()) == 3
        found = list(ClusterPool(cluster).play(PLAN, list(PLAN.numbers())))
    assert by_number(found) == one_machine(PLAN)


def test_a_lost_node_costs_only_its_tasks(machines):
    """One of two nodes is killed while both have tasks; each task gives exactly one result."""
    with Cluster(machines.address) as cluster:
        killer = threading.Timer(4.0, machines.kill, [machines.nodes[0]])
        killer.start()
        found = list(cluster.run(slow_square, iter([(number, 1.5) for number in range(10)])))
        killer.join()
        assert len(cluster.nodes()) == 2
    assert sorted(found) == [number * number for number in range(10)]


def test_games_go_on_when_a_node_is_killed(machines):
    with Cluster(machines.address) as cluster:
        games = ClusterPool(cluster).play(PLAN, list(PLAN.numbers()))
        found = [next(games)]
        machines.kill(machines.nodes[1])
        found += list(games)
    assert by_number(found) == one_machine(PLAN)


def test_an_error_of_the_program_is_raised_and_not_repeated(machines):
    with Cluster(machines.address) as cluster, pytest.raises(ValueError, match="no 3"):
        list(cluster.run(refuse, iter([(3,)])))


def test_other_versions_are_refused(machines, monkeypatch):
    monkeypatch.setattr(connection, "version_hash", lambda: "another")
    with pytest.raises(ClusterError, match="another version of Byzanz"):
        Cluster(machines.address)
    monkeypatch.undo()
    with Cluster(machines.address) as cluster:
        monkeypatch.setattr(connection, "version_hash", lambda: "another")
        with pytest.raises(ClusterError, match="expected the same on all machines"):
            list(cluster.run(slow_square, iter([(1, 0.0)])))


def test_no_cluster_is_a_sentence():
    with pytest.raises(ClusterError, match="no Ray cluster is reached"):
        Cluster("127.0.0.1:1")


def test_programs_are_refused():
    sentence = refused(
        2, "arena", "--bots", "exec:python3 a.py,solid,solid", "--ray", "127.0.0.1:1"
    )
    assert "programs are on this machine only" in sentence


def test_the_commands_play_on_the_cluster(machines, tmp_path, monkeypatch):
    monkeypatch.setattr("byzanz.arena.ledger.cache_base", lambda: tmp_path / "cache")
    match = ("arena", "--bots", "solid,greedy,beginner", "--decks", "4", "--json")
    alone = call(*match, "--jobs", "1", "--fresh")
    on_ray = call(*match, "--fresh", "--ray", machines.address)
    assert on_ray.exit_code == alone.exit_code == 0
    shares = [
        [line["win_share"] for line in msgspec.json.decode(result.stdout)["lines"]]
        for result in (alone, on_ray)
    ]
    assert shares[0] == shares[1]


def test_a_dataset_is_the_same_on_the_cluster(machines, tmp_path):
    games = ("--bots", "solid,greedy,beginner", "--decks", "40", "--part-games", "30")
    assert call("dataset", "make", tmp_path / "a", *games).exit_code == 0
    made = call("dataset", "make", tmp_path / "b", *games, "--ray", machines.address)
    assert made.exit_code == 0
    files = [
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in "ab"
    ]
    assert files[0] == files[1]
    assert len(files[0]) == 5


def test_the_tuner_gets_the_results_of_one_machine(machines):
    tuned = tuned_parameters()[3]
    field = Field([1, 0], [tuned.policy, tuned.policy], 7)
    contest = Contest(3, 4, tuned.leaf, (field, field._replace(seed=8)))
    candidates = [tuned.policy] * 5
    with Cluster(machines.address) as cluster:
        arena = ClusterArena(cluster)
        found = [arena.results(contest, candidates) for _ in range(2)]  # other sizes of tasks
    assert found == [LocalArena().results(contest, candidates)] * 2
