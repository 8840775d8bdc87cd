"""Whether the local network finds the server, and letting it in while the server runs."""

from collections.abc import Callable
from urllib.parse import urlsplit

from byzanz.server.config import Config
from byzanz.server.visitor import Visitor
from byzanz.wire.answers import Reach
from byzanz.wire.problems import Code, Refusal

HERE = ("127.", "::/64")  # how addresses of this machine begin, see `source_of`
NAMES_OF_HERE = ("127.0.0.1", "localhost", "::1")


class Neighbours:
    """Where phones find this server; its address is told on this machine only."""

    def __init__(self, config: Config) -> None:
        self._public_url = config.url or None
        self._may_open = config.may_open_lan
        self._lan_url: str | None = None
        self._open: Callable[[], str | None] | None = None

    def begin(self, lan_url: str | None, open_lan: Callable[[], str | None]) -> None:
        """The server listens: where neighbours find it already, and how to let them in."""
        self._lan_url = lan_url
        self._open = open_lan

    def reach(self, visitor: Visitor) -> Reach:
        """What a visitor may know of it."""
        if self._public_url is not None or not _is_here(visitor):
            return Reach(self._public_url, may_open=False)
        return Reach(self._lan_url, may_open=self._may_open and self._lan_url is None)

    def let_in(self, visitor: Visitor) -> Reach:
        """Listen to the local network from now on; raises `Refusal`."""
        if self.reach(visitor).may_open and self._open is not None:
            self._lan_url = self._open()
        if self.reach(visitor).url is None:
            raise Refusal(Code.NOT_ALLOWED)
        return self.reach(visitor)


def _is_here(visitor: Visitor) -> bool:
    """At this machine, and asking it by name: a page of another site is not, whatever it claims."""
    return visitor.address.startswith(HERE) and _host_name(visitor.host) in NAMES_OF_HERE


def _host_name(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
