"""The Markdown page of the baselines (docs/baselines.md)."""

from collections.abc import Iterator, Sequence

import byzanz
from byzanz.arena.baselines import BASELINES, LEAST_DECKS, PLAYER_COUNTS, Comparison, Verdict
from byzanz.arena.page.number_format import INTERVAL, interval_text, score_text, share_text
from byzanz.reporting.markdown import markdown_table

INTRODUCTION = f"""\
How often each of our bots and examples wins against the two baselines, `{BASELINES[0]}` and
`{BASELINES[1]}`. Each plays alone, and a baseline has all other seats; all play the same decks,
and every deck in every seat. The win share is given with its 95 % interval (bootstrap over decks):
a bot as strong as the baseline would have the fair share. Scores are means per game."""
PROTOCOL = f"""\
To compare a bot of your own, play it against the same baselines on the same decks:

```
byzanz baselines compare "exec:./mybot" --players 4 --decks 1000
```

Its verdict is *stronger* or *weaker* if the interval of the win share excludes the fair share, on
at least {LEAST_DECKS} decks, and *open* otherwise: then play more decks; the finished games count.
Say in a report the number of players, decks, seed, version and the interval. Don't choose among
versions of a bot on the decks that you report: take another seed for the last comparison."""


def baselines_page(comparisons: Sequence[Comparison], command: str) -> str:
    """Return the page; `command` is printed as the one that makes it."""
    return "\n".join(_lines(comparisons, command)) + "\n"


def _lines(comparisons: Sequence[Comparison], command: str) -> Iterator[str]:
    yield from ("# Baselines", "", INTRODUCTION, "", PROTOCOL, "")
    for players in PLAYER_COUNTS:
        found = [comparison for comparison in comparisons if comparison.players == players]
        if found:
            yield from (f"## {players} players, fair share {share_text(1 / players)}", "")
            yield from _table(found)
    seeds = ", ".join(sorted({str(comparison.seed) for comparison in comparisons}))
    games = sum(comparison.decks * comparison.players for comparison in comparisons)
    yield from ("## How to reproduce this page", "", "```", command, "```", "")
    yield f"Program version {byzanz.__version__}, seed {seeds}, {games:,} games. Bots that search"
    yield "and programs take longer, so they play fewer decks; each row says how many. Intervals"
    yield "from fewer than about 30 decks are too narrow."


def _table(comparisons: Sequence[Comparison]) -> Iterator[str]:
    head = ("bot", "against", "win share", INTERVAL, "score", "rivals' score", "decks", "verdict")
    rows = [
        (
            f"`{found.bot}`",
            f"`{found.baseline}` x {found.players - 1}",
            f"**{share_text(found.win_share.mean)}**",
            _interval_text(found),
            score_text(found.score),
            score_text(found.rivals_score),
            f"{found.decks:,}",
            found.verdict.value,
        )
        for found in comparisons
    ]
    yield from markdown_table(head, rows, text_columns=2)


def _interval_text(found: Comparison) -> str:
    if found.win_share.interval is None and found.decks >= LEAST_DECKS:
        return "the same on all decks"
    return interval_text(found.win_share)


def verdict_sentence(found: Comparison) -> str:
    """Return a comparison as a sentence."""
    facts = (
        f"wins {share_text(found.win_share.mean)} ({_interval_text(found)}), fair is "
        f"{share_text(found.fair_share)}, on {found.decks:,} decks in every seat"
    )
    if found.failures:
        facts += f"; it failed {found.failures:,} times, and solid played on"
    against = f"{found.players - 1} {found.baseline}"
    if found.verdict is Verdict.OPEN:
        return f"open against {against}: {found.bot} {facts}; more decks may show more"
    return f"{found.verdict.value} than {against}: {found.bot} {facts}"
