"""`byzanz arena` and `byzanz ladder`: reports, interruptions, and what is refused."""

import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path
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


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    """Compile first: the remark about it goes to standard error."""
    call("simulate", "--games", 1)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of its own for the ledgers of this process."""
    monkeypatch.setattr("byzanz.arena.ledger.cache_base", lambda: tmp_path / "cache")
    return tmp_path / "cache" / "arena"


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
    words = ("--decks", 6, "--seed", 3, "--fresh")
    assert report(*words, "--jobs", 1) == report(*words, "--jobs", 2)


@pytest.mark.usefixtures("folder")
def test_more_decks_later():
    part = report("--decks", 2, "--jobs", 1)
    longer = printed_json("arena", "--bots", BOTS, "--decks", 5, "--jobs", 1)
    assert longer["timing"]["games"] == 9
    assert without_times(longer) == report("--decks", 5, "--jobs", 1, "--fresh")
    again = printed_json("arena", "--bots", BOTS, "--decks", 2)
    assert again["timing"]["games"] == 0
    assert without_times(again) == part


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


def started(*words: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command("arena", "--bots", BOTS, *words),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        start_new_session=True,
    )


@POSIX
def test_killed_and_started_again(seed):
    """kill -9 in the middle: nothing is played twice, and the report is the same."""
    words = ("--decks", 12, "--seed", seed, "--jobs", 2, "--json")
    plan = Plan(WORDS, 12, seed, 5.0)
    with started(*words) as running:
        wait_for_games(plan, running, 5)
        running.kill()
    with Ledger(ledger_path(plan)) as ledger:
        kept = len(ledger.of(plan))
    assert 5 <= kept < 36
    resumed = printed_json("arena", "--bots", BOTS, *words[:-1])
    assert resumed["timing"]["games"] == 36 - kept
    unbroken = printed_json("arena", "--bots", BOTS, *words[:-1], "--fresh")
    assert unbroken["timing"]["games"] == 36
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
    first = failing["failures"][0]
    assert first["kind"] == kind
    assert sum(line["count"] for line in failing["failures"]) == 6
    assert list(first["examples"][0]) == ["deck", "seating", "move", "detail"]
    assert len(first["examples"]) <= 3
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
    assert refused(130, "ladder", "--decks", 1) == (
        "Interrupted; the games so far are kept, and the same command goes on."
    )
    assert folder.exists()


@pytest.mark.parametrize(
    ("words", "option", "expected"),
    [
        (f"--players 4 --bots {BOTS}", "bots", "expected 4 bots, one for each player, not 3"),
        ("--bots solid,greedy", "bots", "expected 3 to 6 bots, not 2"),
        (f"--bots {BOTS},{BOTS},solid", "bots", "expected 3 to 6 bots, not 7"),
        ("--bots solid,,solid", "bots", "an empty word: expected a bot between the commas"),
        (f"--players 2 --bots {BOTS}", "players", "expected a whole number from 3 to 6, not '2'"),
        ("--decks 0", "decks", "expected a whole number from 1 to 1000000, not '0'"),
        ("--seconds 0", "seconds", "expected a number from 0.01 to 3600, not '0'"),
        ("--seconds nan", "seconds", "expected a number from 0.01 to 3600, not 'nan'"),
        ("--jobs 0", "jobs", "expected a whole number from 1 to 256, not '0'"),
    ],
)
def test_bad_options_are_one_sentence(words, option, expected):
    bots = () if "--bots" in words else ("--bots", BOTS)
    sentence = refused(2, "arena", *bots, *words.split())
    assert sentence == f"byzanz: invalid value for '--{option}': {expected}"


@pytest.mark.parametrize("command_name", ["arena", "ladder"])
def test_unknown_bots(command_name):
    sentence = refused(2, command_name, "--bots", "solid,solid,grandmaster")
    assert sentence.startswith("byzanz: invalid value for '--bots': no bot is called 'grandmaster'")
    sentence = refused(2, command_name, "--bots", "solid,solid,exec:/no/such/program")
    assert sentence.startswith("byzanz: invalid value for '--bots': no program '/no/such/program'")


def test_no_bots():
    assert refused(2, "arena").startswith("byzanz: missing option '--bots': expected byzanz arena")


@pytest.mark.parametrize(("command_name", "option"), [("arena", "--html"), ("ladder", "--out")])
def test_a_page_that_cannot_be_written_is_told_before_the_match(
    command_name, option, folder, tmp_path
):
    file = tmp_path / "none" / "page"
    bots = ("--bots", BOTS) if command_name == "arena" else ()
    sentence = refused(1, command_name, *bots, option, file, "--decks", 1)
    assert sentence == f"{file}: no such file or directory: expected a file to write"
    assert not folder.exists()


def test_a_file_that_is_there_is_not_touched_before_the_end(folder, tmp_path):
    file = tmp_path / "page.html"
    file.write_text("earlier")
    folder.parent.mkdir()
    folder.touch()  # no ledger can be kept here
    sentence = refused(1, "arena", "--bots", BOTS, "--html", file)
    assert sentence == (
        "byzanz: the games cannot be kept (file exists): expected a folder in BYZANZ_CACHE_DIR"
    )
    assert file.read_text() == "earlier"


def test_no_folder_for_records(tmp_path):
    file = tmp_path / "file"
    file.touch()
    sentence = refused(1, "arena", "--bots", BOTS, "--records", file)
    assert sentence == f"{file}: file exists: expected a folder for records"


@pytest.mark.usefixtures("folder")
def test_the_ladder_writes_its_page(tmp_path, monkeypatch):
    monkeypatch.setattr("byzanz.arena.tournament.PLAYER_COUNTS", (3,))
    monkeypatch.setattr("byzanz.arena.ladder.PLAYER_COUNTS", (3,))
    monkeypatch.setattr("byzanz.bots.roster.RUNGS", _three_rungs())
    file = tmp_path / "ladder.md"
    words = ("ladder", "--decks", 1, "--jobs", 1, "--seed", 2)
    assert output(*words, "--out", file) == ""
    page = Path(file).read_text()
    assert f"./byzanz ladder --decks 1 --seed 2 --out {file}" in page
    assert page.replace(f" --out {file}", "").splitlines()[:20] == output(*words).splitlines()[:20]
    assert "| `solid` | `greedy` x 2 |" in page


def _three_rungs():
    from byzanz.bots.roster import RUNGS  # noqa: PLC0415

    return RUNGS[:3]
