"""The page of an analysis, filled with a game."""

import pytest

from byzanz.server.bundle import Bundle
from byzanz.server.report import PLACE, NotBuilt, report_page


@pytest.fixture
def folder(tmp_path):
    page = f"<!doctype html><body>{PLACE}<script>run()</script></body>"
    (tmp_path / "report.html").write_text(page)
    return tmp_path


def test_the_game_stands_in_its_place(folder):
    page = report_page(b'{"replay":1}', folder)
    assert '<script type="application/json" id="game">{"replay":1}</script>' in page
    assert page.endswith("<script>run()</script></body>")


def test_no_name_ends_the_script(folder):
    page = report_page('{"names":["</script><script>boo()//","<!--","ä"]}'.encode(), folder)
    assert "boo" in page
    assert page.count("</script>") == 2
    assert "<!--" not in page
    assert r"\u003c/script>" in page


def test_a_game_with_the_place_in_it_is_a_game(folder):
    page = report_page(b'{"name":"null"}', folder)
    assert page.count('{"name":"null"}') == 1


def test_without_built_pages(tmp_path):
    with pytest.raises(NotBuilt):
        report_page(b"{}", tmp_path)


def test_it_is_not_served(folder):
    assert "/report.html" not in Bundle(folder).files
