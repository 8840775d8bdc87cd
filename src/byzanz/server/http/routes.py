"""Routing by a tree of path segments."""

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

from byzanz.wire.problems import Code, RequestRefused

Handler = TypeVar("Handler")


class Route(NamedTuple, Generic[Handler]):
    """A method, a path and their handler."""

    method: str
    path: str  # names in braces are arguments
    name: str  # the name in the log and the metrics
    handle: Handler


class Routes(Generic[Handler]):
    """The routes of an application."""

    def __init__(self, routes: Iterable[Route[Handler]]) -> None:
        self._root = _Node[Handler]()
        for route in routes:
            node = self._root
            for segment in route.path.split("/"):
                node = node.make_child(segment)
            node.routes[route.method] = route

    def find(self, method: str, path: str) -> tuple[Route[Handler], dict[str, str]]:
        """Return the route of a request and the arguments in its path; raises `RequestRefused`."""
        node, arguments = self._root, {}
        for segment in path.split("/"):
            if segment in node.children:
                node = node.children[segment]
            elif segment and node.argument is not None:
                name, node = node.argument
                arguments[name] = segment
            else:
                raise RequestRefused(Code.NOT_FOUND)
        if method in node.routes:
            return node.routes[method], arguments
        raise RequestRefused(Code.BAD_METHOD if node.routes else Code.NOT_FOUND)


class _Node(Generic[Handler]):
    """A node of the tree: all routes whose paths begin with the same segments."""

    def __init__(self) -> None:
        self.routes: dict[str, Route[Handler]] = {}  # by method
        self.children: dict[str, _Node[Handler]] = {}  # by the next segment
        self.argument: tuple[str, _Node[Handler]] | None = None  # matches any other segment

    def make_child(self, segment: str) -> "_Node[Handler]":
        """Return the child for a segment of a route's path; makes it if there is none."""
        if not segment.startswith("{"):
            return self.children.setdefault(segment, _Node())
        if self.argument is None:
            self.argument = segment.strip("{}"), _Node()
        return self.argument[1]
