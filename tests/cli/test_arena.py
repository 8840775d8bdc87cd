"""`byzanz arena`: reports, interruptions, records, programs that fail."""

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
from byzanz.arena.workers import WorkerDied
from byzanz.game.record import load_game
from tests.cli.calling import ENVIRONMENT, call, command, output, printed_json, refused
from tests.cli.test_process import terminal

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="programs and signals of POSIX")
BOTS = "solid,greedy,greedy"
WORDS = ("solid", "greedy", "greedy")


@pytest.fixture
def seed():
    """A seed that nobody else plays with: other processes share the folder of the user."""
    seed = SystemRandom().randrange(2**40, 2**62)
    yield seed
    ledger_path(Plan(WORDS, 1, seed, 5.0)).unlink(missing_ok=True)


def without_times(report: dict) -> dict:
    """A report without what depends on the machine, and on what was played before."""
    for line in report["lines"]:
        assert set(line.pop("timing")) == {"mean_seconds", "p99_seconds", "counts"}
    assert set(report.pop("timing")) == {"jobs", "games", "seconds"}
    return report


def report(*words: object) -> dict:
    return without_times(printed_json("arena", "--bots", BOTS, *words))


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
def test_the_same_report_whatever_the_processes():
    words = ("--decks", 2, "--seed", 3, "--fresh")
    assert report(*words, "--jobs", 1) == report(*words, "--jobs", 2)


@pytest.mark.usefixtures("folder")
def test_more_decks_later():
    part = report("--decks", 1, "--jobs", 1)
    longer = printed_json("arena", "--bots", BOTS, "--decks", 3, "--jobs", 1)
    assert longer["timing"]["games"] == 6
    assert without_times(longer) == report("--decks", 3, "--jobs", 1, "--fresh")
    again = printed_json("arena", "--bots", BOTS, "--decks", 1)
    assert again["timing"]["games"] == 0
    assert without_times(again) == part


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("bots", "remarks"), [(BOTS, 0), (f"{BOTS},strong:1", 1)])
def test_only_bots_that_search_wait_for_the_compiler(bots, remarks, monkeypatch):
    def play(*_):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("byzanz.arena.workers.Workers.play", play)
    monkeypatch.setattr("byzanz.cli.simulation.is_compiled", lambda: False)
    monkeypatch.setattr("byzanz.cli.simulation.compile_all", lambda: None)
    result = call("arena", "--bots", bots)
    assert result.stderr.count("compiling rules and search, once") == remarks


@pytest.mark.usefixtures("folder")
def test_the_report_in_lines():
    text = output("arena", "--players", 3, "--bots", BOTS, "--decks", 2, "--jobs", 1)
    lines = text.splitlines()
    assert lines[0].startswith("── Arena: solid, 2 x greedy ──")
    assert lines[1] == " 2 decks in 3 seatings, 6 games, seed 1"
    assert all(len(line) <= 80 for line in lines)
    assert re.search(r"^ fair share +33\.3 %$", text, re.MULTILINE)
    assert "Failures" not in text
    assert "Partial" not in text


def wait_for_games(plan: Plan, running: subprocess.Popen[bytes], count: int) -> None:
    """Wait until the ledger has so many games."""
    path = ledger_path(plan)
    deadline = time.monotonic() + 60
    while running.poll() is None and time.monotonic() < deadline:
        if path.exists() and path.read_bytes().count(b"\n") >= count:
            return
        time.sleep(0.005)
    running.kill()
    raise AssertionError("no such moment")


@contextmanager
def started(*words: object) -> Iterator[subprocess.Popen[bytes]]:
    """A running arena in a session of its own; nothing of it is left behind."""
    with subprocess.Popen(
        command("arena", "--bots", BOTS, *words),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        start_new_session=True,
        preexec_fn=heed_ctrl_c,  # noqa: PLW1509 - no thread of ours holds a lock there
    ) as running:
        try:
            yield running
        finally:
            with suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)


def heed_ctrl_c() -> None:
    """Whoever started the tests may have told its children to ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@POSIX
def test_killed_and_started_again(seed):
    """kill -9 in the middle: nothing is played twice, and the report is the same."""
    endless = Plan(WORDS, 100_000, seed, 5.0)
    with started("--decks", endless.decks, "--seed", seed, "--jobs", 2) as running:
        wait_for_games(endless, running, 4)
        running.kill()
    with Ledger(ledger_path(endless)) as ledger:
        kept = len(ledger.results)
    decks = 1 + kept // 3  # one game at least is missing
    words = ("arena", "--bots", BOTS, "--decks", decks, "--seed", seed, "--jobs", 1)
    resumed = printed_json(*words)
    assert 3 * decks - kept <= resumed["timing"]["games"] < 3 * decks
    unbroken = printed_json(*words, "--fresh")
    assert unbroken["timing"]["games"] == 3 * decks
    assert without_times(resumed) == without_times(unbroken)


@POSIX
def test_ctrl_c_reports_what_there_is(seed):
    plan = Plan(WORDS, 100_000, seed, 5.0)
    with started("--decks", 100_000, "--seed", seed, "--jobs", 2) as running:
        wait_for_games(plan, running, 8)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to all processes
        text, errors = running.communicate(timeout=20)
    assert (running.returncode, errors) == (130, b"")
    assert re.search(r"Partial: \d+ of 100,000 decks; the same command goes on", text.decode())


@POSIX
def test_two_at_a_time_are_refused(seed):
    plan = Plan(WORDS, 100_000, seed, 5.0)
    with started("--decks", 100_000, "--seed", seed, "--jobs", 1) as running:
        wait_for_games(plan, running, 1)
        sentence = refused(1, "arena", "--bots", BOTS, "--decks", 2, "--seed", seed)
        running.kill()
    assert sentence == (
        "byzanz: this very match is being played: expected to wait for the other process"
    )


@POSIX
def test_progress_in_a_terminal(seed):
    with terminal("arena", "--bots", BOTS, "--decks", 100_000, "--seed", seed) as screen:
        screen.wait_for("games/s")
        screen.wait_for("solid ")  # the interval of the first bot
        os.killpg(screen.running.pid, signal.SIGINT)  # as the terminal does at Ctrl-C
        screen.wait_for("Partial")
        assert screen.end() == 130


@pytest.mark.usefixtures("folder")
def test_records_replay_to_the_same_scores(tmp_path):
    words = ("--decks", 2, "--jobs", 1)
    report(*words)  # played before: the records come from the ledger
    output("arena", "--bots", BOTS, *words, "--records", tmp_path / "a" / "b")
    files = sorted((tmp_path / "a" / "b").iterdir())
    assert [file.name for file in files] == [
        f"deck-{deck:04}-seating-{seating}.byz" for deck in (0, 1) for seating in (0, 1, 2)
    ]
    scores = dict.fromkeys(WORDS, 0)
    for file in files:
        game = load_game(file.read_bytes())
        for name, score in zip(game.names, game.scores, strict=True):
            scores[name.removesuffix(" 2")] += score
    means = {line["bot"]: line["score"]["mean"] for line in report(*words)["lines"]}
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
    ("program", "kind"), [("exec:true", "crash"), ("exec:cat", "garbage")], ids=["true", "cat"]
)
def test_programs_that_fail_are_named_and_the_match_goes_on(program, kind):
    words = ("--bots", f"solid,greedy,{program}", "--decks", 2, "--jobs", 1)
    found = printed_json("arena", *words)
    assert (found["games"], found["is_partial"]) == (6, False)
    (failing,) = [line for line in found["lines"] if line["failures"]]
    assert failing["bot"] == program
    (line,) = failing["failures"]  # also of the games for which it was not started again
    assert (line["kind"], line["count"], len(line["examples"])) == (kind, 6, 3)
    assert list(line["examples"][0]) == ["deck", "seating", "move", "detail"]
    text = output("arena", *words)
    assert re.search(rf"^ {program} +\d x {kind}$", text, re.MULTILINE)
    assert re.search(r"^   deck 0, seating 0, move \d+: ", text, re.MULTILINE)


def test_nobody_waits_for_a_worker_that_died(folder, monkeypatch):
    def play(*_):
        raise WorkerDied("signal 9")
        yield

    monkeypatch.setattr("byzanz.arena.workers.Workers.play", play)
    sentence = refused(1, "arena", "--bots", BOTS, "--decks", 2)
    assert sentence == (
        "byzanz: a process that played was ended by signal 9: "
        "expected the same command to go on with the games so far"
    )
    assert folder.exists()


def test_interrupted_before_a_deck_was_finished(folder, monkeypatch):
    def play(*_):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("byzanz.arena.workers.Workers.play", play)
    assert refused(130, "arena", "--bots", BOTS, "--decks", 2) == (
        "Interrupted before a deck was finished; the games so far are kept."
    )
    assert folder.exists()
