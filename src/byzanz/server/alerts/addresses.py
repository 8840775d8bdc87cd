"""The addresses at push services that browsers give to the server.

A client may send any address. The server accepts only one of the form that push services use, at
a host on the operator's list; see `network` for what happens when it connects.
"""

import re
from collections.abc import Iterable
from hashlib import sha256

LONGEST = 1000  # characters
# No user, no other port than 443, no fragment, no backslash, nothing that is not ASCII.
ADDRESS = re.compile(
    r"https://(?P<host>[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?)(?::443)?"
    r"(?P<path>/[A-Za-z0-9._~!$&'()*+,;=:@%/-]*(?:\?[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?)"
)
LABEL = re.compile("[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?")
TOP_LABEL = re.compile("[a-z][a-z0-9-]*[a-z0-9]")  # never a number, as in an IP address


def host_of(address: str) -> str | None:
    """Return the host of an address, or None if it is not the address of a push service."""
    match = ADDRESS.fullmatch(address) if len(address) <= LONGEST else None
    return None if match is None or not is_host(match["host"]) else match["host"]


def path_of(address: str) -> str:
    """Return the path and the query of an address that has a host."""
    match = ADDRESS.fullmatch(address)
    assert match is not None
    return match["path"]


def is_host(name: str) -> bool:
    """Whether a name is a host with a domain, in lower case; not an IP address."""
    labels = name.split(".")
    return (
        len(labels) > 1
        and all(LABEL.fullmatch(label) for label in labels)
        and TOP_LABEL.fullmatch(labels[-1]) is not None
    )


def is_listed(host: str, services: Iterable[str]) -> bool:
    """Whether a host is on a list of push services; `*.name` allows all hosts below `name`."""
    return any(
        host.endswith(service[1:]) if service.startswith("*.") else host == service
        for service in services
    )


def device_id(address: str) -> str:
    """Return the id of a device, which its browser can compute too."""
    return sha256(address.encode()).hexdigest()[:32]
