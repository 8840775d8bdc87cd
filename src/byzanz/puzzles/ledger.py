"""The ledger of the maker: every found position is on disk before the search continues."""

from io import FileIO
from pathlib import Path

import msgspec

from byzanz.file_lock import AlreadyLocked, lock_file
from byzanz.puzzles.findings import Found, Searched


class LedgerInUse(Exception):
    """Another process is making puzzles with this ledger."""


class BadLedger(ValueError):
    """A file with something else than what a search has found."""


class Ledger:
    """The positions found so far, and the games that have been searched."""

    def __init__(self, path: Path) -> None:
        """Open or create a file and lock it; raises `LedgerInUse`, `BadLedger` or `OSError`."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.found: list[Found] = []
        self.searched: dict[int, Searched] = {}
        self._file = FileIO(path, "a+")
        try:
            lock_file(self._file)
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
        decoder = msgspec.json.Decoder(Found | Searched)
        for number, line in enumerate(whole.splitlines(), start=1):
            try:
                self._hold(decoder.decode(line))
            except msgspec.MsgspecError:
                raise BadLedger(f"line {number} is not what a search has found") from None

    def add(self, entry: Found | Searched) -> None:
        """Append an entry; it is written to the file before this returns."""
        self._file.write(msgspec.json.encode(entry) + b"\n")
        self._hold(entry)

    def _hold(self, entry: Found | Searched) -> None:
        if isinstance(entry, Found):
            self.found.append(entry)
        else:
            self.searched[entry.game] = entry

    def close(self) -> None:
        """Close the file and release its lock."""
        self._file.close()

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
