"""The exceptions of the client. A request that the server refuses raises `RequestRefused`."""


class Unreachable(Exception):
    """The server did not answer, also after all retries."""


class ProtocolError(Exception):
    """The answer does not follow the protocol: it is not a Byzanz server, or of another version."""
