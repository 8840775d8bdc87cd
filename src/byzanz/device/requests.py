"""The operations of a server that a device answers, by the same names and with the same bodies."""

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from byzanz.device.hosting import Hosting
from byzanz.device.own_games import OwnGames
from byzanz.device.puzzle_book import PuzzleBook
from byzanz.device.shelf import Shelf
from byzanz.rooms.audience import audience_of
from byzanz.rooms.creation import RandomBytes
from byzanz.wire.answers import ListedGames, RoomList
from byzanz.wire.commands import AskHint, BidPlan, Command, CreateRoom, React
from byzanz.wire.endpoints import ENDPOINTS
from byzanz.wire.games import KeepGame, PlayAgain, Progress
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.puzzles import AnswerPuzzle
from byzanz.wire.replays import PlayOn
from byzanz.wire.strict_json import LARGEST_TEXT, read_body

Body = TypeVar("Body")
BY_NAME = {endpoint.name: endpoint for endpoint in ENDPOINTS}


class Request:
    """A request with its decoded body."""

    def __init__(
        self, name: str, parameters: Mapping[str, str | int], body: bytes | None, now: int
    ) -> None:
        self.now = now
        self._parameters = parameters
        self._body: object = None
        endpoint = BY_NAME[name]
        if endpoint.body is str:
            self._body = _text(body or b"")
        elif endpoint.body is not None:
            self._body = read_body(body or b"", endpoint.body)

    def id(self, name: str) -> str:
        """An id from the path."""
        return str(self._parameters.get(name, ""))

    def number(self, name: str) -> int:
        """A number from the query; 0 if it is missing. Raises `RequestRefused`."""
        try:
            number = int(self._parameters.get(name, 0))
        except ValueError:
            number = -1
        if number < 0:
            raise RequestRefused(Code.BAD_REQUEST, field=name)
        return number

    def body(self, body_type: type[Body]) -> Body:
        """The body, which must be of this type."""
        assert isinstance(self._body, body_type)
        return self._body

    @property
    def command(self) -> Command:
        """The body, which must be a command."""
        assert isinstance(self._body, Command)
        return self._body


def _text(body: bytes) -> bytes:
    if len(body) > LARGEST_TEXT:
        raise RequestRefused(Code.TOO_LARGE, most=LARGEST_TEXT)
    return body


Handler: TypeAlias = Callable[[Request], object]


class Requests:
    """Answers requests; every handler may raise `RequestRefused` or `Missing`."""

    def __init__(self, shelf: Shelf, random_bytes: RandomBytes) -> None:
        self.shelf = shelf
        self.hosting = hosting = Hosting(shelf, random_bytes)
        games, puzzles = OwnGames(shelf, hosting, random_bytes), PuzzleBook(shelf)
        self._table: dict[str, Handler] = {
            "my_rooms": lambda _: games.rooms(),
            "open_rooms": lambda _: RoomList(()),
            "listed_games": lambda _: ListedGames(()),
            "my_games": lambda call: games.page(call.number("skip"), call.number("opponents")),
            "my_progress": lambda _: Progress((), (), None),
            "keep_game": lambda call: games.keep(
                call.id("room"), is_kept=call.body(KeepGame).is_kept
            ),
            "play_again": lambda call: games.play_again(
                call.now, call.id("room"), call.body(PlayAgain)
            ),
            "my_puzzles": lambda call: puzzles.next(call.now),
            "answer_puzzle": lambda call: puzzles.answer(
                call.now, call.id("puzzle"), call.body(AnswerPuzzle)
            ),
            "create": lambda call: hosting.create(call.now, call.body(CreateRoom)),
            "update": lambda call: hosting.update(call.now, call.id("room"), call.number("after")),
            "command": lambda call: hosting.perform(call.now, call.id("room"), call.command),
            "wish": lambda call: hosting.set_bid_plan(call.id("room"), call.body(BidPlan)),
            "skip": lambda call: hosting.skip(call.now, call.id("room")),
            "hint": lambda call: hosting.hint(
                call.now, call.id("room"), call.body(AskHint).decision
            ),
            "react": self._react,
            "record": lambda call: hosting.record(call.id("room")),
            "add_replay": lambda call: games.add_record(call.body(bytes)),
            "replay": lambda call: games.replay(call.id("replay"), call.number("eyes")),
            "replay_record": lambda call: games.finished(call.id("replay")).text,
            "play_on": lambda call: games.play_on(call.now, call.id("replay"), call.body(PlayOn)),
        }

    @property
    def names(self) -> frozenset[str]:
        """The operations that are answered."""
        return frozenset(self._table)

    def answer(
        self, name: str, parameters: Mapping[str, str | int], body: bytes | None, now: int
    ) -> object:
        """Answer a request; what only a server can do is not allowed."""
        if name not in self._table:
            raise RequestRefused(Code.NOT_ALLOWED)
        return self._table[name](Request(name, parameters, body, now))

    def _react(self, call: Request) -> None:
        """Check a reaction: only bots are here to see it."""
        call.body(React)
        audience_of(self.shelf.room(call.id("room")).room, self.shelf.person)
