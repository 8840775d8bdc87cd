"""The report page of an analysis."""

import re
from base64 import b64encode
from hashlib import sha256

import pytest

from byzanz.pages.report_page import PLACEHOLDER, NotBuilt, report_page
from byzanz.server.http.page_files import PageFiles


@pytest.fixture
def folder(tmp_path):
    page = (
        '<!doctype html><html><head><meta charset="utf-8" /><style>h1 { color: red }</style></head>'
        f"<body>{PLACEHOLDER}<script>run()</script></body></html>"
    )
    (tmp_path / "report.html").write_text(page)
    return tmp_path


def test_the_game_replaces_the_placeholder(folder):
    page = report_page(b'{"replay":1}', folder)
    assert '<script type="application/json" id="game">{"replay":1}</script>' in page
    assert page.endswith("<script>run()</script></body></html>")


def test_a_name_cannot_end_the_script(folder):
    page = report_page('{"names":["</script><script>boo()//","<!--","ä"]}'.encode(), folder)
    assert "boo" in page
    assert page.count("</script>") == 2
    assert "<!--" not in page
    assert r"\u003c/script>" in page


def test_null_in_a_game_is_not_replaced(folder):
    page = report_page(b'{"name":"null"}', folder)
    assert page.count('{"name":"null"}') == 1


def test_the_policy_allows_the_script_and_the_styles_of_the_template_alone(folder):
    page = report_page(b'{"names":["<script>boo()</script>"]}', folder)
    head = page.partition("<style>")[0]
    (policy,) = re.findall('<meta http-equiv="Content-Security-Policy" content="([^"]+)" />', head)
    allowed = dict(part.split(" ", 1) for part in policy.split("; "))
    assert allowed.pop("script-src") == source("run()")
    assert allowed.pop("style-src") == source("h1 { color: red }")
    assert allowed == {
        "default-src": "'none'", "img-src": "data:", "font-src": "data:", "base-uri": "'none'",
        "form-action": "'none'",
    }  # fmt: skip


def source(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_a_report_needs_the_built_pages(tmp_path):
    with pytest.raises(NotBuilt):
        report_page(b"{}", tmp_path)


def test_the_template_is_not_served(folder):
    assert "/report.html" not in PageFiles(folder).files
