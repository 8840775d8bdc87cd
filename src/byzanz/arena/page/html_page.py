"""The report of a match as a self-contained HTML page."""

from pathlib import Path

from byzanz.arena.match_report import MatchReport
from byzanz.arena.page.number_format import extent_text, field_text
from byzanz.arena.page.sections import sections
from byzanz.reporting.html import element, table, wrapped

STYLE = Path(__file__).with_name("page.css")
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def html_page(report: MatchReport) -> str:
    """Return the page of a report; it loads nothing from elsewhere."""
    body = (
        wrapped("header", _header(report))
        + wrapped("main", "".join(sections(report)) + _plan(report))
        + element("footer", f"byzanz {report.version}")
    )
    return f'<!DOCTYPE html>\n<html lang="en">{_head(report)}{wrapped("body", body)}</html>\n'


def _head(report: MatchReport) -> str:
    return wrapped(
        "head",
        '<meta charset="utf-8"/>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"/>'
        + element("title", f"Byzanz arena: {field_text(report.bot_ids)}")
        + wrapped("style", STYLE.read_text(encoding="utf-8")),
    )


def _header(report: MatchReport) -> str:
    facts = f"{report.players} players, {extent_text(report)}, seed {report.seed}"
    inside = element("h1", field_text(report.bot_ids)) + element("p", facts)
    if report.is_partial:
        progress = f"Only {report.decks:,} of {report.decks_planned:,} decks are played so far."
        inside += element("p", progress, class_="partial")
    return inside


def _plan(report: MatchReport) -> str:
    """Return the section with the command that plays the match again, and the seatings."""
    rows = [(f"seating {number}", *bot_ids) for number, bot_ids in enumerate(report.seatings)]
    head = ("", *[f"seat {seat}" for seat in range(report.players)])
    remark = (
        "Every deck is played in every seating. The same version of the program plays the same "
        "games again; only the times differ."
    )
    inside = element("h2", "How to reproduce this match") + element("p", remark)
    inside += element("code", report.command) + table(head, rows, "Seatings")
    return wrapped("section", inside, class_="wide")
