"""The people of a room as one process sees them, in the form that processes exchange."""

from collections.abc import Mapping

import msgspec

SEEN_STEP = 5000  # milliseconds: a person who is seen again sooner is not told anew


class RoomPresence(msgspec.Struct, frozen=True, omit_defaults=True):
    """The people whom one process sees in a room."""

    sockets: dict[str, int] = {}  # push sockets by person; "" has those without a key
    seen: dict[str, int] = {}  # by member: when a request came, or the last socket closed

    def is_news(self, before: "RoomPresence") -> bool:
        """Whether other processes must be told, if they know `before`."""
        if self.sockets != before.sockets:
            return True
        return any(at >= before.seen.get(person, 0) + SEEN_STEP for person, at in self.seen.items())

    def ended(self, at: int) -> Mapping[str, int]:
        """When each person was last seen, if all sockets closed at a time."""
        return {**self.seen, **{person: at for person in self.sockets if person}}


NOBODY = RoomPresence()
ENCODER = msgspec.json.Encoder()
DECODER = msgspec.json.Decoder(RoomPresence)
