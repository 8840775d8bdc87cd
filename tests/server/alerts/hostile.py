"""Addresses that lead where a server must not go, made at random."""

from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from random import Random
from typing import NamedTuple

LISTED = ("fcm.googleapis.com", "*.push.services.mozilla.com", "*.push.apple.com")
PUBLIC = ("142.250.74.10", "34.117.65.55", "2a00:1450:4001:80b::200a")  # the only good answers
HOSTS = ("fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com")
CYRILLIC_O, WIDE_DOT, CIRCLED_E = "\u043e", "\u3002", "\u24d4"
INSIDE_4 = [
    IPv4Network(each)
    for each in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"),
        *("172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"),
        *("198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        "255.255.255.255/32",
    )
]
INSIDE_6 = [
    IPv6Network(each)
    for each in (
        *("::/128", "::1/128", "::/96", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48"),
        *("100::/64", "2001::/32", "2001:2::/48", "2001:db8::/32", "2002::/16", "3fff::/20"),
        *("5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"),
    )
]


class Hostile(NamedTuple):
    """An address, and the answers of the name server, one for each time it is asked."""

    address: str
    answers: tuple[tuple[str, ...], ...]


def inside_4(dice: Random) -> IPv4Address:
    network = dice.choice(INSIDE_4)
    return network[dice.randrange(network.num_addresses)]


def inside_6(dice: Random) -> IPv6Address:
    network = dice.choice(INSIDE_6)
    embedded = int(inside_4(dice))
    address = network[dice.randrange(network.num_addresses)]
    if network.prefixlen == 96 and dice.random() < 0.7:
        return IPv6Address(int(network[0]) + embedded)
    return address


def inside(dice: Random) -> str:
    return str(inside_4(dice) if dice.random() < 0.5 else inside_6(dice))


def odd_notation(dice: Random) -> str:
    """An IP address as URLs and C libraries understand it."""
    address = inside_4(dice)
    number, parts = int(address), str(address).split(".")
    return dice.choice(
        [
            str(address),
            str(number),
            hex(number),
            f"0{number:o}",
            ".".join(f"0x{int(part):x}" for part in parts),
            ".".join(f"0{int(part):o}" for part in parts),
            f"{parts[0]}.{number & 0xFFFFFF}",
            f"{parts[0]}.{parts[1]}.{number & 0xFFFF}",
            f"{address}.",
            f"[::ffff:{address}]",
            f"[{inside_6(dice)}]",
            f"[fe80::1%25eth{dice.randrange(9)}]",
            str(address).translate({ord("."): "\u3002"}),
            "".join(chr(ord(letter) + 0xFEE0) for letter in str(address)),
            f"{address}.nip.io",
            f"{str(address).replace('.', '-')}.sslip.io",
            "localhost",
            "localhost.localdomain",
            "metadata.google.internal",
            "ip6-localhost",
            "",
        ]
    )


def wrong_schemes(inner: str, host: str, path: str) -> list[str]:
    """Addresses with another scheme than https."""
    return [
        f"http://{host}{path}",
        f"//{host}{path}",
        f"ftp://{host}{path}",
        f"file:///etc/passwd#{host}",
        f"gopher://{inner}:70/_{host}",
        f"HTTPS://{host}{path}",
        f"https:{host}{path}",
        f"https:///{inner}{path}",
        f"wss://{host}{path}",
    ]


def wrong_ports(dice: Random, inner: str, host: str, path: str) -> list[str]:
    """Addresses with a user, a password, another port, or a second host."""
    return [
        f"https://{host}@{inner}{path}",
        f"https://{host}:pass@{inner}{path}",
        f"https://{host}%40{inner}{path}",
        f"https://{inner}#@{host}{path}",
        f"https://{inner}?@{host}{path}",
        f"https://{inner}\\@{host}{path}",
        f"https://{host}\\.{inner}{path}",
        f"https://{host}:{dice.choice([80, 22, 8443, 8766, 5432, 0, 65536, 4430])}{path}",
        f"https://{host}:443:80{path}",
        f"https://{host}:{path}",
    ]


def wrong_hosts(dice: Random, inner: str, host: str, path: str) -> list[str]:
    """Addresses whose host only looks like one of a push service."""
    return [
        f"https://{host}.{path}",
        f"https://{host}.{inner or 'evil'}{path}",
        f"https://{host.replace('.', '-')}.evil.example{path}",
        f"https://evil{host}{path}",
        f"https://evil.example/{host}{path}",
        f"https://{host}.evil.example{path}",
        f"https://xn--{host}{path}",
        f"https://{host.replace('o', CYRILLIC_O, 1)}{path}",
        f"https://{host.replace('.', WIDE_DOT, 1)}{path}",
        f"https://{host.replace('e', CIRCLED_E, 1)}{path}",
        f"https://{host.upper()}{path}",
        f"https://{host}\u200b{path}",
        f"https://{host}{dice.choice([chr(9), chr(10), chr(13), chr(0), ' '])}{path}",
        f"https://{dice.choice([chr(9), chr(10), ' '])}{inner}{path}",
        f"https://-{host}{path}",
        f"https://.{host}{path}",
        f"https://{host.replace('.', '..', 1)}{path}",
        f"https://{'a.' * 300}{host}{path}",
    ]


def wrong_paths(inner: str, host: str, path: str) -> list[str]:
    """Addresses that differ in their path or in their characters."""
    return [
        f"https://{inner}{path}",
        f"https://{host}{path} HTTP/1.1\r\nHost: {inner}\r\n\r\n",
        f"https://{host}{path}#fragment",
        f"https://{host}",
        f"https://{host}/{'a' * 2000}",
        "https://push.apple.com/",
        "https://mozilla.com/wpush/v2/x",
        f"https://{host}{path}\n",
        f" https://{host}{path}",
        f"https://{host}{path}/\u00e9",
    ]


def wrong_form(dice: Random) -> str:
    """An address whose form is not that of a push service."""
    inner, host, path = odd_notation(dice), dice.choice(HOSTS), f"/send/{dice.randrange(10**9)}"
    return dice.choice(
        [
            *wrong_schemes(inner, host, path),
            *wrong_ports(dice, inner, host, path),
            *wrong_hosts(dice, inner, host, path),
            *wrong_paths(inner, host, path),
        ]
    )


def listed_with_bad_answers(dice: Random) -> Hostile:
    """An address at a listed host whose name server lies."""
    host = dice.choice(HOSTS)
    if host.endswith("apple.com") and dice.random() < 0.5:
        host = f"n{dice.randrange(1000)}.push.apple.com"
    port = dice.choice(["", ":443"])
    address = f"https://{host}{port}/send/{dice.randrange(10**9)}?t={dice.randrange(10**6)}"
    bad = [inside(dice) for _ in range(dice.randrange(1, 5))]
    kinds: list[Callable[[], tuple[tuple[str, ...], ...]]] = [
        lambda: (tuple(bad),),
        lambda: ((dice.choice(PUBLIC),), tuple(bad)),  # the second answer is another one
        lambda: (tuple(dice.sample([*bad, dice.choice(PUBLIC)], len(bad) + 1)), tuple(bad)),
        lambda: ((),),
        lambda: ((f"fe80::{dice.randrange(1, 9999):x}%eth0",),),
        lambda: ((f"::ffff:{inside_4(dice)}",), (dice.choice(PUBLIC),)),
        lambda: ((f"64:ff9b::{inside_4(dice)}",),),
        lambda: ((odd_notation(dice),),),
    ]
    return Hostile(address, dice.choice(kinds)())


def hostile_addresses(count: int, seed: int) -> list[Hostile]:
    dice = Random(seed)
    return [
        listed_with_bad_answers(dice)
        if dice.random() < 0.5
        else Hostile(wrong_form(dice), ((dice.choice([*PUBLIC, inside(dice)]),),))
        for _ in range(count)
    ]
