"""The errors of `byzanz arena` and `byzanz ladder`, and the ladder's page."""

from pathlib import Path

import pytest

from byzanz.bots.roster import ROSTER
from tests.cli.calling import output, refused

BOTS = "solid,greedy,greedy"


@pytest.mark.parametrize(
    ("arguments", "option", "expected"),
    [
        (f"--players 4 --bots {BOTS}", "bots", "expected 4 bots, one for each player, not 3"),
        ("--bots solid,greedy", "bots", "expected 3 to 6 bots, not 2"),
        (f"--bots {BOTS},{BOTS},solid", "bots", "expected 3 to 6 bots, not 7"),
        ("--bots solid,,solid", "bots", "an empty entry: expected a bot between the commas"),
        (f"--players 2 --bots {BOTS}", "players", "expected a whole number from 3 to 6, not '2'"),
        ("--decks 0", "decks", "expected a whole number from 1 to 1000000, not '0'"),
        ("--seconds 0", "seconds", "expected a number from 0.01 to 3600, not '0'"),
        ("--seconds nan", "seconds", "expected a number from 0.01 to 3600, not 'nan'"),
        ("--jobs 0", "jobs", "expected a whole number from 1 to 256, not '0'"),
    ],
)
def test_a_bad_option_is_refused_in_one_sentence(arguments, option, expected):
    bots = () if "--bots" in arguments else ("--bots", BOTS)
    sentence = refused(2, "arena", *bots, *arguments.split())
    assert sentence == f"byzanz: invalid value for '--{option}': {expected}"


@pytest.mark.parametrize("command_name", ["arena", "ladder"])
def test_unknown_bots_are_refused(command_name):
    sentence = refused(2, command_name, "--bots", "solid,solid,grandmaster")
    assert sentence.startswith("byzanz: invalid value for '--bots': no bot is called 'grandmaster'")
    sentence = refused(2, command_name, "--bots", "solid,solid,exec:/no/such/program")
    assert sentence.startswith("byzanz: invalid value for '--bots': no program '/no/such/program'")


def test_a_match_needs_bots():
    assert refused(2, "arena").startswith("byzanz: missing option '--bots': expected byzanz arena")


@pytest.mark.parametrize(("command_name", "option"), [("arena", "--html"), ("ladder", "--out")])
def test_an_unwritable_page_is_refused_before_the_match(command_name, option, folder, tmp_path):
    file = tmp_path / "none" / "page"
    bots = ("--bots", BOTS) if command_name == "arena" else ()
    sentence = refused(1, command_name, *bots, option, file, "--decks", 1)
    assert sentence == f"{file}: no such file or directory: expected a file to write"
    assert not folder.exists()


def test_an_existing_file_is_kept_until_the_end_of_the_match(folder, tmp_path):
    file = tmp_path / "page.html"
    file.write_text("earlier")
    folder.parent.mkdir()
    folder.touch()  # a file instead of the ledgers' folder
    sentence = refused(1, "arena", "--bots", BOTS, "--html", file)
    assert sentence == (
        "byzanz: the finished games cannot be saved (file exists): "
        "expected a writable folder in BYZANZ_CACHE_DIR"
    )
    assert file.read_text() == "earlier"


def test_a_file_cannot_be_the_folder_for_records(tmp_path):
    file = tmp_path / "file"
    file.touch()
    sentence = refused(1, "arena", "--bots", BOTS, "--records", file)
    assert sentence == f"{file}: file exists: expected a folder for records"


@pytest.mark.usefixtures("folder")
def test_the_ladder_writes_its_page(tmp_path, monkeypatch):
    monkeypatch.setattr("byzanz.arena.tournament.PLAYER_COUNTS", (3,))
    monkeypatch.setattr("byzanz.arena.page.ladder_page.PLAYER_COUNTS", (3,))
    monkeypatch.setattr("byzanz.bots.roster.ROSTER", ROSTER[:3])
    file = tmp_path / "ladder.md"
    arguments = ("ladder", "--decks", 1, "--jobs", 1, "--seed", 2)
    assert output(*arguments, "--out", file) == ""
    page = Path(file).read_text()
    assert f"./byzanz ladder --decks 1 --seed 2 --out {file}" in page
    assert (
        page.replace(f" --out {file}", "").splitlines()[:20] == output(*arguments).splitlines()[:20]
    )
    assert "| `solid` | `greedy` x 2 |" in page


@pytest.mark.usefixtures("folder")
def test_an_interrupted_ladder_says_how_to_continue(monkeypatch):
    def play(*_):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("byzanz.arena.worker_pool.WorkerPool.play", play)
    monkeypatch.setattr("byzanz.cli.compilation.is_compiled", lambda units: True)
    assert refused(130, "ladder", "--decks", 1) == (
        "Interrupted; the games so far are saved. The same command continues."
    )
