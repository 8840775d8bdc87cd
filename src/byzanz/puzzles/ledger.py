"""The ledger of the maker: every found position is on disk before the search continues."""

from pathlib import Path

import msgspec

from byzanz.ledger_file import LedgerFile
from byzanz.puzzles.findings import Found, Searched

DECODER = msgspec.json.Decoder(Found | Searched)


class BadLedger(ValueError):
    """A file with something else than what a search has found."""


class Ledger(LedgerFile):
    """The positions found so far, and the games that have been searched."""

    def __init__(self, path: Path) -> None:
        """Open or create a file and lock it; raises `LedgerInUse`, `BadLedger` or `OSError`."""
        self.found: list[Found] = []
        self.searched: dict[int, Searched] = {}
        super().__init__(path)

    def _read_line(self, line: bytes, number: int) -> None:
        try:
            self._hold(DECODER.decode(line))
        except msgspec.MsgspecError:
            raise BadLedger(f"line {number} is not what a search has found") from None

    def add(self, entry: Found | Searched) -> None:
        """Append an entry; it is written to the file before this returns."""
        self._append(msgspec.json.encode(entry))
        self._hold(entry)

    def _hold(self, entry: Found | Searched) -> None:
        if isinstance(entry, Found):
            self.found.append(entry)
        else:
            self.searched[entry.game] = entry
