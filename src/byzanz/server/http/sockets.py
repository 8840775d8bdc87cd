"""Listening sockets, and the addresses under which people find them."""

import errno
import os
import socket

SEND_BUFFER = 64 * 1024  # bytes that the system keeps for one slow reader
BACKLOG = 2048  # connections that wait to be accepted
LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"


class CantListen(Exception):
    """A port that can't be had, and why."""


def listen(host: str, port: int, option: str) -> socket.socket:
    """Open a listening socket; raises `CantListen` with the command line's option to change."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (socket.gaierror, UnicodeError):
        raise CantListen(f"host {host!r} is no address of this machine") from None
    listener = socket.socket(family)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        reason = _REASONS.get(error.errno or 0, f"port {{port}} can't be had: {error.strerror}")
        raise CantListen(reason.format(host=host, port=port, option=option)) from None
    return listener


_REASONS = {
    errno.EADDRINUSE: "port {port} is taken: give another one with {option}",
    errno.EACCES: "port {port} is not for everybody: give one from 1024 on with {option}",
    errno.EADDRNOTAVAIL: "host '{host}' is no address of this machine",
}


def url_of(host: str, port: int) -> str:
    """The address of a server that listens there."""
    if host == EVERYWHERE:
        host = lan_address() or LOOPBACK
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def lan_url(host: str, port: int) -> str | None:
    """The address of a server for the local network; None: it listens to this machine only."""
    url = url_of(host, port)
    return None if url in (url_of(LOOPBACK, port), url_of("::1", port)) else url


def lan_address() -> str | None:
    """This machine's address in the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return str(probe.getsockname()[0])
