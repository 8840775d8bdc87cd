"""Games that were analysed at the usual effort; `scripts/analysed_games.py` makes them."""

import gzip
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from byzanz.analysis.report import Findings
from byzanz.game.game import Game
from byzanz.game.record import load_game

FOLDER = Path(__file__).parent / "data"
NAMES = sorted(path.name for path in FOLDER.glob("*.json.gz"))


class _Kept(msgspec.Struct):
    record: str
    findings: list[Findings]


class Analysed(NamedTuple):
    record: str
    game: Game
    findings: list[Findings]


@cache
def analysed(name: str) -> Analysed:
    kept = msgspec.json.decode(gzip.decompress((FOLDER / name).read_bytes()), type=_Kept)
    return Analysed(kept.record, load_game(kept.record), kept.findings)
