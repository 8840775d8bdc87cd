"""The device as the page's worker calls it: JSON in, JSON out.

Nothing here is stored. Each reply lists the writes to commit before it is shown; after a failed
commit the worker starts the device again with the stored rows, so that memory and database agree.
"""

import secrets
from collections.abc import Callable
from typing import Any

import msgspec

from byzanz.device.own_room import Damaged
from byzanz.device.requests import Requests
from byzanz.device.rows import LogRow, Write
from byzanz.device.shelf import Missing, Shelf
from byzanz.rooms.creation import RandomBytes
from byzanz.wire.answers import Problem
from byzanz.wire.problems import Code, RequestRefused

PERSON_SIZE = 32  # bytes


class Asked(msgspec.Struct, frozen=True):
    """A request of a page."""

    operation: str
    parameters: dict[str, str | int]
    now: int  # milliseconds since 1970
    body: str | None = None  # JSON, or the text of a record


class Needed(msgspec.Struct, frozen=True):
    """What the worker has to read before it repeats the request."""

    store: str
    key: str


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reply to a request: an answer, a problem, or what has to be read first."""

    answer: Any = None
    problem: Problem | None = None
    needs: Needed | None = None
    is_damaged: bool = False  # what was read is not whole
    writes: tuple[Write, ...] = ()
    rooms: tuple[str, ...] = ()  # the rooms that have new entries


ASKED = msgspec.json.Decoder(Asked)
ROWS = msgspec.json.Decoder(dict[str, str])
CHANGED = msgspec.json.Decoder(dict[str, str | None])
LOG = msgspec.json.Decoder(list[msgspec.Raw])
LOG_ROW = msgspec.json.Decoder(LogRow)


class Device:
    """Answers one request after the other."""

    def __init__(self, rows: str, random_bytes: RandomBytes = secrets.token_bytes) -> None:
        person = random_bytes(PERSON_SIZE).hex()
        self._requests = Requests(Shelf(ROWS.decode(rows), person), random_bytes)

    @property
    def _shelf(self) -> Shelf:
        return self._requests.shelf

    def begin(self) -> str:
        """Return the writes of a device that is new."""
        return self._reply(lambda: None)

    def ask(self, text: str) -> str:
        """Answer a request."""
        asked = ASKED.decode(text)
        body = None if asked.body is None else asked.body.encode()
        return self._reply(
            lambda: self._requests.answer(asked.operation, asked.parameters, body, asked.now)
        )

    def play_next(self, room: str, now: int) -> str:
        """Make the next automatic move of a room, if it is due."""
        return self._reply(lambda: self._requests.hosting.play_next(now, room))

    def remove_room(self, room: str) -> str:
        """Delete a room from the device."""
        return self._reply(lambda: self._shelf.remove_room(room))

    def next_at(self, room: str) -> str:
        """Return when the next automatic move of a room is due; null: none will be."""
        return self._reply(lambda: self._requests.hosting.next_at(room))

    def update(self, room: str, after: int, now: int) -> str:
        """Return everything in a room after an entry."""
        return self._reply(lambda: self._requests.hosting.update(now, room, after))

    def load(self, room: str, log: str) -> str:
        """Take over the log of a room, which the worker has read: a list of texts."""
        rows = msgspec.json.decode(log, type=list[str])
        return self._reply(lambda: self._load(room, rows))

    def _load(self, room: str, rows: list[str]) -> None:
        try:
            log = [LOG_ROW.decode(row) for row in rows]
        except msgspec.MsgspecError as error:
            raise Damaged(str(error)) from None
        if not log:
            raise Damaged("a log without entries")
        self._shelf.load(room, log)

    def load_record(self, replay: str, record: str | None) -> str:
        """Take over an uploaded record; None: there is none."""
        return self._reply(lambda: self._load_record(replay, record))

    def _load_record(self, replay: str, record: str | None) -> None:
        if record is None:
            raise RequestRefused(Code.NOT_FOUND)
        self._shelf.records[replay] = record

    def reread(self, changed: str) -> str:
        """Take over rows that another tab has changed, by key; null: deleted."""
        for key, text in CHANGED.decode(changed).items():
            self._shelf.read(key, text)
        return self._reply(lambda: None)

    def _reply(self, work: Callable[[], object]) -> str:
        return msgspec.json.encode(self._replied(work)).decode()

    def _replied(self, work: Callable[[], object]) -> Reply:
        shelf = self._shelf
        try:
            answer = work()
        except Missing as missing:
            assert not shelf.writes, "everything is read before anything changes"
            return Reply(needs=Needed(missing.store, missing.key))
        except Damaged:
            return Reply(is_damaged=True)
        except RequestRefused as refusal:
            assert not shelf.writes, "everything is checked before anything changes"
            return Reply(problem=refusal.problem)
        writes, shelf.writes = tuple(shelf.writes), []
        added = [each.key[0] for each in writes if each.action == "add"]
        return Reply(answer=answer, writes=writes, rooms=tuple(dict.fromkeys(added)))
