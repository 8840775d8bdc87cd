"""Playing one seat of a room on a server with a bot or a program."""

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import aclosing, suppress

import typer

from byzanz.cli.render.phrases import counted, listed
from byzanz.client.client import Client
from byzanz.client.errors import ProtocolError, Unreachable
from byzanz.client.room_link import RoomLink
from byzanz.client.seat_history import IncompleteHistory, SeatHistory
from byzanz.game.view import View
from byzanz.programs.entrant import SUBSTITUTE, Entrant
from byzanz.wire.answers import Update
from byzanz.wire.commands import ComeBack, Join, Leave, Play
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import RoomState, Status

LEAVE_SECONDS = 3.0  # the longest wait for the server's answer when leaving
TOO_LATE = (Code.STALE, Code.NOT_RUNNING, Code.REFUSED)  # the decision was already answered
SENTENCES = {
    Code.NOT_FOUND: "{server} has no room {room}: expected the link of a waiting room",
    Code.ROOM_FULL: "the room is full: expected one with an open seat",
    Code.NOT_WAITING: "the game has begun: expected a waiting room",
    Code.NAME_TAKEN: "the name {name!r} is taken: choose another one with --name",
    Code.BAD_NAME: "the name {name!r} is not allowed: choose another one with --name",
    Code.NOT_ALLOWED: "the host has removed this guest",
    Code.TOO_FAST: "{server} received too many requests from this address: try again in a minute",
    Code.BUSY: "{server} is busy: try again in a minute",
}


class SeatFailure(Exception):
    """The seat could not be taken or played; the message is a sentence."""


async def play_remote_seat(link: RoomLink, entrant: Entrant, name: str) -> None:
    """Take a seat, play it to the end and print the result; raises `SeatFailure`."""
    try:
        async with Client(link.server) as client:
            room = link.room if link.code is None else await _room_of(client, link.code)
            await RemoteSeat(client, room, entrant, name).play()
    except RequestRefused as refusal:
        sentence = SENTENCES.get(refusal.code, "{server} refuses: {code}")
        room = link.code or link.room
        facts = {"server": link.server, "room": room, "name": name, "code": refusal.code}
        raise SeatFailure(sentence.format_map(facts)) from None
    except (Unreachable, ProtocolError) as error:
        raise SeatFailure(str(error)) from None
    except IncompleteHistory:
        raise SeatFailure("moves were taken back: bots cannot continue such a game") from None


async def _room_of(client: Client, code: str) -> str:
    return (await client.find_code(code)).room


class RemoteSeat:
    """Plays one seat of one room with an entrant."""

    def __init__(self, client: Client, room: str, entrant: Entrant, name: str) -> None:
        self._client = client
        self._room = room
        self._entrant = entrant
        self._name = name
        self._history: SeatHistory | None = None
        self._is_announced = False
        self._last_command_seq = 0  # the number of the log entry of our last command
        self._failures_printed = 0

    async def play(self) -> None:
        """Join, play and print the result; leaves the seat when cancelled."""
        await self._client.new_person()
        try:
            command = Join(new_id(), name=self._name, nonce=secrets.token_hex(16))
            await self._client.command(self._room, command)
            async with aclosing(self._client.follow(self._room)) as pushes:
                async for push in pushes:
                    if isinstance(push, Update) and await self._handle(push):
                        return
        except RequestRefused:
            raise  # there is no seat to leave
        except BaseException:
            await self._leave()
            raise

    async def _leave(self) -> None:
        with suppress(RequestRefused, Unreachable, ProtocolError, TimeoutError):
            async with asyncio.timeout(LEAVE_SECONDS):
                await self._client.command(self._room, Leave(new_id()))

    async def _handle(self, update: Update) -> bool:
        """Answer an update, if it needs an answer; returns whether the game is over."""
        room = update.room
        if room.seat is None:
            raise SeatFailure("the seat is lost: the host has removed this guest")
        if room.status is Status.ABORTED:
            typer.echo("The game was ended early")
            return True
        self._announce(room)
        if update.view is None:
            return False
        await self._add_to_history(update, room.seat)
        if room.status is Status.FINISHED:
            await self._finish(update.view)
            return True
        if room.seats[room.seat].is_away:
            await self._send(ComeBack(new_id()))
        if update.view.turn == room.seat and update.seq >= self._last_command_seq:
            await self._move(update.view)
        return False

    def _announce(self, room: RoomState) -> None:
        if not self._is_announced:
            waits = " and waits for the start" if room.status is Status.WAITING else ""
            typer.echo(f"{self._name} has seat {room.seat}{waits}; Ctrl-C leaves")
        self._is_announced = True

    async def _add_to_history(self, update: Update, seat: int) -> None:
        if self._history is not None:
            self._history.add(update)
            return
        history = self._history = SeatHistory(update)
        typer.echo(f"The game begins, with {listed(history.names)}; {self._name} has seat {seat}")
        await asyncio.to_thread(self._entrant.begin, history, seat, secrets.randbits(63))
        self._print_failures()

    async def _move(self, view: View) -> None:
        assert self._history is not None
        move = await asyncio.to_thread(self._entrant.choose, self._history)
        self._print_failures()
        await self._send(Play(new_id(), move=str(move), decision=view.decision))

    async def _send(self, command: ComeBack | Play) -> None:
        try:
            self._last_command_seq = (await self._client.command(self._room, command)).seq
        except RequestRefused as refusal:
            if refusal.code not in TOO_LATE:
                raise

    async def _finish(self, view: View) -> None:
        assert self._history is not None
        await asyncio.to_thread(self._entrant.end, self._history)
        self._print_failures()
        for line in result_lines(view):
            typer.echo(line)

    def _print_failures(self) -> None:
        for failure in self._entrant.failures[self._failures_printed :]:
            self._failures_printed += 1
            sentence = (
                f"{self._name} failed ({failure.detail}); the bot {SUBSTITUTE} plays in its place"
            )
            typer.echo(sentence, err=True)


def result_lines(view: View) -> Iterator[str]:
    """Yield the standings, one line per seat."""
    for standing in view.standings:
        mark = " (this guest)" if standing.seat == view.seat else ""
        tie = f", {counted(standing.hand_count, 'card')} in hand" if standing.by_tie_break else ""
        name = view.seats[standing.seat].name
        yield f"{standing.place}. {name}{mark}: profit {standing.profit}{tie}"


def new_id() -> str:
    """Return a new id for a command."""
    return secrets.token_hex(16)
