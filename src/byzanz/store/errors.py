"""The exceptions of a store."""


class StoreBusy(Exception):
    """The database is locked, full, read-only or unreachable for now, or corrupt; retry later.

    A write that raises this may still have been committed: retry it, or read the log.
    """


class StoreInUse(Exception):
    """Another server uses the store, which allows only one."""


class UnsafeStore(Exception):
    """The database's settings allow it to lose committed data in a crash."""


class CorruptStore(StoreBusy):
    """The file is not a database, or it is corrupt; a retry succeeds only for undamaged pages."""


class NewerStore(Exception):
    """The database may be used by newer versions of this program only."""


class RestoreRefused(Exception):
    """The backup is incomplete, or the store is not empty."""
