"""Who somebody is: one key for each browser or program, known to the store by its hash alone."""

import re
import secrets
from hashlib import sha256

from byzanz.server.clock import DAY, Clock
from byzanz.server.making import Source
from byzanz.store.eventstore import EventStore
from byzanz.wire.problems import Code, Refusal

KEY_BYTES = 16
KEY = re.compile("[0-9a-f]{32}")
CODE_SECONDS = 120
MOST_KNOWN = 100_000  # people remembered in memory


class People:
    """Makes people and recognises them."""

    def __init__(
        self, store: EventStore, clock: Clock, source: Source = secrets.token_bytes
    ) -> None:
        self._store = store
        self._clock = clock
        self._source = source
        self._known: dict[str, int] = {}  # and when the store was last told that they are here

    async def new(self) -> str:
        """The key of a new person."""
        key = self._source(KEY_BYTES).hex()
        await self._store.add_person(person_of(key), self._clock.now())
        return key

    async def find(self, key: str | None) -> str | None:
        """The person with a key, or None; a key that nobody has raises `Refusal`."""
        if key is None:
            return None
        person, now = person_of(key), self._clock.now()
        if self._known.get(person, -DAY) <= now - DAY:
            if not KEY.fullmatch(key) or not await self._store.has_person(person):
                raise Refusal(Code.NOT_KNOWN)
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[person] = now
            await self._store.touch(person, now)
        return person

    async def device_code(self, key: str) -> str:
        """A code that gives another device the key, once, for two minutes."""
        code = self._source(KEY_BYTES).hex()
        until = self._clock.now() + 1000 * CODE_SECONDS
        await self._store.add_code(_hash("code", code), _wrapped(key, code), until)
        return code

    async def claim(self, code: str) -> str:
        """The key that a code stands for; raises `Refusal`."""
        wrapped = await self._store.take_code(_hash("code", code), self._clock.now())
        if wrapped is None:
            raise Refusal(Code.NOT_FOUND)
        return _wrapped(wrapped, code)


def person_of(key: str) -> str:
    """What the store knows a person by."""
    return _hash("person", key)


def _hash(word: str, text: str) -> str:
    return sha256(f"{word} {text}".encode()).hexdigest()


def _wrapped(key: str, code: str) -> str:
    """A key that the store can't read without the code; the same again unwraps it."""
    pad = bytes.fromhex(_hash("wrap", code))
    return bytes([a ^ b for a, b in zip(bytes.fromhex(key), pad, strict=False)]).hex()
