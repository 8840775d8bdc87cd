"""Locks on open files, which the system releases when the process ends, however it ends."""

import sys
from io import FileIO


class AlreadyLocked(Exception):
    """Another open file holds the lock, in this process or in another one."""


if sys.platform == "win32":
    import msvcrt

    FAR = 1 << 40  # Windows can't read locked bytes: lock one far beyond the end

    def lock_file(file: FileIO) -> None:
        """Lock a file until it is closed, without waiting; raises `AlreadyLocked`."""
        file.seek(FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            raise AlreadyLocked from None
else:
    import fcntl

    def lock_file(file: FileIO) -> None:
        """Lock a file until it is closed, without waiting; raises `AlreadyLocked`."""
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AlreadyLocked from None
