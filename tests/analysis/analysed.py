"""Games analysed at the standard effort; `scripts/analysed_games.py` makes the files."""

import gzip
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from byzanz.analysis.findings import Findings
from byzanz.game.game import Game
from byzanz.game.record import load_game

FOLDER = Path(__file__).parent / "data"
NAMES = sorted(path.name for path in FOLDER.glob("*.json.gz"))


class _StoredAnalysis(msgspec.Struct):
    record: str
    findings: list[Findings]


class AnalysedGame(NamedTuple):
    record: str
    game: Game
    findings: list[Findings]


@cache
def analysed(name: str) -> AnalysedGame:
    stored = msgspec.json.decode(
        gzip.decompress((FOLDER / name).read_bytes()), type=_StoredAnalysis
    )
    return AnalysedGame(stored.record, load_game(stored.record), stored.findings)
