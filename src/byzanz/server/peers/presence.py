"""The people whom one process sees in a room, in the form that processes exchange."""

from collections.abc import Mapping

import msgspec

SEEN_STEP = 5000  # milliseconds; a person seen again within this time is not reported again


class RoomPresence(msgspec.Struct, frozen=True, omit_defaults=True):
    """The people whom one process sees in a room."""

    sockets: dict[str, int] = {}  # the number of push sockets by person; "" for all without a key
    seen: dict[str, int] = {}  # by member: the time of the last request, or when a socket closed

    def has_changed(self, before: "RoomPresence") -> bool:
        """Whether other processes that know `before` need this presence."""
        if self.sockets != before.sockets:
            return True
        if before.seen.keys() - self.seen.keys():  # they left, or deleted their data
            return True
        return any(at >= before.seen.get(person, 0) + SEEN_STEP for person, at in self.seen.items())

    def without(self, person: str) -> "RoomPresence":
        """Return the presence without a person."""
        if person not in self.sockets and person not in self.seen:
            return self
        return RoomPresence(_without(self.sockets, person), _without(self.seen, person))

    def last_seen(self, closed_at: int) -> Mapping[str, int]:
        """Return when each person was last seen, if all sockets closed at `closed_at`."""
        return {**self.seen, **{person: closed_at for person in self.sockets if person}}


def _without(numbers: Mapping[str, int], person: str) -> dict[str, int]:
    return {other: number for other, number in numbers.items() if other != person}


NOBODY = RoomPresence()
ENCODER = msgspec.json.Encoder()
DECODER = msgspec.json.Decoder(RoomPresence)
