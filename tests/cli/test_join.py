"""Bots and programs in the seats of a real server."""

import asyncio
import json
import signal
import subprocess
import sys
from contextlib import ExitStack, aclosing

import httpx
import pytest

from byzanz.cli.guest import visit
from byzanz.cli.join import usual_name
from byzanz.client.client import Client
from byzanz.client.link import Link
from byzanz.load.hosted import game_server
from byzanz.programs.entrant import Entrant
from byzanz.wire.answers import Update
from byzanz.wire.commands import Remove, SetSeat, Start
from byzanz.wire.room import BotWord, MemoryAid, SeatKind, Status
from tests.cli.calling import ENVIRONMENT, command, refused
from tests.client.rooms import join_as, open_room, token
from tests.programs.stage import Stage

NO_ROOM = "f" * 32


@pytest.fixture(scope="module")
def url():
    with game_server() as hosted:
        yield hosted.url


@pytest.fixture
def stage(tmp_path):
    return Stage(tmp_path)


async def start_when_full(host: Client, room: str) -> Update:
    """Start the game when all sit; the last update of it."""
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


async def play(url: str, words: list[str], memory_aid: MemoryAid) -> tuple[Update, str, list]:
    """A whole game of these guests: its last update, its record, what failed."""
    with ExitStack() as stack:
        entrants = [stack.enter_context(Entrant(word, greeting_seconds=60)) for word in words]
        async with Client(url) as host:
            await host.new_person()
            room = await open_room(host, len(words), memory_aid)
            guests = [
                visit(Link(url, room), entrant, f"Guest {'ABC'[number]}")
                for number, entrant in enumerate(entrants)
            ]
            async with asyncio.timeout(60):
                last, *_ = await asyncio.gather(start_when_full(host, room), *guests)
            failures = [failure for entrant in entrants for failure in entrant.failures]
            return last, await host.record(room), failures


def test_a_whole_game_in_a_room_without_memory(url, stage, capsys):
    program = stage.word("greet()\nplay()")
    words = ["solid", "greedy", program]
    last, record, failures = asyncio.run(play(url, words, MemoryAid.LOG))
    assert failures == []
    assert last.room.status is Status.FINISHED
    winner = last.view.standings[0]
    name = last.view.seats[winner.seat].name
    printed = capsys.readouterr().out
    assert printed.count("The game begins, with ") == 3
    assert f"1. {name} (this guest): profit {winner.profit}" in printed
    assert "has seat" in printed
    moves = [line.split(" ", 1)[1] for line in record.splitlines() if line.startswith("move ")]
    assert heard_moves(stage) == moves


def heard_moves(stage: Stage) -> list[str]:
    """What a program was told that was played."""
    messages = [json.loads(line) for line in stage.lines()]
    assert messages[1]["type"] == "begin"
    assert all(m["view"]["memory"] for m in messages if m["type"] == "decide")
    assert messages[-2]["type"] == "end"
    return [move for message in messages for move in message.get("moves", ())]


def test_a_program_that_fails_is_stood_in_for(url, stage, capsys):
    words = ["beginner", "beginner", stage.word("greet()\nsys.exit(7)")]
    last, _, failures = asyncio.run(play(url, words, MemoryAid.FULL))
    assert [failure.kind for failure in failures] == ["crash"]
    assert last.room.status is Status.FINISHED
    assert "Guest C failed (exit code 7" in capsys.readouterr().err


async def made_room(url: str, *, name: str = "Ben", is_full: bool = False) -> str:
    """A room where somebody of this name sits."""
    async with Client(url) as host:
        await host.new_person()
        room = await open_room(host, 3)
        if is_full:
            for seat in range(3):
                await host.command(room, SetSeat(token(), seat=seat, bot=BotWord.GREEDY))
        else:
            await host.command(room, join_as(name))
        return room


def test_refusals_of_the_server(url):
    taken = asyncio.run(made_room(url))
    full = asyncio.run(made_room(url, is_full=True))
    for link, words, sentence in [
        (f"{url}/r/{NO_ROOM}", [], f"byzanz: {url} has no room {NO_ROOM}: expected the link"),
        (f"{url}/r/{full}", [], "byzanz: the room is full: expected one with an open seat"),
        (f"{url}/api/rooms/{taken}", ["--name", "BEN"], "byzanz: the name 'BEN' is taken there"),
    ]:
        assert refused(1, "join", link, "--bot", "solid", *words).startswith(sentence)


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ("nowhere", 2, "byzanz: invalid value for 'LINK': 'nowhere' leads to no room"),
        (NO_ROOM, 2, "byzanz: invalid value for 'LINK': a room's id alone"),
        (f"{NO_ROOM} --server http://127.0.0.1:1", 1, "byzanz: http://127.0.0.1:1 does not answer"),
        (f"{NO_ROOM} --bot wise --server http://a", 2, "byzanz: invalid value for '--bot': no bot"),
        (f"{NO_ROOM} --bot exec:./none --server http://a", 2, "byzanz: invalid value for '--bot'"),
    ],
)
def test_refusals_without_a_server(words, code, sentence):
    assert refused(code, "join", "--bot", "solid", *words.split()).startswith(sentence)


def test_names_of_guests(tmp_path):
    (tmp_path / "haggler.py").touch()
    assert usual_name("expert:250") == "Eudokia"
    assert usual_name("exec:./mybot --bold") == "mybot"
    assert usual_name(f"exec:python3 {tmp_path}/haggler.py") == "haggler"
    assert usual_name("exec:/bin/" + "x" * 90) == "Program"


async def sat_down(url: str, process_of) -> None:
    """A guest takes a seat, something ends it, and the seat is open again."""
    async with Client(url) as host:
        await host.new_person()
        room = await open_room(host, 3)
        process = process_of(room)
        seat = None
        async with asyncio.timeout(30), aclosing(host.follow(room)) as pushes:
            async for push in pushes:
                if not isinstance(push, Update):
                    continue
                kinds = [each.kind for each in push.room.seats]
                if seat is None and SeatKind.PERSON in kinds:
                    seat = kinds.index(SeatKind.PERSON)
                    await process.begin(host, room, seat)
                elif seat is not None:
                    assert kinds[seat] is SeatKind.OPEN
                    break


class Guest:
    """`byzanz join` in a process."""

    def __init__(self, url):
        self.url = url

    def where(self, room):
        return () if "/" in room else ("--server", self.url)

    def __call__(self, room):
        self.process = subprocess.Popen(
            command("join", room, *self.where(room), "--bot", "solid"),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT, text=True,
        )  # fmt: skip
        return self


class Interrupted(Guest):
    async def begin(self, host, room, seat):
        await asyncio.to_thread(self.process.stdout.readline)  # it waits
        self.process.send_signal(signal.SIGINT)


class ByCode(Interrupted):
    """With the short link that the waiting room shows."""

    def __call__(self, room):
        code = httpx.get(f"{self.url}/api/rooms/{room}").json()["room"]["code"]
        return super().__call__(f"{self.url}/t/{code.lower()}")


class Removed(Guest):
    async def begin(self, host, room, seat):
        await host.command(room, Remove(token(), seat=seat))


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_ctrl_c_leaves_the_seat(url):
    guest = Interrupted(url)
    asyncio.run(sat_down(url, guest))
    _, errors = guest.process.communicate(timeout=20)
    assert (guest.process.returncode, errors) == (130, "Interrupted: the seat is left\n")


def test_a_short_link_leads_to_the_room(url):
    guest = ByCode(url)
    asyncio.run(sat_down(url, guest))
    _, errors = guest.process.communicate(timeout=20)
    assert (guest.process.returncode, errors) == (130, "Interrupted: the seat is left\n")


def test_a_guest_is_sent_away(url):
    guest = Removed(url)
    asyncio.run(sat_down(url, guest))
    _, errors = guest.process.communicate(timeout=20)
    assert guest.process.returncode == 1
    assert errors.count("\n") == 1
    assert "the host has sent this guest away" in errors
