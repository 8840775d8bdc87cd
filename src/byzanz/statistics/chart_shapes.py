"""Figures and histograms that several sections share."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from byzanz.arena.page.number_format import count_text, share_text
from byzanz.reporting.plot import Histogram, Stack, stacks
from byzanz.statistics.axes import parts_axis, whole_columns
from byzanz.statistics.figure import Figure, mean_text, players_text
from byzanz.statistics.measures import Distribution, shares

Key = TypeVar("Key")


def parts_figure(
    name: str,
    subject: str,
    parts: Mapping[Key, str],
    counts: Mapping[int, Counter[Key]],
    *,
    noun: str,
    sentences: Iterable[str],
) -> Figure:
    """Make a figure of stacked shares by number of players; `parts` maps keys to names."""
    rows, numbers = [], []
    for players, own in counts.items():
        known = shares(own, parts)
        rows.append(Stack(players_text(players), known, count_text(own.total(), noun)))
        numbers.append((str(players), f"{own.total():,}", *map(share_text, known)))
    names = list(parts.values())
    title = f"{subject}, by number of players"
    svg = stacks(title, names, rows, parts_axis(f"{noun}s"))
    return Figure(name, title, svg, list(sentences), ("players", f"{noun}s", *names), numbers)


def players_histogram(players: int, numbers: Sequence[int], known: Distribution) -> Histogram:
    """Make the histogram of whole numbers for one number of players."""
    first, middle, last = known.quartiles
    return Histogram(
        players_text(players),
        whole_columns(numbers),
        (first + 0.5, middle + 0.5, last + 0.5),  # the middles of their columns
        f"mean {mean_text(known.mean)}",
    )
