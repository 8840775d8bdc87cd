"""The ledger of a match: every finished game, written to disk as soon as it ends.

An interrupted match continues from its ledger. A longer match reuses the games of a shorter one.
"""

import hashlib
from contextlib import suppress
from pathlib import Path

import msgspec

from byzanz.arena.match import GameResult
from byzanz.arena.plan import GameNumber, Plan
from byzanz.arena.program_version import version_hash
from byzanz.fast.cache import cache_base
from byzanz.ledger_file import LedgerFile
from byzanz.programs.command import EXEC

FOLDER = "arena"
DECODER = msgspec.json.Decoder(GameResult)


class Ledger(LedgerFile):
    """The finished games of a plan.

    Plans that differ only in their number of decks share a ledger.
    """

    def __init__(self, path: Path, *, fresh: bool = False) -> None:
        """Open or create a file and lock it; raises `LedgerInUse` or `OSError`.

        With `fresh`, the games of an existing file are deleted.
        """
        self.results: dict[GameNumber, GameResult] = {}
        super().__init__(path, fresh=fresh)

    def _read_line(self, line: bytes, number: int) -> None:
        with suppress(msgspec.MsgspecError):  # an unreadable line: its game is played again
            result = DECODER.decode(line)
            self.results[result.number] = result

    def add(self, result: GameResult) -> None:
        """Append a game; it is written to the file before this returns."""
        self._append(msgspec.json.encode(result))
        self.results[result.number] = result

    def clear(self) -> None:
        """Delete all games, because they are kept elsewhere now."""
        self._clear()
        self.results.clear()

    def finished(self, plan: Plan) -> list[GameResult]:
        """Return the finished games of a plan, sorted by deck and seating."""
        numbers = sorted(number for number in self.results if number.deck < plan.decks)
        return [self.results[number] for number in numbers]

    def missing(self, plan: Plan) -> list[GameNumber]:
        """Return the games of a plan that have not been played yet."""
        return [number for number in plan.numbers() if number not in self.results]


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
