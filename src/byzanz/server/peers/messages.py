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


class Rewritten(msgspec.Struct, frozen=True, tag="rewritten"):
    """The log of a room was rewritten, or deleted."""

    room: str


class PersonDeleted(msgspec.Struct, frozen=True, tag="person_deleted"):
    """A person has deleted their data: every process must forget them."""

    person: str
    number: int  # of the deletion


class Released(msgspec.Struct, frozen=True, tag="released"):
    """The sender has given up the leases of these rooms."""

    rooms: tuple[str, ...]


class Counted(msgspec.Struct, frozen=True, tag="counted"):
    """The sender has counted these requests of a source against a rate limit."""

    limit: str
    counts: dict[str, int]  # by source


Message = Pushed | Skipped | PlansChanged | Rewritten | PersonDeleted | Released | Counted
ENCODER = msgspec.json.Encoder()
DECODER: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
