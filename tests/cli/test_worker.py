"""`byzanz worker`: its refusals, its wait for the database, and its end."""

import asyncio
import json
import signal
import subprocess

import pytest

from byzanz.store.opening import open_store
from tests.cli.calling import ENVIRONMENT, command, refused
from tests.store.conftest import postgres, postgres_url

__all__ = ["postgres", "postgres_url"]

NOBODY = "postgresql://nobody@127.0.0.1:1/nothing"
SECONDS = 60


@pytest.fixture
def start_worker(tmp_path):
    """Return a function that starts a worker; kill the workers after the test."""
    processes = []

    def start(url, *options):
        log = (tmp_path / f"log{len(processes)}").open("w+b")
        environment = {**ENVIRONMENT, "BYZANZ_CACHE_DIR": str(tmp_path / "cache")}
        process = subprocess.Popen(
            command("worker", "--store", url, "--thinkers", 1, *options),
            stdout=subprocess.PIPE, stderr=log, env=environment,
        )  # fmt: skip
        processes.append((process, log))
        return process, log

    yield start
    for process, log in processes:
        process.kill()
        process.wait()
        process.stdout.close()
        log.close()


def lines(log) -> list[dict]:
    log.seek(0)
    return [json.loads(line) for line in log.read().splitlines()]


def events(log) -> list[str]:
    return [line["event"] for line in lines(log)]


async def migrated(url) -> None:
    await (await open_store(url)).close()


@pytest.mark.parametrize("store", ["games.db", "sqlite:///games.db"])
def test_a_sqlite_store_is_refused(store, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    sentence = refused(1, "worker", "--store", store)
    assert "expected --store postgresql://" in sentence
    assert list(tmp_path.iterdir()) == []


def test_a_bad_option_is_refused():
    assert "log_level is wrong" in refused(1, "worker", "--store", NOBODY, "--log-level", "loud")
    assert "from 1 to 256" in refused(2, "worker", "--store", NOBODY, "--thinkers", "0")


def test_a_database_that_does_not_answer_is_asked_again(start_worker):
    process, log = start_worker(NOBODY)
    while events(log).count("database does not answer") < 2:
        assert process.poll() is None
    assert all(line["level"] == "warning" and line["reason"] for line in lines(log))
    process.send_signal(signal.SIGTERM)
    assert process.wait(SECONDS) == 0
    assert events(log)[-1] == "ended"


def test_a_worker_waits_for_a_server_and_ends_gracefully(start_worker, postgres_url):
    process, log = start_worker(postgres_url)
    while "database does not answer" not in events(log):
        assert process.poll() is None
    assert "start a server" in lines(log)[0]["reason"]
    asyncio.run(migrated(postgres_url))
    assert process.stdout.readline() == b"The worker is ready.\n"
    process.send_signal(signal.SIGTERM)
    assert process.wait(SECONDS) == 0
    assert events(log)[-2:] == ["ready", "ended"]
