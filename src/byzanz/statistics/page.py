"""Writes the statistics page (docs/statistics.md) and its images."""

import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import byzanz
from byzanz.arena.page.number_format import UNKNOWN_INTERVAL, count_text
from byzanz.reporting.markdown import markdown_table
from byzanz.reporting.svg import as_file
from byzanz.statistics.figure import Figure, Section
from byzanz.statistics.measures import Games
from byzanz.statistics.sections.auctions import pass_section, price_section
from byzanz.statistics.sections.bot_styles import CAUTION, COMPARISON, comparison_rows
from byzanz.statistics.sections.market_and_cards import card_section, market_section
from byzanz.statistics.sections.merchants import merchant_section
from byzanz.statistics.sections.scores import score_section
from byzanz.statistics.sections.seats import seat_section
from byzanz.statistics.sections.sets import set_section

PAGE = "statistics.md"
IMAGES = "images"
PREFIX = "statistics-"
LINE_WIDTH = 100  # characters
SECTIONS = (
    price_section,
    pass_section,
    seat_section,
    set_section,
    merchant_section,
    market_section,
    card_section,
    score_section,
)
INTRODUCTION = """\
Statistics of {games} of Byzanz in which `{bot_id}` plays all seats: {decks} for 3, 4, 5 and 6
players each. The 95 % intervals are bootstrap intervals over decks ([arena.md](arena.md));
*{unknown}* means that all decks gave the same value, so the interval is unknown. Other bots play
differently: [the end of the page](#which-numbers-depend-on-the-bot) compares them. The numbers of
rules are those of [rules.md](rules.md); [bots.md](bots.md) describes the bots."""
LEAST_DECKS = 30  # a page about fewer decks says that they are few
FEW_DECKS = (
    "These are few decks: the intervals are too narrow, and the numbers are only a first look."
)


class Run(NamedTuple):
    """The games of each bot; the page is about the first one."""

    games: Mapping[str, Games]  # keys are bot ids
    decks: int
    seed: int
    command: str  # the command that makes the page again

    @property
    def bot_id(self) -> str:
        """The bot that the page is about."""
        return next(iter(self.games))


def write_page(folder: Path, run: Run) -> None:
    """Write the page and its images; images of an earlier page are deleted."""
    sections = [make(run.games[run.bot_id]) for make in SECTIONS]
    images = folder / IMAGES
    images.mkdir(parents=True, exist_ok=True)
    for path in images.glob(f"{PREFIX}*.svg"):
        path.unlink()
    for section in sections:
        for figure in section.figures:
            path = images / _image(figure)
            path.write_text(as_file(figure.svg), encoding="utf-8", newline="\n")
    text = "\n".join(_lines(run, sections)) + "\n"
    (folder / PAGE).write_text(text, encoding="utf-8", newline="\n")


def _image(figure: Figure) -> str:
    return f"{PREFIX}{figure.name}.svg"


def _lines(run: Run, sections: list[Section]) -> Iterator[str]:
    played = sum(map(len, run.games[run.bot_id].values()))
    yield from ("# Statistics of the game", "")
    introduction = INTRODUCTION.format(
        games=count_text(played, "game"),
        bot_id=run.bot_id,
        decks=count_text(run.decks, "deck"),
        unknown=UNKNOWN_INTERVAL,
    )
    yield from (*_paragraph(introduction), "")
    if run.decks < LEAST_DECKS:
        yield from (FEW_DECKS, "")
    for section in sections:
        yield from _section(section)
    yield from ("## Which numbers depend on the bot", "", COMPARISON, "")
    heads = [f"`{bot_id}`" for bot_id in run.games]
    yield from markdown_table(("", *heads, "bots that differ"), list(comparison_rows(run.games)))
    yield from (CAUTION, "", "## How to reproduce this page", "", "```", run.command, "```", "")
    yield f"Program version {byzanz.__version__}, seed {run.seed}."


def _section(section: Section) -> Iterator[str]:
    yield from (f"## {section.title}", "", section.explanation, "")
    for figure in section.figures:
        yield from (f"### {figure.title}", "")
        yield from (f"![{figure.title}]({IMAGES}/{_image(figure)})", "")
        yield from (*_paragraph(" ".join(figure.sentences)), "")
        yield from ("<details>", "<summary>The numbers</summary>", "")
        yield from markdown_table(figure.head, figure.rows, text_columns=figure.text_columns)
        yield from ("</details>", "")


def _paragraph(text: str) -> list[str]:
    return textwrap.wrap(" ".join(text.split()), LINE_WIDTH, break_on_hyphens=False)
