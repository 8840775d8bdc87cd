"""The page of the statistics (docs/statistics.md) and its images."""

import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import byzanz
from byzanz.arena.markdown import markdown_table
from byzanz.arena.statistics.auctions import pass_section, price_section
from byzanz.arena.statistics.figure import Figure, Section
from byzanz.arena.statistics.habits import CAUTION, HABITS, habit_rows
from byzanz.arena.statistics.market import card_section, market_section
from byzanz.arena.statistics.measures import Games
from byzanz.arena.statistics.merchants import merchant_section
from byzanz.arena.statistics.scores import score_section
from byzanz.arena.statistics.seats import seat_section
from byzanz.arena.statistics.sets import set_section
from byzanz.arena.svg import as_file
from byzanz.arena.words import count_text

PAGE = "statistics.md"
IMAGES = "images"
PREFIX = "statistics-"
LINE = 100  # letters
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
What happens in a game of Byzanz, counted in {games} in which `{word}` plays all seats: {decks} for
3, 4, 5 and 6 players each. The 95 % intervals come from drawing the decks again and again
([arena.md](arena.md)). The numbers are those of this bot; [the end of the page](#what-is-habit)
says which of them other bots share. Rules are cited as in [rules.md](rules.md), the bots are
described in [bots.md](bots.md)."""
FEWEST = 30
FEW = "These are few decks: the intervals are too narrow, and the numbers only a first look."


class Run(NamedTuple):
    """What was played: the games of each bot, first of all the one that the page is about."""

    games: Mapping[str, Games]  # by the word of the bot
    decks: int
    seed: int
    command: str

    @property
    def word(self) -> str:
        """The bot that the page is about."""
        return next(iter(self.games))


def write_page(folder: Path, run: Run) -> None:
    """Write the page and its images; images of an earlier page go."""
    sections = [make(run.games[run.word]) for make in SECTIONS]
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
    played = sum(map(len, run.games[run.word].values()))
    yield from ("# Statistics of the game", "")
    words = INTRODUCTION.format(
        games=count_text(played, "game"), word=run.word, decks=count_text(run.decks, "deck")
    )
    yield from (*_paragraph(words), "")
    if run.decks < FEWEST:
        yield from (FEW, "")
    for section in sections:
        yield from _section(section)
    yield from ("## What is habit", "", HABITS, "")
    heads = [f"`{word}`" for word in run.games]
    yield from markdown_table(("", *heads, "differ"), list(habit_rows(run.games)))
    yield from (CAUTION, "", "## How to repeat it", "", "```", run.command, "```", "")
    yield f"Program version {byzanz.__version__}, seed {run.seed}."


def _section(section: Section) -> Iterator[str]:
    yield from (f"## {section.title}", "", section.explanation, "")
    for figure in section.figures:
        yield from (f"### {figure.title}", "")
        yield from (f"![{figure.title}]({IMAGES}/{_image(figure)})", "")
        yield from (*_paragraph(" ".join(figure.findings)), "")
        yield from ("<details>", "<summary>The numbers</summary>", "")
        yield from markdown_table(figure.head, figure.rows, words=figure.words)
        yield from ("</details>", "")


def _paragraph(words: str) -> list[str]:
    return textwrap.wrap(" ".join(words.split()), LINE, break_on_hyphens=False)
