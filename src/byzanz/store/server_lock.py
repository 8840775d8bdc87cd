"""The lock that lets only one server use a SQLite file.

Servers keep rooms in memory, and SQLite does not notify a server of what another one writes. Other
programs, such as `byzanz admin`, may use the file while the server runs, without the lock.
"""

import os
from io import FileIO
from pathlib import Path

from byzanz.file_lock import AlreadyLocked, lock_file
from byzanz.store.errors import StoreBusy, StoreInUse

SUFFIX = ".lock"


def lock_for_server(path: Path) -> FileIO:
    """Lock a SQLite file until the returned file is closed; raises `StoreInUse` or `StoreBusy`.

    The lock is on an empty file next to the database's real path. The file is never deleted:
    otherwise two servers could each lock a file of that name. The database itself is not locked,
    because closing any descriptor of it would release the locks that SQLite holds in this process.
    """
    lock = f"{os.path.realpath(path)}{SUFFIX}"
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreBusy(f"{lock} can't be opened: {error.strerror}") from None
    file = FileIO(descriptor, "r+")
    try:
        lock_file(file)
    except AlreadyLocked:
        file.close()
        raise StoreInUse(f"another server is using {path}: stop it, or give another file") from None
    return file
