"""Access from the local network, which can be opened while the server runs."""

from collections.abc import Callable
from urllib.parse import urlsplit

from byzanz.server.call import Visitor
from byzanz.server.ops.config import Config
from byzanz.wire.answers import Reach
from byzanz.wire.problems import Code, RequestRefused

LOOPBACK = ("127.", "::/64")  # prefixes of what `source_of` makes of loopback addresses
LOOPBACK_NAMES = ("127.0.0.1", "localhost", "::1")


class LanAccess:
    """Knows where phones find this server; the LAN address is told on this machine only."""

    def __init__(self, config: Config) -> None:
        self._public_url = config.url or None
        self._may_open = config.may_open_lan
        self._lan_url: str | None = None
        self._open: Callable[[], str | None] | None = None

    def begin(self, lan_url: str | None, open_lan: Callable[[], str | None]) -> None:
        """Set the present LAN address, and how to open one."""
        self._lan_url = lan_url
        self._open = open_lan

    def reach(self, visitor: Visitor) -> Reach:
        """What a visitor may know: an address, and whether they may open one."""
        if self._public_url is not None or not _is_here(visitor):
            return Reach(self._public_url, may_open=False)
        return Reach(self._lan_url, may_open=self._may_open and self._lan_url is None)

    def let_in(self, visitor: Visitor) -> Reach:
        """Listen to the local network; raises `RequestRefused`."""
        if self.reach(visitor).may_open and self._open is not None:
            self._lan_url = self._open()
        if self.reach(visitor).url is None:
            raise RequestRefused(Code.NOT_ALLOWED)
        return self.reach(visitor)


def _is_here(visitor: Visitor) -> bool:
    """Whether the visitor sits at this machine; the host name rules out pages of other sites."""
    return visitor.address.startswith(LOOPBACK) and _host_name(visitor.host) in LOOPBACK_NAMES


def _host_name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
