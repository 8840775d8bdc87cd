"""The keys and hashes by which a command that is sent again is recognised."""

from hashlib import blake2b
from typing import TypeAlias

import msgspec

from byzanz.wire.commands import Command, CreateRoom, PlayDeal, Rematch
from byzanz.wire.daily import PlayDaily
from byzanz.wire.games import PlayAgain
from byzanz.wire.replays import PlayOn

NewRoom: TypeAlias = CreateRoom | Rematch | PlayOn | PlayAgain | PlayDeal | PlayDaily


def command_key(person: str, command: str) -> str:
    """Return the key that identifies a command: the same when it is sent again."""
    return f"{person[:16]}:{command}"


def body_digest(command: Command | NewRoom) -> bytes:
    """Return a hash of a command's body: the same id with another body is a conflict."""
    return blake2b(msgspec.json.encode(command), digest_size=16).digest()
