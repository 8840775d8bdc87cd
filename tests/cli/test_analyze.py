"""`byzanz analyze`: a game looked back on, in words and as data."""

from functools import partial

import pytest
from msgspec.structs import replace

from byzanz.game.record import write_record
from byzanz.server.report import PLACE, report_page
from tests.analysis.games import LITTLE, finished
from tests.cli.calling import output, printed_json, refused


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A finished game in a file, looked at with little effort."""
    monkeypatch.setattr("byzanz.analysis.analyst.Effort", lambda seed: replace(LITTLE, seed=seed))
    path = tmp_path / "game.byz"
    path.write_text(write_record(finished(3, 1)))
    return path


def test_a_game_in_words(file):
    game = finished(3, 1)
    text = " ".join(output("analyze", file).split())
    assert f"{game.names[game.winners[0]]} won with {max(game.scores)}" in text
    assert "The biggest step" in text
    for title in ("decisions", "luck and skill", "lots", "moments that mattered"):
        assert title in text
    for name in game.names:
        assert f"{name}: To practise" in text or f"{name}: No part" in text


def test_a_moment_has_its_player_first_and_names_are_no_markup(tmp_path, monkeypatch):
    monkeypatch.setattr("byzanz.analysis.analyst.Effort", lambda seed: replace(LITTLE, seed=seed))
    names = ("[red]Ada", "Ben", "Cleo")
    path = tmp_path / "game.byz"
    record = write_record(finished(3, 1))
    for seat, name in enumerate(names):
        record = record.replace(f"player Seat {seat}", f"player {name}")
    path.write_text(record)
    text = output("analyze", path)
    rows = text.split("moments that mattered")[1].splitlines()
    cells = [row.split("│")[1].strip() for row in rows if row.startswith("│")]
    assert cells
    assert set(cells) <= set(names)
    assert "[red]Ada" in text.split("decisions")[1]


def test_a_game_as_data_is_the_same_for_the_same_seed(file):
    first = printed_json("analyze", file)
    assert first == printed_json("analyze", file, "--seed", 1)
    assert first != printed_json("analyze", file, "--seed", 2)
    assert [found["number"] for found in first["findings"]] == list(
        range(len(finished(3, 1).moves) + 1)
    )
    assert set(first["report"]["summary"]) == {"de", "en", "it", "nl"}


def test_a_running_game_is_refused(tmp_path):
    path = tmp_path / "running.byz"
    path.write_text(write_record(finished(3, 1).at(20)))
    expected = f"{path}: the game is not over: expected a finished one"
    assert refused(1, "analyze", path) == expected


def test_a_broken_record_is_refused_by_its_line(tmp_path):
    path = tmp_path / "broken.byz"
    path.write_text(write_record(finished(3, 1)).replace("move", "mvoe", 1))
    assert refused(1, "analyze", path).startswith(f"{path}:")


def test_a_game_as_a_page(file, tmp_path, monkeypatch):
    folder = tmp_path / "built"
    folder.mkdir()
    (folder / "report.html").write_text(f"<title>Byzanz</title>{PLACE}")
    monkeypatch.setattr("byzanz.cli.analyze.report_page", partial(report_page, folder=folder))
    page = tmp_path / "game.html"
    assert output("analyze", file, "--html", page) == ""
    text = page.read_text("utf-8")
    assert PLACE not in text
    assert '"frames":[' in text
    assert '"summary":{' in text


def test_a_page_needs_the_built_pages(file, tmp_path, monkeypatch):
    monkeypatch.setattr("byzanz.cli.analyze.report_page", partial(report_page, folder=tmp_path))
    page = tmp_path / "game.html"
    assert "run ./byzanz once" in refused(1, "analyze", file, "--html", page)
    assert not page.exists()
