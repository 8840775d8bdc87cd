"""Listening sockets and their URLs."""

import errno
import os
import socket

SEND_BUFFER = 64 * 1024  # bytes that the system buffers for one slow reader
BACKLOG = 2048  # connections that wait to be accepted
LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"


class CantListen(Exception):
    """The server can't listen on a port; the message says why and what to do."""


def listen(host: str, port: int, option: str) -> socket.socket:
    """Open a listening socket; raises `CantListen`, whose message names the option to change."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (socket.gaierror, UnicodeError):
        raise CantListen(f"host {host!r} is not an address of this machine") from None
    listener = socket.socket(family)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        reason = _REASONS.get(error.errno or 0, f"port {{port}} can't be used: {error.strerror}")
        raise CantListen(reason.format(host=host, port=port, option=option)) from None
    return listener


_REASONS = {
    errno.EADDRINUSE: "port {port} is taken: give another one with {option}",
    errno.EACCES: "port {port} needs special rights: give one from 1024 on with {option}",
    errno.EADDRNOTAVAIL: "host '{host}' is not an address of this machine",
}


def url_of(host: str, port: int) -> str:
    """Return the URL of a server that listens on this host and port."""
    if host == EVERYWHERE:
        host = lan_address() or LOOPBACK
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def lan_url(host: str, port: int) -> str | None:
    """Return the server's URL for the local network, or None if it listens on loopback only."""
    url = url_of(host, port)
    return None if url in (url_of(LOOPBACK, port), url_of("::1", port)) else url


def lan_address() -> str | None:
    """Return this machine's address in the local network, without sending anything."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
