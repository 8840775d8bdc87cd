"""The messages that processes send each other. A lost message causes a delay, but no error."""

import msgspec


class Pushed(msgspec.Struct, frozen=True, tag="push"):
    """Every process must push this message to everybody in a room."""

    room: str
    body: msgspec.Raw


class Skipped(msgspec.Struct, frozen=True, tag="skip"):
    """A person wants to skip to their next decision."""

    room: str
    person: str


class PlansChanged(msgspec.Struct, frozen=True, tag="plans"):
    """A bid plan of a room was set or withdrawn."""

    room: str


class Released(msgspec.Struct, frozen=True, tag="released"):
    """The sender has given up the leases of these rooms."""

    rooms: tuple[str, ...]


class Counted(msgspec.Struct, frozen=True, tag="counted"):
    """The sender has counted these requests of a source against a rate limit."""

    limit: str
    counts: dict[str, int]  # by source


Message = Pushed | Skipped | PlansChanged | Released | Counted
ENCODER = msgspec.json.Encoder()
DECODER: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
