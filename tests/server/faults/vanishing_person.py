"""A person who comes to a room, vanishes and may return."""

import asyncio
from contextlib import suppress
from hashlib import blake2b
from random import Random
from typing import Protocol

from byzanz.server.call import Visitor
from byzanz.server.hosting.people import person_of
from byzanz.store.errors import StoreBusy
from byzanz.wire.answers import Update
from byzanz.wire.problems import Code, RequestRefused
from tests.server.faults.process import Process, ProcessEnded
from tests.server.hosting.harness import START

TRANSIENT = (ProcessEnded, StoreBusy, TimeoutError)


class Run(Protocol):
    """The part of the simulation that a person uses; the process and the room change."""

    dice: Random
    room: str
    process: Process


class VanishingPerson:
    """A person who comes and goes, and who uses a push socket or polls."""

    def __init__(self, run: Run, name: str) -> None:
        self.run, self.name, self.dice = run, name, run.dice
        self.key = blake2b(name.encode(), digest_size=16).hexdigest()
        self.visitor = Visitor("127.0.0.1", self.key)
        self.is_present = False
        self.polls = run.dice.random() < 0.3
        self._count = 0
        self._outbox = None
        self._process: Process | None = None

    async def register(self, store) -> None:
        await store.add_person(person_of(self.key), START)

    async def ask(self, name: str, **values):
        """Send a request until it is answered; raises `RequestRefused`."""
        while True:
            try:
                return await self.run.process.ask(name, self.visitor, **values)
            except TRANSIENT:
                await asyncio.sleep(0.3)
            except RequestRefused as refusal:
                if refusal.code is not Code.BUSY:
                    raise
                await asyncio.sleep(0.3)

    async def do(self, command_type: type, *values, **named) -> Code | None:
        """Send a command; returns the code of a refusal."""
        self._count += 1
        command = command_type(f"{self.name}-{self._count:08}", *values, **named)
        try:
            await self.ask("command", room=self.run.room, body=command)
        except RequestRefused as refusal:
            return refusal.code
        return None

    async def look(self) -> Update:
        """Connect if needed, and ask for an update."""
        await self.connect()
        return await self.ask("update", room=self.run.room, after=0)

    async def connect(self) -> None:
        """Be present; open a socket unless this person polls."""
        self.is_present = True
        if self.polls or (self._outbox is not None and self._process is self.run.process):
            return
        with suppress(*TRANSIENT):
            process = self.run.process
            self._outbox = await process.ask("follow", self.visitor, room=self.run.room, after=0)
            self._process = process

    async def vanish(self) -> None:
        """Close the socket, and send nothing more."""
        self.is_present = False
        outbox, process = self._outbox, self._process
        self._outbox = self._process = None
        if outbox is not None and process is not None and not process.has_ended:
            await process.service.rooms.unfollow(self.run.room, outbox)
