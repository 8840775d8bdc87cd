"""The ledger of a match: every finished game, on disk before it counts.

A match that was broken off goes on where it was, and a longer one begins where a shorter one ended.
"""

import hashlib
import sys
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

import msgspec

from byzanz.arena.match import GameResult
from byzanz.arena.plan import GameNumber, Plan
from byzanz.arena.sources import version_hash
from byzanz.fast.cache import cache_base
from byzanz.programs.command import EXEC

FOLDER = "arena"


class LedgerInUse(Exception):
    """Another process plays this very match."""


class Ledger:
    """The finished games of a plan and of every longer or shorter one."""

    def __init__(self, path: Path, *, fresh: bool = False) -> None:
        """Open a file, or begin it; raises `LedgerInUse` or `OSError`."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.results: dict[GameNumber, GameResult] = {}
        self._file = FileIO(path, "a+")
        try:
            _lock(self._file)
            if fresh:
                self._file.truncate(0)
            self._read()
        except BaseException:
            self._file.close()
            raise

    def _read(self) -> None:
        self._file.seek(0)
        data = self._file.readall() or b""
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):  # the end of a line that was being written
            self._file.truncate(len(whole))
        for result in _results(whole):
            self.results[result.number] = result

    def add(self, result: GameResult) -> None:
        """Keep a game; it is on disk when this returns."""
        self._file.write(msgspec.json.encode(result) + b"\n")
        self.results[result.number] = result

    def of(self, plan: Plan) -> list[GameResult]:
        """The finished games of a plan, deck by deck."""
        numbers = sorted(number for number in self.results if number.deck < plan.decks)
        return [self.results[number] for number in numbers]

    def missing(self, plan: Plan) -> list[GameNumber]:
        """The games of a plan that are still to be played."""
        return [number for number in plan.numbers() if number not in self.results]

    def close(self) -> None:
        """Let others have it."""
        self._file.close()

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def ledger_path(plan: Plan) -> Path:
    """Where the games of a plan are kept; raises `RuntimeError` where there is no home.

    The number of decks has no part in it; the version of the program has, and so has the folder
    where we are if programs play, for there their commands start.
    """
    has_programs = any(word.startswith(EXEC) for word in plan.words)
    here = str(Path.cwd()) if has_programs else ""
    facts = (plan.words, plan.seed, plan.seconds, version_hash(), here)
    name = hashlib.sha256(msgspec.json.encode(facts)).hexdigest()[:16]
    return cache_base() / FOLDER / f"{name}.jsonl"


def _results(data: bytes) -> Iterator[GameResult]:
    """The games of whole lines; one that cannot be read is as if never played."""
    decoder = msgspec.json.Decoder(GameResult)
    for line in data.splitlines():
        try:
            yield decoder.decode(line)
        except msgspec.MsgspecError:
            continue


if sys.platform == "win32":
    import msvcrt

    FAR = 1 << 40  # locked bytes cannot be read: these are never written

    def _lock(file: FileIO) -> None:
        file.seek(FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            raise LedgerInUse from None
else:
    import fcntl

    def _lock(file: FileIO) -> None:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LedgerInUse from None
