"""The exceptions of the client. A request that the server refuses raises `RequestRefused`."""


class Unreachable(Exception):
    """The server did not answer, not even after all retries."""


class ProtocolError(Exception):
    """The answer does not follow the protocol: no Byzanz server, or one of another version."""
