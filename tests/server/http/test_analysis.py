"""A real analysis on a real server, while the server and its worker are killed."""

import os
import signal
import subprocess
import sys
import time
from contextlib import closing
from itertools import pairwise

import msgspec
import pytest

from byzanz.analysis.findings import Findings, Report
from byzanz.game.record import load_game
from byzanz.server.workers.analysis_pool import FindingsQuestion, ReportQuestion
from tests.server.hosting.finished_games import record
from tests.server.http.running import LAX, Person, RunningServer, problem, start_room

TEXT = {"content-type": "text/plain"}
SEARCH = {"BYZANZ_SEARCH": "true"}
TOTAL = len(load_game(record()).moves) + 1
SECONDS = 1500  # the longest time of an analysis, including the compilation before it
FIRST_VALUES_SECONDS = 10  # the longest time until the first previews


def upload(person: Person) -> str:
    """Upload a record; returns the path of its replay."""
    sent = person.http.post("/api/replays", content=record(), headers=TEXT).json()
    return f"/api/replays/{sent['replay']}"


def wait_for(person: Person, path: str, count: int) -> dict:
    """Wait until the analysis has a number of findings; returns its state."""
    deadline = time.monotonic() + SECONDS
    while (analysis := person.http.get(f"{path}/analysis?after={count}").json())["count"] < count:
        assert time.monotonic() < deadline, analysis
        time.sleep(0.1)
    return analysis


def analysis_worker(server: RunningServer) -> int:
    """Return the process id of the analysis worker."""
    command = [
        "pgrep",
        "-P",
        str(server.process.pid),
        "-f",
        "byzanz.server.workers.analysis_worker",
    ]
    return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def worker_answers(*questions) -> list[bytes]:
    """Return the answers of a new worker process."""
    lines = b"".join([msgspec.json.encode(question) + b"\n" for question in questions])
    command = [sys.executable, "-m", "byzanz.server.workers.analysis_worker"]
    done = subprocess.run(command, input=lines, capture_output=True, check=True, timeout=SECONDS)
    return done.stdout.splitlines()


@pytest.mark.long
def test_an_analysis_survives_a_kill_of_its_worker_and_of_its_server(tmp_path):
    server = RunningServer(tmp_path, LAX, SEARCH)
    anna, guest = Person(server), Person(server, stranger=True)
    path = upload(anna)
    begun = anna.http.post(f"{path}/analysis").json()
    assert (begun["total"], begun["is_begun"]) == (TOTAL, True)
    wait_for(guest, path, 6)
    os.kill(analysis_worker(server), signal.SIGKILL)
    wait_for(guest, path, 12)
    assert server.stop(signal.SIGKILL) == -signal.SIGKILL
    with closing(RunningServer(tmp_path, LAX, SEARCH)) as server:
        guest = Person(server, stranger=True)
        analysis = wait_for(guest, path, TOTAL)
        assert analysis["report"] is not None
        rows = server.query("SELECT number, body FROM finding ORDER BY number")
        whole = guest.http.get(f"{path}/analysis").json()
        text = guest.http.get(f"{path}/record").text
    assert [number for number, _ in rows] == [*range(TOTAL + 1)]
    bodies = [body for _, body in rows]
    findings = [msgspec.json.decode(body, type=Findings) for body in bodies[:-1]]
    assert msgspec.json.decode(bodies[-1], type=Report)
    assert msgspec.convert(whole["findings"], list[Findings]) == findings
    numbers = [0, 5, 6, 7, 11, 12, 13, TOTAL - 1]
    question = ReportQuestion(text, tuple([msgspec.Raw(body) for body in bodies[:-1]]))
    again = worker_answers(*[FindingsQuestion(text, number) for number in numbers], question)
    assert again == [*[bodies[number] for number in numbers], bodies[-1]]


@pytest.mark.long
def test_the_first_previews_come_soon_even_if_nothing_is_compiled(tmp_path):
    """Two servers share one compiler, and it continues when its server is killed."""
    environment = {**SEARCH, "BYZANZ_CACHE_DIR": str(tmp_path / "cache")}
    folders = [tmp_path / "first", tmp_path / "second"]
    for folder in folders:
        folder.mkdir()
    first = RunningServer(folders[0], LAX, environment)
    with closing(RunningServer(folders[1], LAX, environment)) as server:
        anna = Person(server)
        path = upload(anna)
        asked = time.monotonic()
        begun = anna.http.post(f"{path}/analysis").json()
        while not (analysis := anna.http.get(f"{path}/analysis").json())["previews"]:
            time.sleep(0.1)
        assert time.monotonic() - asked < FIRST_VALUES_SECONDS
        assert (analysis["count"], analysis["report"], begun["is_begun"]) == (0, None, True)
        deadline = time.monotonic() + SECONDS
        while "byzanz_compiling 1.0" not in server.admin.get("/metrics").text:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert first.stop(signal.SIGKILL) == -signal.SIGKILL
        analysis = wait_for(anna, path, TOTAL)
        assert analysis["report"] is not None
        assert analysis["previews"] == []
        rows = server.query("SELECT body FROM finding WHERE number IN (0, 9) ORDER BY number")
        text = anna.http.get(f"{path}/record").text
        assert "byzanz_search_ready 1.0" in server.admin.get("/metrics").text
        logs = first.log + server.log
    assert logs.count('"compiler started"') == 1
    assert worker_answers(FindingsQuestion(text, 0), FindingsQuestion(text, 9)) == [
        body for (body,) in rows
    ]


@pytest.mark.long
def test_threat_15_bots_play_on_while_games_are_analysed(tmp_path):
    """Bots never wait for an analysis, even while it is compiled."""
    with closing(RunningServer(tmp_path, LAX, SEARCH)) as server:
        anna = Person(server)
        path = upload(anna)
        assert anna.http.post(f"{path}/analysis").status_code == 200
        room = anna.create(["solid"] * 3, setup={"pace": "rapid"}, start=True)
        times = []
        with anna.push(room) as socket:
            while len(times) < 40:
                socket.recv(timeout=10)
                times.append(time.monotonic())
        assert max(later - earlier for earlier, later in pairwise(times)) < 3
        people, running = start_room(server)
        assert problem(people[0].http.post(f"/api/replays/{running}/analysis")) == (403, "running")
        metrics = server.admin.get("/metrics").text
        assert "byzanz_analyses 1.0" in metrics
