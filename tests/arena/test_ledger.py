"""The ledger keeps every finished game, through interruptions and damage."""

import shutil
from dataclasses import dataclass

import pytest

from byzanz.arena.ledger import Ledger, ledger_path
from byzanz.arena.plan import Plan
from byzanz.arena.program_version import ROOT, SOURCES, hash_of, version_hash
from byzanz.ledger_file import LedgerInUse
from tests.arena.results import result

PLAN = Plan(("a", "b", "b"), 2, 1, 5.0)
GAMES = [result("a b b", [1, 2, 3], deck=number.deck, seating=number.seating)
         for number in PLAN.numbers()]  # fmt: skip


@pytest.fixture
def path(tmp_path):
    return tmp_path / "subfolder" / "games.jsonl"


def write_ledger(path, games):
    with Ledger(path) as ledger:
        for game in games:
            ledger.add(game)


def test_games_are_read_again(path):
    write_ledger(path, GAMES[:4])
    with Ledger(path) as ledger:
        assert ledger.finished(PLAN) == GAMES[:4]
        assert ledger.missing(PLAN) == [game.number for game in GAMES[4:]]


def test_each_game_is_written_at_once(path):
    with Ledger(path) as ledger:
        for count, game in enumerate(GAMES, start=1):
            ledger.add(game)
            assert path.read_bytes().count(b"\n") == count


def test_the_order_of_games_does_not_matter(path):
    write_ledger(path, reversed(GAMES))
    with Ledger(path) as ledger:
        assert ledger.finished(PLAN) == GAMES


@pytest.mark.parametrize("left", [1, 40, -1])
def test_a_torn_last_line_is_dropped(path, left):
    write_ledger(path, GAMES[:3])
    whole = path.read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    path.write_bytes(whole[: -len(last)] + last[:left])
    with Ledger(path) as ledger:
        assert ledger.finished(PLAN) == GAMES[:2]
        ledger.add(GAMES[2])
    assert path.read_bytes() == whole


def test_an_unreadable_line_counts_as_not_played(path):
    write_ledger(path, GAMES[:3])
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + b'{"deck": 0, "sea\xff\n' + lines[2])
    with Ledger(path) as ledger:
        assert ledger.finished(PLAN) == [GAMES[0], GAMES[2]]


def test_a_fresh_ledger_is_empty(path):
    write_ledger(path, GAMES)
    with Ledger(path, fresh=True) as ledger:
        assert ledger.finished(PLAN) == []


def test_longer_and_shorter_matches_share_a_ledger(path):
    write_ledger(path, GAMES)
    with Ledger(path) as ledger:
        more = Plan(PLAN.bot_ids, 3, 1, 5.0)
        assert [number.deck for number in ledger.missing(more)] == [2, 2, 2]
        assert ledger.finished(Plan(PLAN.bot_ids, 1, 1, 5.0)) == GAMES[:3]
    assert ledger_path(more) == ledger_path(PLAN)


def test_a_ledger_is_open_only_once_at_a_time(path):
    with Ledger(path) as ledger:
        ledger.add(GAMES[0])
        with pytest.raises(LedgerInUse):
            Ledger(path)
        with pytest.raises(LedgerInUse):
            Ledger(path, fresh=True)
    with Ledger(path) as ledger:
        assert ledger.finished(PLAN) == GAMES[:1]


@pytest.mark.parametrize(
    "other",
    [
        Plan(("a", "b", "c"), 2, 1, 5.0),
        Plan(("b", "a", "b"), 2, 1, 5.0),
        Plan(("a", "b", "b", "b"), 2, 1, 5.0),
        Plan(("a", "b", "b"), 2, 2, 5.0),
        Plan(("a", "b", "b"), 2, 1, 1.0),
        Plan(("exec:a --x", "b", "b"), 2, 1, 5.0),
    ],
)
def test_other_matches_have_other_ledgers(other):
    assert ledger_path(other) != ledger_path(PLAN)


def test_programs_have_another_ledger_in_another_folder(tmp_path, monkeypatch):
    plans = (PLAN, Plan(("exec:./bot", "b", "b"), 2, 1, 5.0))
    without_program, with_program = map(ledger_path, plans)
    monkeypatch.chdir(tmp_path)
    assert ledger_path(plans[0]) == without_program
    assert ledger_path(plans[1]) != with_program


def test_another_version_has_another_ledger(monkeypatch):
    before = ledger_path(PLAN)
    monkeypatch.setattr("byzanz.arena.ledger.version_hash", lambda: "another")
    assert ledger_path(PLAN) != before


@dataclass
class Edit:
    file: str
    changes_version: bool


@pytest.mark.parametrize(
    "edit",
    [
        Edit("rules/limit.py", changes_version=True),
        Edit("game/view.py", changes_version=True),
        Edit("fast/batch.py", changes_version=True),
        Edit("bots/roster.py", changes_version=True),
        Edit("programs/entrant.py", changes_version=True),
        Edit("dice.py", changes_version=True),
        Edit("engine/search/halving.py", changes_version=True),
        Edit("arena/plan.py", changes_version=True),
        Edit("arena/page/html_page.py", changes_version=False),
        Edit("cli/commands/arena.py", changes_version=False),
    ],
    ids=lambda edit: edit.file,
)
def test_only_edits_of_code_that_plays_change_the_version(edit, tmp_path):
    copy = tmp_path / "byzanz"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns("__pycache__"))
    before = hash_of(copy)
    file = copy / edit.file
    file.write_text(file.read_text() + "\n# changed\n")
    assert (hash_of(copy) != before) == edit.changes_version


def test_data_files_change_the_version_and_compiled_files_do_not(tmp_path):
    for source in SOURCES:
        assert (ROOT / source).exists()
    (tmp_path / "bots" / "__pycache__").mkdir(parents=True)
    before = hash_of(tmp_path)
    (tmp_path / "bots" / "__pycache__" / "solid.pyc").write_text("1")
    assert hash_of(tmp_path) == before
    (tmp_path / "bots" / "weights.json").write_text("[1]")
    assert hash_of(tmp_path) != before
    assert len(version_hash()) == 64
