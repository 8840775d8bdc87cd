"""A small crowd on a real server, and crowds whose server is bad."""

import asyncio
from array import array
from random import Random

import msgspec
import pytest

from byzanz.load.address import BadAddress, read_address
from byzanz.load.crowd import Crowd
from byzanz.load.ear import Ear
from byzanz.load.echoparty import EchoParty
from byzanz.load.hosted import NotStarted, allow_sockets, echo_server, resident_bytes
from byzanz.load.party import Hall
from byzanz.load.plan import Plan
from byzanz.load.posts import NoReply, Posts
from byzanz.load.report import Report
from byzanz.load.run import measure
from byzanz.load.spread import Spread, spread_of
from tests.cli.calling import refused


def test_a_small_crowd(monkeypatch):
    monkeypatch.setattr("byzanz.load.run.AFTER_CUT_SECONDS", 0.5)
    monkeypatch.setattr("byzanz.load.run.WARM_UP_SECONDS", 0.2)
    told = []
    report = measure(Plan(rooms=4, players=3, moves=40, seconds=2.0, cut=True), told.append)
    game = report.game
    assert len(told) == 4
    assert game.moves > 40
    assert game.to_last_seat.count == game.moves
    assert game.to_each_seat.count >= 3 * game.moves
    assert 0 < game.to_each_seat.p50 <= game.to_last_seat.p99 <= game.to_last_seat.most
    assert (game.lost, game.disordered, game.dropped, game.refused) == (0, 0, 0, {})
    assert report.echo.moves > 5
    assert (report.echo.lost, report.echo.disordered) == (0, 0)
    assert report.echo.push_bytes == pytest.approx(game.push_bytes, rel=0.1)
    assert 0 < report.cut_seconds < 15
    assert report.most_bytes is None or 10_000_000 < report.most_bytes < 1_000_000_000
    assert {bar.name for bar in report.bars if not bar.is_met} <= {"p99 to the last seat, ms"}
    assert msgspec.json.decode(msgspec.json.encode(report), type=Report) == report


def update(after, seq):
    return b'{"type":"update","after":%d,"seq":%d}' % (after, seq)


def test_what_is_lost_or_out_of_order_is_counted():
    async def count():
        address = read_address("http://127.0.0.1:1")
        party = EchoParty(Hall(address, Posts(address), Random(1)), 3)
        first, second, _ = party.chairs
        party.hear(first, b'{"type":"presence"}', 0.0)
        party.hear(first, update(0, 4), 0.0)
        party.hear(first, update(4, 5), 0.0)
        assert party.hall.tally.disordered == 0
        party.hear(first, update(4, 5), 0.0)
        party.hear(second, update(1, 2), 0.0)
        assert party.hall.tally.disordered == 2
        with pytest.raises(NoReply):
            await party.move()
        party._flight.is_taken = True
        party.hear(second, update(2, 6), 0.0)
        assert party.lost == 2

    asyncio.run(count())


def test_a_crowd_comes_back_when_the_server_closes_its_sockets():
    async def run(url):
        crowd = Crowd(url, Plan(rooms=2, players=3, moves=50, seconds=1.0), EchoParty)
        try:
            await crowd.gather()
            for chair in crowd.parties[0].chairs:
                chair._ear._transport.abort()
            await crowd.play(0.6)
            await crowd.settle()
            return crowd.figures()
        finally:
            await crowd.leave()

    with echo_server(500) as hosted:
        assert (resident_bytes(hosted.process) or 1) > 0
        figures = asyncio.run(run(hosted.url))
    assert figures.dropped == 3
    assert figures.moves > 5
    assert (figures.lost, figures.disordered) == (0, 0)


class Line:
    """Stands for a transport."""

    def __init__(self):
        self.written = b""
        self.is_closed = False

    def write(self, data):
        self.written += data

    def close(self):
        self.is_closed = True

    abort = close


def frame(kind, payload):
    size = len(payload)
    if size < 126:
        length = bytes([size])
    elif size < 1 << 16:
        length = b"\x7e" + size.to_bytes(2, "big")
    else:
        length = b"\x7f" + size.to_bytes(8, "big")
    return bytes([0x80 | kind]) + length + payload


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 1000, 1 << 20])
def test_frames_are_read_however_they_come(chunk):
    texts = [b"a", b"b" * 125, b"c" * 126, b"d" * 65_535, b"e" * 65_536, b""]
    heard, line = [], Line()
    ear = Ear(b"GET /", lambda message, now: heard.append(message), lambda ear: None)
    ear.connection_made(line)
    data = b"HTTP/1.1 101 Switching\r\nx: y\r\n\r\n" + b"".join(frame(1, text) for text in texts)
    data += frame(9, b"ping") + frame(8, b"\x03\xe8")
    for start in range(0, len(data), chunk):
        ear.data_received(data[start : start + chunk])
    assert heard == texts
    assert line.written == b"GET /" + bytes([0x8A, 0x84, 0, 0, 0, 0]) + b"ping"
    assert line.is_closed


def test_a_refused_socket_is_closed():
    line = Line()
    ear = Ear(b"", lambda message, now: None, lambda ear: None)
    ear.connection_made(line)
    ear.data_received(b"HTTP/1.1 403 Forbidden\r\n\r\n")
    assert line.is_closed


def test_a_spread():
    assert spread_of(array("d")) == Spread(0, 0.0, 0.0, 0.0)
    assert spread_of(array("d", [n / 1000 for n in range(1, 201)])) == Spread(
        200, 101.0, 199.0, 200.0
    )


def test_too_many_sockets_for_the_system():
    with pytest.raises(NotStarted, match="open files are needed"):
        allow_sockets(10**9)


def test_bad_addresses():
    for url in ("example.org", "ftp://example.org", "http://", "http://a:b"):
        with pytest.raises(BadAddress):
            read_address(url)
    assert read_address("http://example.org/x/").prefix == "/x"
    assert read_address("https://example.org").port == 443


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ("--rooms 0", 2, "expected a whole number from 1 to"),
        ("--minutes never", 2, "expected a number from 0.01 to 1440, not 'never'"),
        ("--url nowhere", 2, "is no address"),
        ("--rooms 1 --url http://127.0.0.1:1", 1, "byzanz: the server does not answer"),
    ],
)
def test_refusals(words, code, sentence):
    assert sentence in refused(code, "load", *words.split())
