"""What can go wrong on the way to a server; what the server itself refuses is a `Refusal`."""


class Unreachable(Exception):
    """No answer came, however often it was asked for."""


class NotUnderstood(Exception):
    """Somebody answered, but not as a server of this protocol does."""
