"""Shapes that figures of several sections have."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from byzanz.arena.plot import Histogram, Stack, stacks
from byzanz.arena.statistics.axes import parts_axis, whole_columns
from byzanz.arena.statistics.figure import Figure, mean_text, players_text
from byzanz.arena.statistics.measures import Spread, shares
from byzanz.arena.words import count_text, share_text

Key = TypeVar("Key")


def parts_figure(
    name: str,
    subject: str,
    parts: Mapping[Key, str],
    counts: Mapping[int, Counter[Key]],
    *,
    noun: str,
    findings: Iterable[str],
) -> Figure:
    """What some things are made of, by number of players; the parts have names."""
    rows, numbers = [], []
    for players, own in counts.items():
        known = shares(own, parts)
        rows.append(Stack(players_text(players), known, count_text(own.total(), noun)))
        numbers.append((str(players), f"{own.total():,}", *map(share_text, known)))
    names = list(parts.values())
    title = f"{subject}, by number of players"
    svg = stacks(title, names, rows, parts_axis(f"{noun}s"))
    return Figure(name, title, svg, list(findings), ("players", f"{noun}s", *names), numbers)


def players_histogram(players: int, numbers: Sequence[int], known: Spread) -> Histogram:
    """How whole numbers are spread with so many players."""
    first, middle, last = known.quartiles
    return Histogram(
        players_text(players),
        whole_columns(numbers),
        (first + 0.5, middle + 0.5, last + 0.5),  # below the middles of their columns
        f"mean {mean_text(known.mean)}",
    )
