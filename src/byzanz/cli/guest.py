"""A bot or a program as a guest in a room on a server, from sitting down to the result."""

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import aclosing, suppress

import typer

from byzanz.cli.words import counted, listed
from byzanz.client.client import Client
from byzanz.client.link import Link
from byzanz.client.trouble import NotUnderstood, Unreachable
from byzanz.client.witness import LostTrack, Witness
from byzanz.game.view import View
from byzanz.programs.entrant import STAND_IN, Entrant
from byzanz.wire.answers import Update
from byzanz.wire.commands import ComeBack, Join, Leave, Play
from byzanz.wire.problems import Code, Refusal
from byzanz.wire.room import RoomState, Status

LEAVE_SECONDS = 3.0
LATE = (Code.STALE, Code.NOT_RUNNING, Code.REFUSED)  # the room went on without us
SENTENCES = {
    Code.NOT_FOUND: "{server} has no room {room}: expected the link of one that waits",
    Code.ROOM_FULL: "the room is full: expected one with an open seat",
    Code.NOT_WAITING: "the game has begun: expected a room that waits",
    Code.NAME_TAKEN: "the name {name!r} is taken there: choose another one with --name",
    Code.BAD_NAME: "{name!r} is no name there: choose another one with --name",
    Code.NOT_ALLOWED: "the host has sent this guest away",
    Code.TOO_FAST: "{server} had too many requests from here: try again in a minute",
    Code.BUSY: "{server} is busy: try again in a minute",
}


class Trouble(Exception):
    """Why the seat could not be taken or played, in a sentence."""


async def visit(place: Link, entrant: Entrant, name: str) -> None:
    """Take a seat, play it to the end and print the result; raises `Trouble`."""
    try:
        async with Client(place.server) as client:
            room = place.room if place.code is None else await _room_of(client, place.code)
            await Guest(client, room, entrant, name).stay()
    except Refusal as refusal:
        sentence = SENTENCES.get(refusal.code, "{server} refuses: {code}")
        room = place.code or place.room
        facts = {"server": place.server, "room": room, "name": name, "code": refusal.code}
        raise Trouble(sentence.format_map(facts)) from None
    except (Unreachable, NotUnderstood) as error:
        raise Trouble(str(error)) from None
    except LostTrack:
        raise Trouble("moves were taken back, which no bot can follow") from None


async def _room_of(client: Client, code: str) -> str:
    return (await client.find_code(code)).room


class Guest:
    """Plays one seat of one room."""

    def __init__(self, client: Client, room: str, entrant: Entrant, name: str) -> None:
        self._client = client
        self._room = room
        self._entrant = entrant
        self._name = name
        self._witness: Witness | None = None
        self._is_greeted = False
        self._answered = 0  # the entry of our last move
        self._told_failures = 0

    async def stay(self) -> None:
        """Sit down, play, and tell the result; leave when cancelled."""
        await self._client.new_person()
        try:
            command = Join(new_id(), name=self._name, nonce=secrets.token_hex(16))
            await self._client.command(self._room, command)
            async with aclosing(self._client.follow(self._room)) as pushes:
                async for push in pushes:
                    if isinstance(push, Update) and await self._is_over(push):
                        return
        except Refusal:
            raise  # there is no seat to leave
        except BaseException:
            await self._leave()
            raise

    async def _leave(self) -> None:
        with suppress(Refusal, Unreachable, NotUnderstood, TimeoutError):
            async with asyncio.timeout(LEAVE_SECONDS):
                await self._client.command(self._room, Leave(new_id()))

    async def _is_over(self, update: Update) -> bool:
        """Do what an update asks for; was it the last?"""
        room = update.room
        if room.seat is None:
            raise Trouble("the seat was taken away: the host has sent this guest away")
        if room.status is Status.ABORTED:
            typer.echo("The game was ended before its time")
            return True
        self._greet(room)
        if update.view is None:
            return False
        await self._see(update, room.seat)
        if room.status is Status.FINISHED:
            await self._finish(update.view)
            return True
        if room.seats[room.seat].is_away:
            await self._ask(ComeBack(new_id()))
        if update.view.turn == room.seat and update.seq >= self._answered:
            await self._move(update.view)
        return False

    def _greet(self, room: RoomState) -> None:
        if not self._is_greeted:
            waits = " and waits for the start" if room.status is Status.WAITING else ""
            typer.echo(f"{self._name} has seat {room.seat}{waits}; Ctrl-C leaves")
        self._is_greeted = True

    async def _see(self, update: Update, seat: int) -> None:
        if self._witness is not None:
            self._witness.add(update)
            return
        witness = self._witness = Witness(update)
        typer.echo(f"The game begins, with {listed(witness.names)}; {self._name} has seat {seat}")
        await asyncio.to_thread(self._entrant.begin, witness, seat, secrets.randbits(63))
        self._tell_failures()

    async def _move(self, view: View) -> None:
        assert self._witness is not None
        move = await asyncio.to_thread(self._entrant.choose, self._witness)
        self._tell_failures()
        await self._ask(Play(new_id(), move=str(move), decision=view.decision))

    async def _ask(self, command: ComeBack | Play) -> None:
        try:
            self._answered = (await self._client.command(self._room, command)).seq
        except Refusal as refusal:
            if refusal.code not in LATE:
                raise

    async def _finish(self, view: View) -> None:
        assert self._witness is not None
        await asyncio.to_thread(self._entrant.end, self._witness)
        self._tell_failures()
        for line in result_lines(view):
            typer.echo(line)

    def _tell_failures(self) -> None:
        for failure in self._entrant.failures[self._told_failures :]:
            self._told_failures += 1
            sentence = f"{self._name} failed ({failure.detail}); the bot {STAND_IN} plays on for it"
            typer.echo(sentence, err=True)


def result_lines(view: View) -> Iterator[str]:
    """The standings, one seat a line."""
    for standing in view.standings:
        own = " (this guest)" if standing.seat == view.seat else ""
        tie = f", {counted(standing.hand_count, 'card')} in hand" if standing.by_tie_break else ""
        name = view.seats[standing.seat].name
        yield f"{standing.place}. {name}{own}: profit {standing.profit}{tie}"


def new_id() -> str:
    """An id for a command."""
    return secrets.token_hex(16)
