"""`byzanz simulate`: summaries, records and threads."""

import json
from collections import Counter

import pytest

from byzanz.cli.simulation_chunks import play_chunk
from tests.cli.calling import call, output, printed_json, refused


def simulated(*arguments: object) -> dict:
    """The JSON of a simulation without its timing."""
    summary = printed_json("simulate", *arguments)
    timing = summary.pop("timing")
    assert set(timing) == {"jobs", "seconds", "games_per_second", "moves_per_second"}
    return summary


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    """Compile before the tests: the message about it would be on standard error."""
    call("simulate", "--games", 1)


@pytest.mark.parametrize("players", [3, 6])
def test_the_number_of_threads_does_not_change_the_summary(players):
    arguments = ("--players", players, "--games", 3500, "--seed", 11)
    assert simulated(*arguments, "--jobs", 1) == simulated(*arguments, "--jobs", 2)


def test_the_number_of_threads_does_not_change_the_text():
    texts = [
        [
            line
            for line in output("simulate", "--games", 1500, "--jobs", jobs).splitlines()
            if not line.startswith(" Speed ")
        ]
        for jobs in (1, 2)
    ]
    assert texts[0] == texts[1]
    assert texts[0][0].startswith("── 1,500 games of 4 random bots, seed 1 ──")
    assert all(len(line) <= 80 for line in texts[0])


def test_a_game_is_the_same_in_any_chunk():
    whole = play_chunk(4, 7, 0, 5, traced=True)
    part = play_chunk(4, 7, 3, 2, traced=True)
    assert (whole.rows[3:] == part.rows).all()
    assert (whole.traces[3:] == part.traces).all()
    assert not (whole.rows[0] == whole.rows[1]).all()


def test_another_seed_gives_other_games():
    assert simulated("--games", 50, "--seed", 1) != simulated("--games", 50, "--seed", 2)


def test_the_number_of_games_does_not_change_the_first_ones(tmp_path):
    for games in (2, 4):
        output("simulate", "--games", games, "--seed", 3, "--records", tmp_path / str(games))
    for name in ("game-000000.byz", "game-000001.byz"):
        assert (tmp_path / "2" / name).read_bytes() == (tmp_path / "4" / name).read_bytes()


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_records_agree_with_the_summary(players, tmp_path):
    folder, games = tmp_path / "new" / "dir", 15
    arguments = ("--players", players, "--games", games, "--seed", 5, "--records", folder)
    summary = simulated(*arguments)
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"game-{number:06}.byz" for number in range(games)]
    assert "\nbot 0 random\n" in files[0].read_text()
    checked = json.loads(output("check", *files, "--json"))
    scores = [row["result"] for row in checked]
    moves = [row["moves"] for row in checked]
    counts = Counter(score for row in scores for score in row)
    assert summary["score_counts"] == [counts[score] for score in range(max(counts) + 1)]
    assert summary["moves"]["total"] == sum(moves)
    assert (summary["moves"]["least"], summary["moves"]["most"]) == (min(moves), max(moves))
    for seat in range(players):
        shares = [1 / len(row["winners"]) for row in checked if seat in row["winners"]]
        mean = sum(row[seat] for row in scores) / games
        assert summary["seats"][seat]["mean_score"] == pytest.approx(mean)
        assert summary["seats"][seat]["win_share"] == pytest.approx(sum(shares) / games)


def test_victories_add_up_to_the_games():
    summary = simulated("--games", 2000, "--players", 5)
    assert sum(seat["win_share"] for seat in summary["seats"]) == pytest.approx(1)
    assert sum(summary["score_counts"]) == 2000 * 5


@pytest.mark.parametrize(
    ("option", "value", "expected"),
    [
        ("--players", "2", "a whole number from 3 to 6, not '2'"),
        ("--players", "7", "a whole number from 3 to 6, not '7'"),
        ("--games", "0", "a whole number from 1 to 1000000000, not '0'"),
        ("--games", "1e6", "a whole number from 1 to 1000000000, not '1e6'"),
        ("--seed", "-1", "a whole number from 0 to 9223372036854775807, not '-1'"),
        ("--jobs", "0", "a whole number from 1 to 256, not '0'"),
    ],
)
def test_numbers_out_of_range_are_refused(option, value, expected):
    sentence = refused(2, "simulate", option, value)
    assert sentence == f"byzanz: invalid value for '{option}': expected {expected}"


def test_too_many_records_are_refused(tmp_path):
    sentence = refused(2, "simulate", "--games", 10001, "--records", tmp_path)
    assert sentence.endswith("'--records': expected at most 10000 games to record, not 10001")


def test_a_file_cannot_be_the_folder_for_records(tmp_path):
    file = tmp_path / "file"
    file.touch()
    sentence = refused(1, "simulate", "--games", 1, "--records", file)
    assert sentence == f"{file}: file exists: expected a folder for records"


def test_the_largest_seed_is_accepted():
    assert simulated("--games", 5, "--seed", 2**63 - 1)["games"] == 5
