"""A file of lines that only grows: what is finished is on disk before the work goes on."""

from abc import ABC, abstractmethod
from io import FileIO
from pathlib import Path
from typing import Self

from byzanz.file_lock import AlreadyLocked, lock_file


class LedgerInUse(Exception):
    """Another open file holds the ledger's lock, in this process or in another one."""


class LedgerFile(ABC):
    """A ledger of finished work, one line for each piece of it.

    Only one process at a time has it open. A line that was torn when a process died is removed.
    """

    def __init__(self, path: Path, *, fresh: bool = False) -> None:
        """Open or create the file, lock and read it; raises `LedgerInUse` or `OSError`.

        With `fresh`, the lines of an existing file are deleted.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._file = FileIO(path, "a+")
        try:
            lock_file(self._file)
            if fresh:
                self._file.truncate(0)
            for number, line in enumerate(self._whole_lines(), start=1):
                self._read_line(line, number)
        except AlreadyLocked:
            self._file.close()
            raise LedgerInUse from None
        except BaseException:
            self._file.close()
            raise

    @abstractmethod
    def _read_line(self, line: bytes, number: int) -> None:
        """Take in a line that was read when the file was opened; lines are numbered from 1."""

    def _whole_lines(self) -> list[bytes]:
        self._file.seek(0)
        data = self._file.readall() or b""
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            self._file.truncate(len(whole))
        return whole.splitlines()

    def _append(self, line: bytes) -> None:
        """Append a line; it is written to the file before this returns."""
        self._file.write(line + b"\n")

    def _clear(self) -> None:
        """Delete all lines."""
        self._file.truncate(0)

    def close(self) -> None:
        """Close the file and release its lock."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
