"""One call of an endpoint: the visitor who calls, and the arguments."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from byzanz.wire.commands import Command
from byzanz.wire.endpoints import ARGUMENTS

Body = TypeVar("Body")


class Visitor(NamedTuple):
    """What is known of a connection before its request is read."""

    address: str
    key: str | None
    host: str = ""  # as the request names it


@dataclass(frozen=True, slots=True)
class Call:
    """The arguments of a call; the body is decoded already, by the endpoint's declared type."""

    visitor: Visitor
    path: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, int] = field(default_factory=dict)
    body: object = None

    @property
    def has_valid_ids(self) -> bool:
        """Whether every argument in the path has the form that ids of its sort have."""
        return all(re.fullmatch(ARGUMENTS[name], text) for name, text in self.path.items())

    @property
    def room(self) -> str:
        """The id of the room in the path."""
        return self.path["room"]

    @property
    def replay(self) -> str:
        """The id of the replay in the path."""
        return self.path["replay"]

    @property
    def command(self) -> Command:
        """The body of the endpoint for commands."""
        assert isinstance(self.body, Command)
        return self.body

    def body_as(self, body_type: type[Body]) -> Body:
        """The body, of the type that the endpoint declares."""
        assert isinstance(self.body, body_type)
        return self.body
