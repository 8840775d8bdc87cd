"""Every byte that a viewer gets, but for times that are real and numbers that are random."""

import json
import re
from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import NamedTuple

TIMES = ("timestamp", "milliseconds")
UNSTEADY = re.compile(
    r"^byzanz_(rooms_live|bot_\w+|\w+_(bucket|sum|created))($|{\w+=\"([a-z_0-9.]+|\+Inf)\")"
)
"""Figures of what goes on beside the scene, or in real time."""


class Sight:
    """Bytes in the order in which they came, each with what they are."""

    def __init__(self, masks: Mapping[bytes, bytes]) -> None:
        self.parts: list[tuple[str, bytes]] = []
        self._masks = masks
        self._figures: dict[str, str] | None = None

    def see(self, what: str, data: bytes) -> None:
        for masked, mask in self._masks.items():
            data = data.replace(masked, mask)
        self.parts.append((what, data))

    def of(self, what: str) -> list[bytes]:
        """All that was seen in one place."""
        return [data for place, data in self.parts if place == what]

    def see_answer(self, what: str, status: int, headers: Iterable, body: bytes) -> None:
        self.see(f"{what}, head", json.dumps([status, steady_headers(headers)]).encode())
        self.see(what, body)

    def see_figures(self, text: str) -> None:
        """What has grown since the first time."""
        figures = dict([line.rsplit(" ", 1) for line in text.splitlines() if line[0] != "#"])
        if self._figures is None:
            self._figures = figures
            return
        grown = {
            name: float(value) - float(self._figures.get(name, 0))
            for name, value in figures.items()
            if value != self._figures.get(name) and not UNSTEADY.search(name)
        }
        self.see("figures", json.dumps(grown, sort_keys=True).encode())

    def see_log(self, lines: Iterable[str]) -> None:
        for line in lines:
            fields = json.loads(line)
            for name in TIMES:
                fields.pop(name, None)
            if "request" in fields:
                assert re.fullmatch("[0-9a-f]{16}", fields.pop("request"))
            self.see("log", json.dumps(fields).encode())


def steady_headers(headers: Iterable) -> list[tuple[str, str]]:
    kept = []
    for name, value in headers:
        if name.lower() == "x-request-id":
            assert re.fullmatch("[0-9a-f]{16}", value)
        elif name.lower() not in ("date", "sec-websocket-accept"):
            kept.append((name.lower(), value))
    return kept


class Difference(NamedTuple):
    """Where two viewers' worlds come apart."""

    places: frozenset[str]
    first: str  # what was seen there first


def difference(first: Sight, second: Sight) -> Difference | None:
    """None, if a viewer can't tell the worlds apart."""
    both = zip_longest(first.parts, second.parts, fillvalue=("nothing more", b""))
    unlike = [(one, other) for one, other in both if one != other]
    if not unlike:
        return None
    places = [
        place
        for place in {what for what, _ in (*first.parts, *second.parts)}
        if first.of(place) != second.of(place)
    ]
    return Difference(
        frozenset([place.partition(",")[0] for place in places]),
        "{0[0]}\n{0[1]}\n{1[1]}".format(*unlike[0]),
    )
