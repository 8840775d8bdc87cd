"""The report page of an analysis."""

import pytest

from byzanz.pages.report_page import PLACEHOLDER, NotBuilt, report_page
from byzanz.server.http.page_files import PageFiles


@pytest.fixture
def folder(tmp_path):
    page = f"<!doctype html><body>{PLACEHOLDER}<script>run()</script></body>"
    (tmp_path / "report.html").write_text(page)
    return tmp_path


def test_the_game_replaces_the_placeholder(folder):
    page = report_page(b'{"replay":1}', folder)
    assert '<script type="application/json" id="game">{"replay":1}</script>' in page
    assert page.endswith("<script>run()</script></body>")


def test_a_name_cannot_end_the_script(folder):
    page = report_page('{"names":["</script><script>boo()//","<!--","ä"]}'.encode(), folder)
    assert "boo" in page
    assert page.count("</script>") == 2
    assert "<!--" not in page
    assert r"\u003c/script>" in page


def test_null_in_a_game_is_not_replaced(folder):
    page = report_page(b'{"name":"null"}', folder)
    assert page.count('{"name":"null"}') == 1


def test_a_report_needs_the_built_pages(tmp_path):
    with pytest.raises(NotBuilt):
        report_page(b"{}", tmp_path)


def test_the_template_is_not_served(folder):
    assert "/report.html" not in PageFiles(folder).files
