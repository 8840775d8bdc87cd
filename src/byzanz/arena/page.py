"""The report of a match as one page of HTML that needs nothing else."""

from pathlib import Path

from byzanz.arena.markup import element, table, wrapped
from byzanz.arena.report import Report
from byzanz.arena.sections import sections
from byzanz.arena.words import extent_text, field_text

STYLE = Path(__file__).with_name("page.css")
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def html_page(report: Report) -> str:
    """The whole page."""
    body = (
        wrapped("header", _header(report))
        + wrapped("main", "".join(sections(report)) + _plan(report))
        + element("footer", f"byzanz {report.version}")
    )
    return f'<!DOCTYPE html>\n<html lang="en">{_head(report)}{wrapped("body", body)}</html>\n'


def _head(report: Report) -> str:
    return wrapped(
        "head",
        '<meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"/>'
        + element("title", f"Byzanz arena: {field_text(report.words)}")
        + wrapped("style", STYLE.read_text(encoding="utf-8")),
    )


def _header(report: Report) -> str:
    facts = f"{report.players} players, {extent_text(report)}, seed {report.seed}"
    inside = element("h1", field_text(report.words)) + element("p", facts)
    if report.is_partial:
        words = f"Only {report.decks:,} of {report.decks_planned:,} decks are played so far."
        inside += element("p", words, class_="partial")
    return inside


def _plan(report: Report) -> str:
    """How to play it again, and who sat where."""
    rows = [(f"seating {number}", *words) for number, words in enumerate(report.seatings)]
    head = ("", *[f"seat {seat}" for seat in range(report.players)])
    remark = (
        "Every deck is played in every seating. The same version of the program plays the same "
        "games again; only the times differ."
    )
    inside = element("h2", "How to repeat it") + element("p", remark)
    inside += element("code", report.command) + table(head, rows, "Seatings")
    return wrapped("section", inside, class_="wide")
