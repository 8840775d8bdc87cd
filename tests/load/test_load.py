"""The load test: a small run on a real server, and runs with failing servers."""

import asyncio
import sys
from array import array
from random import Random

import msgspec
import pytest

from byzanz.load.address import BadAddress, read_address
from byzanz.load.generator import GAME_MOVES, LoadGenerator
from byzanz.load.http_pool import HttpPool, NoReply
from byzanz.load.latencies import Latencies, latencies_of
from byzanz.load.load_plan import LoadPlan
from byzanz.load.load_report import LoadReport
from byzanz.load.load_run import measure
from byzanz.load.players.echo_room import EchoRoom
from byzanz.load.players.virtual_room import RunContext, ServerProcess
from byzanz.load.push_listener import PushListener
from byzanz.load.servers.process_usage import resident_bytes
from byzanz.load.spawned_servers import NotStarted, allow_sockets, echo_server
from tests.cli.calling import refused


def test_a_small_load_on_a_real_server(monkeypatch):
    monkeypatch.setattr("byzanz.load.load_run.AFTER_CUT_SECONDS", 0.5)
    monkeypatch.setattr("byzanz.load.load_run.WARM_UP_SECONDS", 0.2)
    progress = []
    plan = LoadPlan(rooms=4, players=3, moves=40, seconds=2.0, cut=True)
    report = measure(plan, progress.append)
    game = report.game
    assert progress[-5:] == [
        "players take their seats",
        "the games are spread, so that they end at different times",
        "12 sockets are open, 40 moves per second",
        "all sockets are cut",
        "the echo server",
    ]
    assert game.moves > 40
    assert game.to_last_seat.count == game.moves
    assert game.to_each_seat.count >= 3 * game.moves
    assert 0 < game.to_each_seat.p50 <= game.to_last_seat.p99 <= game.to_last_seat.most
    assert (game.lost, game.disordered, game.dropped, game.refused) == (0, 0, 0, {})
    assert report.echo.moves > 5
    assert (report.echo.lost, report.echo.disordered) == (0, 0)
    assert report.echo.push_bytes == pytest.approx(game.push_bytes, rel=0.1)
    assert 0 < report.cut_seconds < 15
    assert game.to_same_process == game.to_each_seat
    assert game.to_other_process.count == 0
    assert game.waiting.count >= game.moves
    if sys.platform == "linux":
        assert 10_000_000 < report.start_bytes <= report.most_bytes < 1_000_000_000
        assert 0 < report.processor.server < 100
    missed = {threshold.name for threshold in report.thresholds if not threshold.is_met}
    assert missed <= {"p99 to the last seat, ms"}
    assert msgspec.json.decode(msgspec.json.encode(report), type=LoadReport) == report


def update(after, seq):
    return b'{"type":"update","after":%d,"seq":%d}' % (after, seq)


def test_lost_and_disordered_pushes_are_counted():
    async def count():
        address = read_address("http://127.0.0.1:1")
        process = ServerProcess(address, HttpPool(address))
        room = EchoRoom(RunContext((process,), Random(1)), 3)
        first, second, _ = room.players
        room.receive(first, b'{"type":"presence"}', 0.0)
        room.receive(first, update(0, 4), 0.0)
        room.receive(first, update(4, 5), 0.0)
        assert room.context.counters.disordered == 0
        room.receive(first, update(4, 5), 0.0)
        room.receive(second, update(1, 2), 0.0)
        assert room.context.counters.disordered == 2
        with pytest.raises(NoReply):
            await room.move()
        room._pending.is_accepted = True
        room.receive(second, update(2, 6), 0.0)
        assert room.lost == 2

    asyncio.run(count())


def test_a_room_between_two_games_is_not_cut():
    class SlowRoom(EchoRoom):
        """Begins its second game only after the cut, and counts its connections."""

        second_game = None
        connections = 0

        async def begin(self):
            if self.room_id:
                await self.second_game.wait()
            await super().begin()

        async def reconnect(self):
            self.connections += 1
            await super().reconnect()

    async def run(url):
        plan = LoadPlan(rooms=2, players=3, moves=50, seconds=1.0)
        generator = LoadGenerator([url], plan, SlowRoom)
        SlowRoom.second_game = asyncio.Event()
        try:
            await generator.begin_all()
            ended, playing = generator.rooms
            generator._context.ready.remove(ended)
            generator._context.ended.append(ended)
            await generator.play(0.1)
            await generator.cut()
            assert (ended.connections, playing.connections) == (1, 2)
            SlowRoom.second_game.set()
            await generator.play(0.2)
            await generator.settle()
            assert ended.connections == 2
            await generator.cut()
            assert ended.connections == 3
            return generator.measurements()
        finally:
            await generator.close()

    with echo_server(500) as server:
        measured = asyncio.run(run(server.url))
    assert (measured.lost, measured.disordered, measured.dropped) == (0, 0, 0)


def test_games_are_spread_before_the_measurement():
    async def run(url):
        plan = LoadPlan(rooms=8, players=3, moves=50, seconds=1.0)
        generator = LoadGenerator([url], plan, EchoRoom)
        try:
            await generator.begin_all()
            began = [room.players[0].seq for room in generator.rooms]
            await generator.spread_games()
            assert all(room.is_idle for room in generator.rooms)
            assert sorted(generator._context.ready, key=id) == sorted(generator.rooms, key=id)
            played = [room.players[0].seq for room in generator.rooms]
            await generator.play(0.2)
            await generator.settle()
            return [end - start for start, end in zip(began, played, strict=True)], generator
        finally:
            await generator.close()

    with echo_server(500) as server:
        leads, generator = asyncio.run(run(server.url))
    assert len(set(leads)) > 4
    assert 0 <= min(leads) < GAME_MOVES / 3
    assert GAME_MOVES / 2 < max(leads) < GAME_MOVES
    assert 5 < generator.measurements().moves < 20  # those of `spread_games` are not measured


def test_players_reconnect_when_the_server_closes_their_sockets():
    async def run(url):
        plan = LoadPlan(rooms=2, players=3, moves=50, seconds=1.0)
        generator = LoadGenerator([url], plan, EchoRoom)
        try:
            await generator.begin_all()
            for player in generator.rooms[0].players:
                player._listener._transport.abort()
            await generator.play(0.6)
            await generator.settle()
            return generator.measurements()
        finally:
            await generator.close()

    with echo_server(500) as server:
        assert (resident_bytes(server.pid) or 1) > 0
        measurements = asyncio.run(run(server.url))
    assert measurements.dropped == 3
    assert measurements.moves > 5
    assert (measurements.lost, measurements.disordered) == (0, 0)


class FakeTransport:
    """A transport that collects the written bytes."""

    def __init__(self):
        self.written = b""
        self.is_closed = False

    def write(self, data):
        self.written += data

    def close(self):
        self.is_closed = True

    abort = close


def frame(opcode, payload):
    size = len(payload)
    if size < 126:
        length = bytes([size])
    elif size < 1 << 16:
        length = b"\x7e" + size.to_bytes(2, "big")
    else:
        length = b"\x7f" + size.to_bytes(8, "big")
    return bytes([0x80 | opcode]) + length + payload


@pytest.mark.parametrize("chunk", [1, 2, 3, 7, 1000, 1 << 20])
def test_frames_are_read_in_chunks_of_any_size(chunk):
    texts = [b"a", b"b" * 125, b"c" * 126, b"d" * 65_535, b"e" * 65_536, b""]
    received, transport = [], FakeTransport()
    listener = PushListener(
        b"GET /", lambda message, now: received.append(message), lambda listener: None
    )
    listener.connection_made(transport)
    data = b"HTTP/1.1 101 Switching\r\nx: y\r\n\r\n" + b"".join(frame(1, text) for text in texts)
    data += frame(9, b"ping") + frame(8, b"\x03\xe8")
    for start in range(0, len(data), chunk):
        listener.data_received(data[start : start + chunk])
    assert received == texts
    assert transport.written == b"GET /" + bytes([0x8A, 0x84, 0, 0, 0, 0]) + b"ping"
    assert transport.is_closed


def test_a_refused_socket_is_closed():
    transport = FakeTransport()
    listener = PushListener(b"", lambda message, now: None, lambda listener: None)
    listener.connection_made(transport)
    listener.data_received(b"HTTP/1.1 403 Forbidden\r\n\r\n")
    assert transport.is_closed


def test_latencies_have_median_99th_percentile_and_maximum():
    assert latencies_of(array("d")) == Latencies(0, 0.0, 0.0, 0.0)
    assert latencies_of(array("d", [n / 1000 for n in range(1, 201)])) == Latencies(
        200, 101.0, 199.0, 200.0
    )


def test_too_many_sockets_for_the_system_are_refused():
    with pytest.raises(NotStarted, match="open files are needed"):
        allow_sockets(10**9)


def test_bad_addresses_are_refused():
    for url in ("example.org", "ftp://example.org", "http://", "http://a:b"):
        with pytest.raises(BadAddress):
            read_address(url)
    assert read_address("http://example.org/x/").prefix == "/x"
    assert read_address("https://example.org").port == 443


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        ("--rooms 0", 2, "expected a whole number from 1 to"),
        ("--minutes never", 2, "expected a number from 0.01 to 1440, not 'never'"),
        ("--url nowhere", 2, "is not an address"),
        ("--rooms 1 --url http://127.0.0.1:1", 1, "byzanz: the server does not answer"),
        ("--processes 2 --url http://127.0.0.1:1", 2, "expected --processes for a server that"),
        ("--store x.db --url http://127.0.0.1:1", 2, "expected --store for a server that"),
        ("--beside --url http://127.0.0.1:1", 2, "expected --beside for a server that"),
        ("--admin http://127.0.0.1:1", 2, "expected --url too"),
        ("--url http://127.0.0.1:1 --admin nowhere", 2, "is not an address"),
        ("--knee --cut", 2, "expected no --cut and no --beside"),
        ("--processes 2 --store games.db", 2, "several processes share a PostgreSQL"),
        ("--processes 0", 2, "expected a whole number from 1 to 64"),
    ],
)
def test_bad_options_are_explained(arguments, code, sentence):
    assert sentence in refused(code, "load", *arguments.split())
