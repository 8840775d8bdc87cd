"""Which handler a path leads to: the words of all paths, as a tree."""

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

from byzanz.wire.problems import Code, Refusal

Handler = TypeVar("Handler")


class Route(NamedTuple, Generic[Handler]):
    """One kind of request."""

    method: str
    path: str  # names in braces are arguments
    name: str  # for the log and the figures
    handle: Handler


class Routes(Generic[Handler]):
    """All routes of an application."""

    def __init__(self, routes: Iterable[Route[Handler]]) -> None:
        self._root = _Place[Handler]()
        for route in routes:
            place = self._root
            for word in route.path.split("/"):
                place = place.made(word)
            place.routes[route.method] = route

    def find(self, method: str, path: str) -> tuple[Route[Handler], dict[str, str]]:
        """The route, and the arguments as they stand in the path; raises `Refusal`."""
        place, arguments = self._root, {}
        for word in path.split("/"):
            if word in place.further:
                place = place.further[word]
            elif word and place.argument is not None:
                name, place = place.argument
                arguments[name] = word
            else:
                raise Refusal(Code.NOT_FOUND)
        if method in place.routes:
            return place.routes[method], arguments
        raise Refusal(Code.BAD_METHOD if place.routes else Code.NOT_FOUND)


class _Place(Generic[Handler]):
    """Where some words have led so far."""

    def __init__(self) -> None:
        self.routes: dict[str, Route[Handler]] = {}  # by method
        self.further: dict[str, _Place[Handler]] = {}  # by the next word
        self.argument: tuple[str, _Place[Handler]] | None = None  # any other word

    def made(self, word: str) -> "_Place[Handler]":
        """Where a word of a declared path leads, from now on."""
        if not word.startswith("{"):
            return self.further.setdefault(word, _Place())
        if self.argument is None:
            self.argument = word.strip("{}"), _Place()
        return self.argument[1]
