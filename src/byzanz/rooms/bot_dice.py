"""The seeds of bots' random choices."""

from hashlib import blake2b

from byzanz.rooms.room import Room


def bot_seed(room: Room) -> int:
    """The seed of the next bot's random choices, which nobody can compute without the secret.

    In a room with given dice it follows from their secret and the moves of the game so far and from
    nothing else. So in all rooms with the same dice, bots answer the same moves alike. In any
    other room it follows from the room's secret and the number of the log entry.
    """
    if room.dice is None:
        return _keyed_hash(room.secret, str(room.seq))
    assert room.game is not None
    return _keyed_hash(room.dice, "\n".join([f"{seat} {move}" for seat, move in room.game.moves]))


def _keyed_hash(secret: str, text: str) -> int:
    key = bytes.fromhex(secret)
    return int.from_bytes(blake2b(text.encode(), key=key, digest_size=7).digest())
