"""Figures and histograms that several sections share."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from byzanz.arena.page.number_format import count_text, share_text
from byzanz.reporting.plot import Histogram, Stack, stacks
from byzanz.statistics.axes import integer_columns, parts_axis
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
    stacked_bars, numbers = [], []
    for players, counter in counts.items():
        part_shares = shares(counter, parts)
        stacked_bars.append(
            Stack(players_text(players), part_shares, count_text(counter.total(), noun))
        )
        numbers.append((str(players), f"{counter.total():,}", *map(share_text, part_shares)))
    names = list(parts.values())
    title = f"{subject}, by number of players"
    svg = stacks(title, names, stacked_bars, parts_axis(f"{noun}s"))
    return Figure(name, title, svg, list(sentences), ("players", f"{noun}s", *names), numbers)


def players_histogram(
    players: int, numbers: Sequence[int], distribution: Distribution
) -> Histogram:
    """Make the histogram of whole numbers for one number of players."""
    first, middle, last = distribution.quartiles
    return Histogram(
        players_text(players),
        integer_columns(numbers),
        (first + 0.5, middle + 0.5, last + 0.5),  # the middles of their columns
        f"mean {mean_text(distribution.mean)}",
    )
