"""Connections to push services, and to nothing else.

The host of an address is resolved once. Only public addresses of the answer are connected to, and
it is the checked address that is connected to, so that a second answer of the name server changes
nothing. The certificate must be that of the host's name. There are no redirects and no proxies:
`httpcore` knows neither.
"""

import asyncio
import socket
import ssl
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any

import httpcore

PORT = 443
NEVER: tuple[IPv4Network | IPv6Network, ...] = (
    *map(IPv4Network, ("0.0.0.0/8", "192.0.0.0/24", "192.88.99.0/24", "224.0.0.0/3")),
    IPv6Network("::/16"),  # unspecified, loopback, mapped and compatible IPv4 addresses
    IPv6Network("64:ff9b::/32"),  # NAT64, which leads to any IPv4 address
    IPv6Network("2001::/23"),  # Teredo and other special uses
    IPv6Network("2002::/16"),  # 6to4, which leads to any IPv4 address
    IPv6Network("3fff::/20"),  # documentation
)
"""Networks without a push service, besides those that Python knows as not global."""
GLOBAL_IPV6 = IPv6Network("2000::/3")


class NotReachable(Exception):
    """No connection to the host is possible, or none is allowed."""


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an IP address is one of the public internet, for a single host."""
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, IPv6Address) and address not in GLOBAL_IPV6:
        return False
    return not any(address in network for network in NEVER if network.version == address.version)


class PublicNetwork:
    """The public internet. Tests replace it; no setting does."""

    def ssl_context(self) -> ssl.SSLContext:
        """Return the context that checks the certificates of push services."""
        return ssl.create_default_context()

    async def targets(self, host: str) -> list[tuple[str, int]]:
        """Resolve a host once; return its public IP addresses with the port, best first.

        Raises `NotReachable` if there is none.
        """
        try:
            found = await asyncio.get_running_loop().getaddrinfo(
                host, PORT, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP
            )
        except (OSError, UnicodeError):
            raise NotReachable("no such host") from None
        targets = [(str(target[0]), PORT) for *_, target in found if _is_public_text(target[0])]
        if not targets:
            raise NotReachable("no public address")
        return list(dict.fromkeys(targets))


def _is_public_text(text: object) -> bool:
    try:
        return is_public(ip_address(str(text)))  # raises for an IPv6 address with a zone
    except ValueError:
        return False


class PinnedBackend(httpcore.AsyncNetworkBackend):
    """Opens connections to the checked addresses of a host."""

    def __init__(self, network: PublicNetwork) -> None:
        self._network = network
        self._backend = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to a host on the port of https; raises `NotReachable`."""
        if port != PORT:
            raise NotReachable(f"port {port}: expected {PORT}")
        for address, target_port in (await self._network.targets(host))[:2]:
            try:
                return await self._backend.connect_tcp(address, target_port, timeout=timeout)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        raise NotReachable("no connection")

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.AsyncNetworkStream:
        """Refuse: no push service is there."""
        raise NotReachable("a local socket")

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await self._backend.sleep(seconds)
