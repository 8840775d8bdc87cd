"""Routing: all declared paths as a tree of their segments."""

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

from byzanz.wire.problems import Code, RequestRefused

Handler = TypeVar("Handler")


class Route(NamedTuple, Generic[Handler]):
    """A method and a path, and their handler."""

    method: str
    path: str  # names in braces are arguments
    name: str  # for the log and the metrics
    handle: Handler


class Routes(Generic[Handler]):
    """All routes of an application."""

    def __init__(self, routes: Iterable[Route[Handler]]) -> None:
        self._root = _Node[Handler]()
        for route in routes:
            place = self._root
            for word in route.path.split("/"):
                place = place.made(word)
            place.routes[route.method] = route

    def find(self, method: str, path: str) -> tuple[Route[Handler], dict[str, str]]:
        """The route of a request and the arguments in its path; raises `RequestRefused`."""
        place, arguments = self._root, {}
        for word in path.split("/"):
            if word in place.further:
                place = place.further[word]
            elif word and place.argument is not None:
                name, place = place.argument
                arguments[name] = word
            else:
                raise RequestRefused(Code.NOT_FOUND)
        if method in place.routes:
            return place.routes[method], arguments
        raise RequestRefused(Code.BAD_METHOD if place.routes else Code.NOT_FOUND)


class _Node(Generic[Handler]):
    """A node of the tree: the segments so far."""

    def __init__(self) -> None:
        self.routes: dict[str, Route[Handler]] = {}  # by method
        self.further: dict[str, _Node[Handler]] = {}  # by the next segment
        self.argument: tuple[str, _Node[Handler]] | None = None  # for any other segment

    def made(self, word: str) -> "_Node[Handler]":
        """The node of a segment of a declared path, made if needed."""
        if not word.startswith("{"):
            return self.further.setdefault(word, _Node())
        if self.argument is None:
            self.argument = word.strip("{}"), _Node()
        return self.argument[1]
