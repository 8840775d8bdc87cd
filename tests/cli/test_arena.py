"""`byzanz arena`: reports, interruptions, records and failing programs."""

import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import SystemRandom

import pytest

from byzanz.arena.ledger import Ledger, ledger_path
from byzanz.arena.plan import Plan
from byzanz.arena.worker_pool import WorkerDied
from byzanz.game.record import load_game
from tests.cli.calling import ENVIRONMENT, call, command, output, printed_json, refused
from tests.cli.test_process import terminal

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX programs and signals")
BOTS = "solid,greedy,greedy"
BOT_IDS = ("solid", "greedy", "greedy")


@pytest.fixture
def seed():
    """A seed that only this test uses: other processes share the user's cache folder."""
    seed = SystemRandom().randrange(2**40, 2**62)
    yield seed
    ledger_path(Plan(BOT_IDS, 1, seed, 5.0)).unlink(missing_ok=True)


def without_times(report: dict) -> dict:
    """The report without times and without the number of games played in this run."""
    for line in report["lines"]:
        assert set(line.pop("timing")) == {"mean_seconds", "p99_seconds", "counts"}
    assert set(report.pop("timing")) == {"jobs", "games", "seconds"}
    return report


def report(*arguments: object) -> dict:
    return without_times(printed_json("arena", "--bots", BOTS, *arguments))


@pytest.mark.usefixtures("folder")
def test_the_fields_of_the_report():
    found = printed_json("arena", "--bots", BOTS, "--decks", 4, "--seed", 5, "--jobs", 1)
    assert list(found) == [
        "version", "players", "words", "seed", "seconds", "seatings", "decks", "decks_planned",
        "games", "is_partial", "fair_share", "mean_moves", "lines", "cross_table", "convergence",
        "command", "timing",
    ]  # fmt: skip
    assert list(found["lines"][0]) == [
        "bot", "seats", "win_share", "score", "seat_shares", "score_counts", "rating",
        "decisions", "playouts_per_decision", "failures", "timing",
    ]  # fmt: skip
    assert (found["players"], found["decks"], found["games"]) == (3, 4, 12)
    assert [(line["bot"], line["seats"]) for line in found["lines"]] == [
        ("solid", 1),
        ("greedy", 2),
    ]
    assert sum(
        line["seats"] * line["win_share"]["mean"] for line in found["lines"]
    ) == pytest.approx(1)
    for line in found["lines"]:
        for estimate in (line["win_share"], line["score"], *line["seat_shares"]):
            assert estimate["low"] <= estimate["mean"] <= estimate["high"]
        assert sum(line["score_counts"]) == 12 * line["seats"]
        assert line["timing"]["mean_seconds"] > 0
        assert sum(line["timing"]["counts"].values()) == line["decisions"]


@pytest.mark.usefixtures("folder")
def test_the_number_of_processes_does_not_change_the_report():
    arguments = ("--decks", 2, "--seed", 3, "--fresh")
    assert report(*arguments, "--jobs", 1) == report(*arguments, "--jobs", 2)


@pytest.mark.usefixtures("folder")
def test_more_decks_continue_an_earlier_match():
    part = report("--decks", 1, "--jobs", 1)
    longer = printed_json("arena", "--bots", BOTS, "--decks", 3, "--jobs", 1)
    assert longer["timing"]["games"] == 6
    assert without_times(longer) == report("--decks", 3, "--jobs", 1, "--fresh")
    again = printed_json("arena", "--bots", BOTS, "--decks", 1)
    assert again["timing"]["games"] == 0
    assert without_times(again) == part


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("bots", "messages"), [(BOTS, 0), (f"{BOTS},strong:1", 1)])
def test_only_searching_bots_wait_for_the_compiler(bots, messages, monkeypatch):
    def play(*_):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("byzanz.arena.worker_pool.WorkerPool.play", play)
    monkeypatch.setattr("byzanz.cli.compilation.is_compiled", lambda units: False)
    monkeypatch.setattr("byzanz.cli.compilation.compile_units", lambda units: None)
    result = call("arena", "--bots", bots)
    assert result.stderr.count("compiling;") == messages


@pytest.mark.usefixtures("folder")
def test_the_report_is_printed_as_text():
    text = output("arena", "--players", 3, "--bots", BOTS, "--decks", 2, "--jobs", 1)
    lines = text.splitlines()
    assert lines[0].startswith("── Arena: solid, 2 x greedy ──")
    assert lines[1] == " 2 decks in 3 seatings, 6 games, seed 1"
    assert all(len(line) <= 80 for line in lines)
    assert re.search(r"^ fair share +33\.3 %$", text, re.MULTILINE)
    assert "Failures" not in text
    assert "Partial" not in text


def wait_for_games(plan: Plan, running: subprocess.Popen[bytes], count: int) -> None:
    """Wait until the ledger has at least `count` games."""
    path = ledger_path(plan)
    deadline = time.monotonic() + 60
    while running.poll() is None and time.monotonic() < deadline:
        if path.exists() and path.read_bytes().count(b"\n") >= count:
            return
        time.sleep(0.005)
    running.kill()
    raise AssertionError("the match ended, or took 60 s, before it had enough games")


@contextmanager
def running_arena(*arguments: object) -> Iterator[subprocess.Popen[bytes]]:
    """Run an arena in a new session, then kill all its processes."""
    with subprocess.Popen(
        command("arena", "--bots", BOTS, *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        start_new_session=True,
    ) as running:
        try:
            yield running
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)


@POSIX
def test_a_killed_match_continues(seed):
    """After kill -9 no game is played twice, and the report is the same."""
    endless = Plan(BOT_IDS, 100_000, seed, 5.0)
    with running_arena("--decks", endless.decks, "--seed", seed, "--jobs", 2) as running:
        wait_for_games(endless, running, 4)
        running.kill()
    with Ledger(ledger_path(endless)) as ledger:
        saved = len(ledger.results)
    decks = 1 + saved // 3  # at least one game is missing
    arguments = ("arena", "--bots", BOTS, "--decks", decks, "--seed", seed, "--jobs", 1)
    resumed = printed_json(*arguments)
    assert 3 * decks - saved <= resumed["timing"]["games"] < 3 * decks
    fresh = printed_json(*arguments, "--fresh")
    assert fresh["timing"]["games"] == 3 * decks
    assert without_times(resumed) == without_times(fresh)


@POSIX
def test_ctrl_c_gives_a_partial_report(seed):
    plan = Plan(BOT_IDS, 100_000, seed, 5.0)
    with running_arena("--decks", 100_000, "--seed", seed, "--jobs", 2) as running:
        wait_for_games(plan, running, 8)
        os.killpg(running.pid, signal.SIGINT)  # to all processes, as a terminal does
        text, errors = running.communicate(timeout=20)
    assert (running.returncode, errors) == (130, b"")
    assert re.search(r"Partial: \d+ of 100,000 decks; the same command continues", text.decode())


@POSIX
def test_the_same_match_twice_at_once_is_refused(seed):
    plan = Plan(BOT_IDS, 100_000, seed, 5.0)
    with running_arena("--decks", 100_000, "--seed", seed, "--jobs", 1) as running:
        wait_for_games(plan, running, 1)
        sentence = refused(1, "arena", "--bots", BOTS, "--decks", 2, "--seed", seed)
        running.kill()
    assert sentence == ("byzanz: another process is playing this match: wait until it ends")


@POSIX
def test_a_terminal_shows_the_progress(seed):
    with terminal("arena", "--bots", BOTS, "--decks", 100_000, "--seed", seed) as screen:
        screen.wait_for("games/s")
        screen.wait_for("solid ")  # the interval of the first bot
        os.killpg(screen.running.pid, signal.SIGINT)  # as the terminal does at Ctrl-C
        screen.wait_for("Partial")
        assert screen.end() == 130


@pytest.mark.usefixtures("folder")
def test_records_replay_to_the_same_scores(tmp_path):
    arguments = ("--decks", 2, "--jobs", 1)
    report(*arguments)  # now the records come from the ledger
    output("arena", "--bots", BOTS, *arguments, "--records", tmp_path / "a" / "b")
    files = sorted((tmp_path / "a" / "b").iterdir())
    assert [file.name for file in files] == [
        f"deck-{deck:04}-seating-{seating}.byz" for deck in (0, 1) for seating in (0, 1, 2)
    ]
    scores = dict.fromkeys(BOT_IDS, 0)
    for file in files:
        game = load_game(file.read_bytes())
        for name, score in zip(game.names, game.scores, strict=True):
            scores[name.removesuffix(" 2")] += score
    means = {line["bot"]: line["score"]["mean"] for line in report(*arguments)["lines"]}
    assert means == pytest.approx({"solid": scores["solid"] / 6, "greedy": scores["greedy"] / 12})


@pytest.mark.usefixtures("folder")
def test_the_page_is_written(tmp_path):
    file = tmp_path / "report.html"
    output("arena", "--bots", BOTS, "--decks", 2, "--jobs", 1, "--html", file)
    page = file.read_text(encoding="utf-8")
    ET.fromstring(page.split("\n", 1)[1])
    assert "http" not in page.replace("http-equiv", "")


@POSIX
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("program", "failure_type"),
    [("exec:true", "crash"), ("exec:cat", "garbage")],
    ids=["true", "cat"],
)
def test_failing_programs_are_reported_and_the_match_goes_on(program, failure_type):
    arguments = ("--bots", f"solid,greedy,{program}", "--decks", 2, "--jobs", 1)
    found = printed_json("arena", *arguments)
    assert (found["games"], found["is_partial"]) == (6, False)
    (failing,) = [line for line in found["lines"] if line["failures"]]
    assert failing["bot"] == program
    (line,) = failing["failures"]  # includes the games for which it was not restarted
    assert (line["kind"], line["count"], len(line["examples"])) == (failure_type, 6, 3)
    assert list(line["examples"][0]) == ["deck", "seating", "move", "detail"]
    text = output("arena", *arguments)
    assert re.search(rf"^ {program} +\d x {failure_type}$", text, re.MULTILINE)
    assert re.search(r"^   deck 0, seating 0, move \d+: ", text, re.MULTILINE)


def test_a_dead_worker_ends_the_match(folder, monkeypatch):
    def play(*_):
        raise WorkerDied("signal 9")
        yield

    monkeypatch.setattr("byzanz.arena.worker_pool.WorkerPool.play", play)
    sentence = refused(1, "arena", "--bots", BOTS, "--decks", 2)
    assert sentence == (
        "byzanz: a worker process was ended by signal 9: "
        "run the same command again to continue from the saved games"
    )
    assert folder.exists()


def test_an_interruption_before_a_deck_is_finished_is_reported(folder, monkeypatch):
    def play(*_):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("byzanz.arena.worker_pool.WorkerPool.play", play)
    assert refused(130, "arena", "--bots", BOTS, "--decks", 2) == (
        "Interrupted before a deck was finished; the games so far are saved."
    )
    assert folder.exists()
