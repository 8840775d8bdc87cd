"""The ledger of a match: every finished game, written to disk as soon as it ends.

An interrupted match continues from its ledger. A longer match reuses the games of a shorter one.
"""

import hashlib
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

import msgspec

from byzanz.arena.match import GameResult
from byzanz.arena.plan import GameNumber, Plan
from byzanz.arena.program_version import version_hash
from byzanz.fast.cache import cache_base
from byzanz.file_lock import AlreadyLocked, lock_file
from byzanz.programs.command import EXEC

FOLDER = "arena"


class LedgerInUse(Exception):
    """Another process is playing this match."""


class Ledger:
    """The finished games of a plan.

    Plans that differ only in their number of decks share a ledger.
    """

    def __init__(self, path: Path, *, fresh: bool = False) -> None:
        """Open or create a file and lock it; raises `LedgerInUse` or `OSError`.

        With `fresh`, the games of an existing file are deleted.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.results: dict[GameNumber, GameResult] = {}
        self._file = FileIO(path, "a+")
        try:
            lock_file(self._file)
            if fresh:
                self._file.truncate(0)
            self._read()
        except AlreadyLocked:
            self._file.close()
            raise LedgerInUse from None
        except BaseException:
            self._file.close()
            raise

    def _read(self) -> None:
        self._file.seek(0)
        data = self._file.readall() or b""
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):  # the last line is torn if the process died while writing it
            self._file.truncate(len(whole))
        for result in _results(whole):
            self.results[result.number] = result

    def add(self, result: GameResult) -> None:
        """Append a game; it is written to the file before this returns."""
        self._file.write(msgspec.json.encode(result) + b"\n")
        self.results[result.number] = result

    def finished(self, plan: Plan) -> list[GameResult]:
        """Return the finished games of a plan, sorted by deck and seating."""
        numbers = sorted(number for number in self.results if number.deck < plan.decks)
        return [self.results[number] for number in numbers]

    def missing(self, plan: Plan) -> list[GameNumber]:
        """Return the games of a plan that have not been played yet."""
        return [number for number in plan.numbers() if number not in self.results]

    def close(self) -> None:
        """Close the file and release its lock."""
        self._file.close()

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def ledger_path(plan: Plan) -> Path:
    """Return the path of a plan's ledger; raises `RuntimeError` if there is no home directory.

    The path depends on the bots, the seed, the time limit and the program version, not on the
    number of decks. If external programs play, it depends on the working directory too, because
    their commands are run there.
    """
    has_programs = any(bot_id.startswith(EXEC) for bot_id in plan.bot_ids)
    here = str(Path.cwd()) if has_programs else ""
    facts = (plan.bot_ids, plan.seed, plan.seconds, version_hash(), here)
    name = hashlib.sha256(msgspec.json.encode(facts)).hexdigest()[:16]
    return cache_base() / FOLDER / f"{name}.jsonl"


def _results(data: bytes) -> Iterator[GameResult]:
    """Yield the games of all lines; an unreadable line counts as a game that was not played."""
    decoder = msgspec.json.Decoder(GameResult)
    for line in data.splitlines():
        try:
            yield decoder.decode(line)
        except msgspec.MsgspecError:
            continue
