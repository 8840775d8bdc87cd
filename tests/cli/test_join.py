"""`byzanz join` with a running server."""

import asyncio
import json
import signal
import subprocess
import sys
from contextlib import ExitStack, aclosing

import httpx
import pytest

from byzanz.cli.commands.join import default_name
from byzanz.cli.remote_seat import play_remote_seat
from byzanz.client.client import Client
from byzanz.client.room_link import RoomLink
from byzanz.load.spawned_servers import game_server
from byzanz.programs.entrant import Entrant
from byzanz.wire.answers import Update
from byzanz.wire.commands import Remove, SetSeat, Start
from byzanz.wire.room import BotId, MemoryAid, SeatKind, Status
from tests.cli.calling import ENVIRONMENT, command, refused
from tests.client.rooms import join_as, open_room, token
from tests.programs.stage import ProgramFolder

NO_ROOM = "f" * 32


@pytest.fixture(scope="module")
def url():
    with game_server() as server:
        yield server.url


@pytest.fixture
def stage(tmp_path):
    return ProgramFolder(tmp_path)


async def start_when_full(host: Client, room: str) -> Update:
    """Start the game when all seats are taken; returns its last update."""
    async with aclosing(host.follow(room)) as pushes:
        async for push in pushes:
            if not isinstance(push, Update):
                continue
            if push.room.status is Status.WAITING:
                if all(seat.kind is not SeatKind.OPEN for seat in push.room.seats):
                    await host.command(room, Start(token()))
            elif push.room.status is not Status.RUNNING:
                return push
    raise AssertionError


async def play(url: str, bot_ids: list[str], memory_aid: MemoryAid) -> tuple[Update, str, list]:
    """Play a whole game of remote seats; returns its last update, its record and the failures."""
    with ExitStack() as stack:
        entrants = [stack.enter_context(Entrant(bot_id, greeting_seconds=60)) for bot_id in bot_ids]
        async with Client(url) as host:
            await host.new_person()
            room = await open_room(host, len(bot_ids), memory_aid)
            guests = [
                play_remote_seat(RoomLink(url, room), entrant, f"Guest {'ABC'[number]}")
                for number, entrant in enumerate(entrants)
            ]
            async with asyncio.timeout(60):
                last, *_ = await asyncio.gather(start_when_full(host, room), *guests)
            failures = [failure for entrant in entrants for failure in entrant.failures]
            return last, await host.record(room), failures


def test_a_whole_game_is_played_in_a_room_without_memory_aid(url, stage, capsys):
    program = stage.bot_id("greet()\nplay()")
    bot_ids = ["solid", "greedy", program]
    last, record, failures = asyncio.run(play(url, bot_ids, MemoryAid.LOG))
    assert failures == []
    assert last.room.status is Status.FINISHED
    winner = last.view.standings[0]
    name = last.view.seats[winner.seat].name
    printed = capsys.readouterr().out
    assert printed.count("The game begins, with ") == 3
    assert f"1. {name} (this guest): profit {winner.profit}" in printed
    assert "has seat" in printed
    moves = [line.split(" ", 1)[1] for line in record.splitlines() if line.startswith("move ")]
    assert received_moves(stage) == moves


def received_moves(stage: ProgramFolder) -> list[str]:
    """The moves in the messages that a program received."""
    messages = [json.loads(line) for line in stage.lines()]
    assert messages[1]["type"] == "begin"
    assert all(m["view"]["memory"] for m in messages if m["type"] == "decide")
    assert messages[-2]["type"] == "end"
    return [move for message in messages for move in message.get("moves", ())]


def test_a_failing_program_is_substituted(url, stage, capsys):
    bot_ids = ["beginner", "beginner", stage.bot_id("greet()\nsys.exit(7)")]
    last, _, failures = asyncio.run(play(url, bot_ids, MemoryAid.FULL))
    assert [failure.failure_type for failure in failures] == ["crash"]
    assert last.room.status is Status.FINISHED
    assert "Guest C failed (exit code 7" in capsys.readouterr().err


async def make_room(url: str, *, name: str = "Ben", is_full: bool = False) -> str:
    """Create a room with a person of this name, or full of bots."""
    async with Client(url) as host:
        await host.new_person()
        room = await open_room(host, 3)
        if is_full:
            for seat in range(3):
                await host.command(room, SetSeat(token(), seat=seat, bot=BotId.GREEDY))
        else:
            await host.command(room, join_as(name))
        return room


def test_refusals_of_the_server_are_sentences(url):
    taken = asyncio.run(make_room(url))
    full = asyncio.run(make_room(url, is_full=True))
    for link, arguments, sentence in [
        (f"{url}/r/{NO_ROOM}", [], f"byzanz: {url} has no room {NO_ROOM}: expected the link"),
        (f"{url}/r/{full}", [], "byzanz: the room is full: expected one with an open seat"),
        (f"{url}/api/rooms/{taken}", ["--name", "BEN"], "byzanz: the name 'BEN' is taken"),
    ]:
        assert refused(1, "join", link, "--bot", "solid", *arguments).startswith(sentence)


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        ("nowhere", 2, "byzanz: invalid value for 'LINK': 'nowhere' leads to no room"),
        (NO_ROOM, 2, "byzanz: invalid value for 'LINK': this is only a room's id"),
        (f"{NO_ROOM} --server http://127.0.0.1:1", 1, "byzanz: http://127.0.0.1:1 does not answer"),
        (f"{NO_ROOM} --bot wise --server http://a", 2, "byzanz: invalid value for '--bot': no bot"),
        (f"{NO_ROOM} --bot exec:./none --server http://a", 2, "byzanz: invalid value for '--bot'"),
    ],
)
def test_bad_arguments_are_refused(arguments, code, sentence):
    assert refused(code, "join", "--bot", "solid", *arguments.split()).startswith(sentence)


def test_the_default_name_is_that_of_the_bot_or_the_file(tmp_path):
    (tmp_path / "haggler.py").touch()
    assert default_name("expert:250") == "Eudokia"
    assert default_name("exec:./mybot --bold") == "mybot"
    assert default_name(f"exec:python3 {tmp_path}/haggler.py") == "haggler"
    assert default_name("exec:/bin/" + "x" * 90) == "Program"


async def check_seat_is_left(url: str, guest: "Guest") -> None:
    """Let a guest take a seat, end its stay, and check that the seat is open again."""
    async with Client(url) as host:
        await host.new_person()
        room = await open_room(host, 3)
        guest.start(room)
        seat = None
        async with asyncio.timeout(30), aclosing(host.follow(room)) as pushes:
            async for push in pushes:
                if not isinstance(push, Update):
                    continue
                kinds = [each.kind for each in push.room.seats]
                if seat is None and SeatKind.PERSON in kinds:
                    seat = kinds.index(SeatKind.PERSON)
                    await guest.end_stay(host, room, seat)
                elif seat is not None:
                    assert kinds[seat] is SeatKind.OPEN
                    break


class Guest:
    """A process that runs `byzanz join`."""

    def __init__(self, url):
        self.url = url

    def start(self, room):
        server = () if "/" in room else ("--server", self.url)
        self.process = subprocess.Popen(
            command("join", room, *server, "--bot", "solid"),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, text=True,
        )  # fmt: skip


class InterruptedGuest(Guest):
    async def end_stay(self, host, room, seat):
        await asyncio.to_thread(self.process.stdout.readline)  # now it waits for the start
        self.process.send_signal(signal.SIGINT)


class GuestByCode(InterruptedGuest):
    """Uses the short link that the waiting room shows."""

    def start(self, room):
        code = httpx.get(f"{self.url}/api/rooms/{room}").json()["room"]["code"]
        super().start(f"{self.url}/t/{code.lower()}")


class RemovedGuest(Guest):
    async def end_stay(self, host, room, seat):
        await host.command(room, Remove(token(), seat=seat))


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_ctrl_c_leaves_the_seat(url):
    guest = InterruptedGuest(url)
    asyncio.run(check_seat_is_left(url, guest))
    _, errors = guest.process.communicate(timeout=20)
    assert (guest.process.returncode, errors) == (130, "Interrupted: the seat is left\n")


def test_a_short_link_leads_to_the_room(url):
    guest = GuestByCode(url)
    asyncio.run(check_seat_is_left(url, guest))
    _, errors = guest.process.communicate(timeout=20)
    assert (guest.process.returncode, errors) == (130, "Interrupted: the seat is left\n")


def test_a_removed_guest_ends_with_an_error(url):
    guest = RemovedGuest(url)
    asyncio.run(check_seat_is_left(url, guest))
    _, errors = guest.process.communicate(timeout=20)
    assert guest.process.returncode == 1
    assert errors.count("\n") == 1
    assert "the host has removed this guest" in errors
