"""`byzanz analyze`: the analysis of a game as text, as JSON and as a page."""

import re
from functools import partial

import pytest
from msgspec.structs import replace

from byzanz.cli.commands.analyze import language_of
from byzanz.game.record import write_record
from byzanz.pages.report_page import CHARSET, PLACEHOLDER, report_page
from tests.analysis.analysed import analysed
from tests.analysis.games import LOW_EFFORT, finished
from tests.cli.calling import output, printed_json, refused

MISTAKEN = "4p-9.json.gz"


@pytest.fixture
def file(tmp_path, monkeypatch):
    """A file with a finished game; its analysis uses little effort."""
    monkeypatch.setattr(
        "byzanz.analysis.game_analysis.Effort", lambda seed: replace(LOW_EFFORT, seed=seed)
    )
    path = tmp_path / "game.byz"
    path.write_text(write_record(finished(3, 1)))
    return path


@pytest.fixture
def mistaken(tmp_path, monkeypatch):
    """A file with a game with mistakes, which has stored findings."""
    game = analysed(MISTAKEN)
    monkeypatch.setattr("byzanz.cli.commands.analyze._find_all", lambda _, seed: game.findings)
    path = tmp_path / "mistaken.byz"
    path.write_text(game.record)
    return path


def test_the_text_has_every_section(file):
    game = finished(3, 1)
    text = " ".join(output("analyze", file).split())
    assert f"{game.names[game.winners[0]]} won {max(game.scores)}" in text
    assert "The biggest step" in text
    for title in ("How well everyone played", "Luck and skill", "The lots"):
        assert title in text
    for title in ("’s moments", "What happened"):
        assert title in text
    for name in game.names:
        assert f"{name}: To practise" in text or f"{name}: Nothing stands out" in text


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("won ", "What happened", "Better:", "How well everyone played")),
        ("de", ("gewann mit", "Was geschah", "Besser:", "Wie gut alle spielten")),
        ("it", ("ha vinto ", "Cosa è successo", "Meglio:", "Quanto bene ha giocato ciascuno")),
        ("nl", ("won met", "Wat er gebeurde", "Beter:", "Hoe goed iedereen speelde")),
    ],
)
def test_the_text_is_in_the_chosen_language(mistaken, language, texts):
    printed = " ".join(output("analyze", mistaken, "--language", language).split())
    for text in texts:
        assert text in printed
    assert not re.search(r"[{}]", printed)


def test_the_language_is_that_of_the_environment(mistaken, monkeypatch):
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert "Cosa è successo" in output("analyze", mistaken)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert "What happened" in output("analyze", mistaken)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LC_ALL": "de_AT.UTF-8", "LANG": "en_US.UTF-8"}, "de"),
        ({"LC_ALL": "", "LANG": "nl_NL"}, "nl"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_follows_from_the_locale(environment, language):
    assert language_of(environment) == language


def test_an_unknown_language_is_refused(file):
    assert "expected one of de, en, it, nl, not 'fr'" in refused(
        2, "analyze", file, "--language", "fr"
    )


def test_the_moments_of_a_chosen_seat(mistaken):
    game = analysed(MISTAKEN).game
    for seat in (0, 2):
        assert f"{game.names[seat]}’s moments" in output("analyze", mistaken, "--seat", seat)
    assert "expected 0 to 3, not 4" in refused(2, "analyze", mistaken, "--seat", 4)


def test_the_moments_are_those_of_the_only_person(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "byzanz.analysis.game_analysis.Effort", lambda seed: replace(LOW_EFFORT, seed=seed)
    )
    game = finished(3, 1)
    loser = next(seat for seat in range(3) if seat not in game.winners)
    bots = tuple([("bot", f"{seat} solid") for seat in range(3) if seat != loser])
    path = tmp_path / "game.byz"
    path.write_text(write_record(game, bots))
    assert f"{game.names[loser]}’s moments" in output("analyze", path)


def test_every_moment_has_its_causes(mistaken):
    """Each chain has two or three facts."""
    lines = output("analyze", mistaken).split("’s moments\n")[1].split("Judged by")[0].splitlines()
    sides: list[list[str]] = []
    for line in lines:
        if line.strip() in ("What happened",) or line.strip().startswith("Better:"):
            sides.append([])
        elif line.startswith("      - "):
            sides[-1].append(line)
    assert sides
    assert all(2 <= len(side) <= 3 for side in sides)


def test_names_are_not_read_as_markup(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "byzanz.analysis.game_analysis.Effort", lambda seed: replace(LOW_EFFORT, seed=seed)
    )
    path = tmp_path / "game.byz"
    record = write_record(finished(3, 1))
    for seat, name in enumerate(("[red]Ada", "Ben", "Cleo")):
        record = record.replace(f"player Seat {seat}", f"player {name}")
    path.write_text(record)
    text = output("analyze", path, "--seat", 0)
    assert "[red]Ada’s moments" in text
    assert "[red]Ada" in text.split("How well everyone played")[1]


def test_the_same_seed_gives_the_same_json(file):
    first = printed_json("analyze", file)
    assert first == printed_json("analyze", file, "--seed", 1)
    assert first != printed_json("analyze", file, "--seed", 2)
    assert [found["number"] for found in first["findings"]] == list(
        range(len(finished(3, 1).moves) + 1)
    )
    assert first["report"]["outcome"]["winners"] == list(finished(3, 1).winners)


def test_a_running_game_is_refused(tmp_path):
    path = tmp_path / "running.byz"
    path.write_text(write_record(finished(3, 1).at(20)))
    expected = f"{path}: the game is not over: expected a finished one"
    assert refused(1, "analyze", path) == expected


def test_a_broken_record_is_refused_with_its_line(tmp_path):
    path = tmp_path / "broken.byz"
    path.write_text(write_record(finished(3, 1)).replace("move", "mvoe", 1))
    assert refused(1, "analyze", path).startswith(f"{path}:")


def test_the_page_has_the_analysis(file, tmp_path, monkeypatch):
    folder = tmp_path / "built"
    folder.mkdir()
    (folder / "report.html").write_text(f"{CHARSET}<title>Byzanz</title>{PLACEHOLDER}")
    monkeypatch.setattr(
        "byzanz.cli.commands.analyze.report_page", partial(report_page, folder=folder)
    )
    page = tmp_path / "game.html"
    assert output("analyze", file, "--html", page, "--language", "en") == ""
    text = page.read_text("utf-8")
    assert PLACEHOLDER not in text
    assert '"frames":[' in text
    assert '"outcome":{' in text
    assert '"language":"en"' in text
    assert f'"own":{finished(3, 1).winners[0]}' in text


def test_a_page_needs_the_built_pages(file, tmp_path, monkeypatch):
    monkeypatch.setattr(
        "byzanz.cli.commands.analyze.report_page", partial(report_page, folder=tmp_path)
    )
    page = tmp_path / "game.html"
    assert "run ./byzanz once" in refused(1, "analyze", file, "--html", page)
    assert not page.exists()
