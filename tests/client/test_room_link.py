"""Links of rooms are read in all their forms."""

import doctest

import pytest

from byzanz.client import room_link
from byzanz.client.room_link import BadLink, RoomLink, read_link

ROOM = "0123456789abcdef" * 2


def test_the_example_of_the_docstring():
    assert doctest.testmod(room_link) == (0, 1)


@pytest.mark.parametrize(
    ("text", "server", "expected"),
    [
        (f"https://example.org/r/{ROOM}", None, "https://example.org"),
        (f"http://127.0.0.1:8765/r/{ROOM}/", None, "http://127.0.0.1:8765"),
        (f" https://example.org/api/rooms/{ROOM}?after=3 ", None, "https://example.org"),
        (f"https://example.org/byzanz/r/{ROOM}#seat", None, "https://example.org/byzanz"),
        (ROOM, "http://localhost:1/", "http://localhost:1"),
    ],
)
def test_a_valid_link_is_read(text, server, expected):
    assert read_link(text, server) == RoomLink(expected, ROOM)


@pytest.mark.parametrize("code", ["OLIVE-27", "olive27", "SAFFRON-4711", "RWSBH"])
def test_a_short_link_contains_a_room_code(code):
    assert read_link(f"https://example.org/t/{code}") == RoomLink("https://example.org", "", code)


@pytest.mark.parametrize(
    ("text", "server", "sentence"),
    [
        ("https://example.org/r/123", None, "leads to no room: expected a link such as"),
        (f"ftp://example.org/r/{ROOM}", None, "leads to no room"),
        ("", None, "leads to no room"),
        ("https://example.org/t/", None, "leads to no room"),
        ("https://example.org/t/27-OLIVE", None, "leads to no room"),
        ("https://example.org/t/OLIVE-27", "http://b", "leads to no room"),
        (ROOM, None, "expected its server, too"),
        (ROOM, "example.org", "is not an address: expected one such as https://example.org"),
        (ROOM, "http://", "is not an address"),
        (ROOM, "http://a:b:c", "is not an address"),
        (f"https://example.org/r/{ROOM}", "http://b", "expected no other one"),
    ],
)
def test_an_invalid_link_is_explained(text, server, sentence):
    with pytest.raises(BadLink, match=sentence):
        read_link(text, server)
