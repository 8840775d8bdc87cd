"""The exceptions of a store."""


class StoreBusy(Exception):
    """The database is locked, full, read-only or unreachable for now; retry later.

    A write that raises this may still have been committed: retry it, or read the log.
    """


class UnsafeStore(Exception):
    """The database's settings allow it to lose committed data in a crash."""


class CorruptStore(Exception):
    """The file is not a database, or it is corrupt."""


class NewerStore(Exception):
    """The database has a schema that only a newer version of this program knows."""


class RestoreRefused(Exception):
    """The backup is incomplete, or the store is not empty."""
