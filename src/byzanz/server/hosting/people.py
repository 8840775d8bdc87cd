"""People: each browser or program has a key, and the store has only the hash of the key."""

import re
import secrets
from hashlib import sha256

from byzanz.rooms.creation import RandomBytes
from byzanz.server.ops.clock import DAY, Clock
from byzanz.store.event_store import EventStore
from byzanz.wire.problems import Code, RequestRefused

KEY_BYTES = 16
KEY = re.compile("[0-9a-f]{32}")
CODE_SECONDS = 120  # seconds for which a device code is valid
MOST_KNOWN = 100_000  # people cached in memory


class People:
    """Creates people, and finds a person by the key."""

    def __init__(
        self, store: EventStore, clock: Clock, random_bytes: RandomBytes = secrets.token_bytes
    ) -> None:
        self._store = store
        self._clock = clock
        self._random_bytes = random_bytes
        self._known: dict[str, int] = {}  # by person: when the last visit was stored
        self._deletions = 0  # counts the people forgotten

    async def new(self) -> str:
        """Make a new person and return their key."""
        key = self._random_bytes(KEY_BYTES).hex()
        await self._store.add_person(person_of(key), self._clock.now())
        return key

    async def find(self, key: str | None) -> str | None:
        """Return the person with a key, or None without one; raises `RequestRefused` if unknown."""
        if key is None:
            return None
        person, now = person_of(key), self._clock.now()
        if self._known.get(person, -DAY) <= now - DAY:
            if not KEY.fullmatch(key) or not await self._is_stored(person):
                raise RequestRefused(Code.NOT_KNOWN)
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[person] = now
            await self._store.mark_seen(person, now)
        return person

    async def _is_stored(self, person: str) -> bool:
        """Whether a person is stored; asks again if somebody was forgotten meanwhile."""
        while True:
            before = self._deletions
            is_stored = await self._store.has_person(person)
            if before == self._deletions:
                return is_stored

    def known(self) -> list[str]:
        """Return the people cached in memory."""
        return list(self._known)

    def forget(self, person: str) -> None:
        """Forget a person who has deleted their data."""
        self._deletions += 1
        self._known.pop(person, None)

    async def device_code(self, key: str) -> str:
        """Make a code that gives another device the key, once, within `CODE_SECONDS`.

        Raises `RequestRefused` if the person has just deleted their data.
        """
        code = self._random_bytes(KEY_BYTES).hex()
        until = self._clock.now() + 1000 * CODE_SECONDS
        person, code_hash = person_of(key), _hash("code", code)
        if not await self._store.add_device_code(code_hash, _wrapped(key, code), until, person):
            raise RequestRefused(Code.NOT_KNOWN)
        return code

    async def owner(self, code: str) -> str | None:
        """Return the person of a code; raises `RequestRefused` if there is no such code.

        None: the code was made by a process of an older version, which did not store its person.
        """
        rows = await self._store.device_code_owner(_hash("code", code), self._clock.now())
        if not rows:
            raise RequestRefused(Code.NOT_FOUND)
        return rows[0]

    async def claim(self, code: str) -> str:
        """Return the key of a code, and delete the code; raises `RequestRefused`."""
        wrapped = await self._store.claim_device_code(_hash("code", code), self._clock.now())
        if wrapped is None:
            raise RequestRefused(Code.NOT_FOUND)
        key = _wrapped(wrapped, code)
        if not await self._store.has_person(person_of(key)):
            raise RequestRefused(Code.NOT_FOUND)  # the person has deleted their data since
        return key


def person_of(key: str) -> str:
    """Return the id under which the store has the person with this key."""
    return _hash("person", key)


def _hash(purpose: str, text: str) -> str:
    return sha256(f"{purpose} {text}".encode()).hexdigest()


def _wrapped(key: str, code: str) -> str:
    """Encrypt a key with its code, so that the store can't read it; a second call decrypts it."""
    pad = bytes.fromhex(_hash("wrap", code))
    return bytes([a ^ b for a, b in zip(bytes.fromhex(key), pad, strict=False)]).hex()
