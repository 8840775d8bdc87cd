"""Access from the local network, which can be opened while the server runs."""

from collections.abc import Callable
from urllib.parse import urlsplit

from byzanz.server.call import Visitor
from byzanz.server.ops.config import Config
from byzanz.wire.answers import ServerAddress
from byzanz.wire.problems import Code, RequestRefused

LOOPBACK = ("127.", "::/64")  # how `source_of` begins for a loopback address
LOOPBACK_NAMES = ("127.0.0.1", "localhost", "::1")


class LanAccess:
    """Knows the server's address in the local network, and tells it only to this machine."""

    def __init__(self, config: Config) -> None:
        self._public_url = config.url or None
        self._may_open = config.may_open_lan
        self._lan_url: str | None = None
        self._open: Callable[[], str | None] | None = None

    def begin(self, lan_url: str | None, open_lan: Callable[[], str | None]) -> None:
        """Set the current LAN address, and the function that opens one and returns it."""
        self._lan_url = lan_url
        self._open = open_lan

    def address_for(self, visitor: Visitor) -> ServerAddress:
        """Return the address that a visitor may know, and whether they may open one."""
        if self._public_url is not None or not _is_local(visitor):
            return ServerAddress(self._public_url, may_open=False)
        return ServerAddress(self._lan_url, may_open=self._may_open and self._lan_url is None)

    def open_to_lan(self, visitor: Visitor) -> ServerAddress:
        """Listen on the local network too; raises `RequestRefused`."""
        if self.address_for(visitor).may_open and self._open is not None:
            self._lan_url = self._open()
        if self.address_for(visitor).url is None:
            raise RequestRefused(Code.NOT_ALLOWED)
        return self.address_for(visitor)


def _is_local(visitor: Visitor) -> bool:
    """Whether the visitor is on this machine; the host name rules out pages of other sites."""
    return visitor.address.startswith(LOOPBACK) and _host_name(visitor.host) in LOOPBACK_NAMES


def _host_name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
