"""What can be wrong with a store, each told in a sentence."""


class StoreBusy(Exception):
    """Nothing is acknowledged now (locked, full, read-only, out of reach); it may pass by itself.

    What was asked for may have happened all the same: ask again, or look for the entry.
    """


class UnsafeStore(Exception):
    """The database is set to lose what it has acknowledged."""


class NoStore(Exception):
    """What lies there is no database, or a broken one."""


class NewerStore(Exception):
    """The database was made by a newer program."""


class RestoreRefused(Exception):
    """Not a whole backup, or not an empty store."""
