"""Every request of the protocol as a method: typed answers, and refusals as exceptions."""

from collections.abc import AsyncGenerator
from types import TracebackType
from typing import TypeVar

import httpx
import msgspec

from byzanz.client.following import Following
from byzanz.client.pauses import Pauses
from byzanz.client.trouble import NotUnderstood, Unreachable
from byzanz.wire.answers import (
    Accepted,
    DeviceCode,
    Hint,
    NewPerson,
    OwnRooms,
    Problem,
    Push,
    Reach,
    RoomFound,
    RoomList,
    Update,
)
from byzanz.wire.commands import AskHint, ClaimCode, Command, CreateRoom, React, Reaction, Wish
from byzanz.wire.endpoints import ENDPOINTS
from byzanz.wire.problems import Code, Refusal
from byzanz.wire.replays import Analysed, PlayOn, Replay, ReplayFound

PATIENCE = 300.0  # seconds that a command is sent again, and a lost connection is sought
QUICK_PATIENCE = 3.0  # of all other requests
LONGEST_ANSWER = 20.0
KEPT = httpx.Limits(keepalive_expiry=4)  # seconds: the server closes idle connections after 5
LONGEST_RETRY_AFTER = 60.0
NAMED = {endpoint.name: endpoint for endpoint in ENDPOINTS}
REPEATED = ("create", "command", "play_on")  # commands, which count once
AGAIN = (429, 502, 503, 504)  # nothing was done, or nobody knows
UNSENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)

Answer = TypeVar("Answer")


class Client:
    """One person's way to a server.

    Every method may raise `Refusal` (the server's reason), `Unreachable` and `NotUnderstood`. A
    command is sent again, with its id, until the server has taken or refused it.
    """

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        patience: float = PATIENCE,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.key = key
        self.patience = patience
        self._http = httpx.AsyncClient(timeout=LONGEST_ANSWER, limits=KEPT, transport=transport)

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    @property
    def headers(self) -> dict[str, str]:
        """What tells the server who asks."""
        return {} if self.key is None else {"authorization": f"Bearer {self.key}"}

    # --- people ---------------------------------------------------------------------------

    async def new_person(self) -> NewPerson:
        """Become a new person; the client keeps the key."""
        person = _read(await self._ask("new_person"), NewPerson)
        self.key = person.key
        return person

    async def device_code(self) -> DeviceCode:
        """A code that gives another device the same key."""
        return _read(await self._ask("device_code"), DeviceCode)

    async def claim_code(self, code: str) -> NewPerson:
        """Become the person of a code; the client keeps the key."""
        person = _read(await self._ask("claim_code", ClaimCode(code)), NewPerson)
        self.key = person.key
        return person

    # --- the server itself ------------------------------------------------------------------

    async def reach(self) -> Reach:
        """Where other devices find the server."""
        return _read(await self._ask("reach"), Reach)

    async def open_reach(self) -> Reach:
        """Let the local network in."""
        return _read(await self._ask("open_reach"), Reach)

    # --- lists ----------------------------------------------------------------------------

    async def my_rooms(self) -> OwnRooms:
        """The rooms one sits in."""
        return _read(await self._ask("my_rooms"), OwnRooms)

    async def open_rooms(self) -> RoomList:
        """Public rooms that wait for people."""
        return _read(await self._ask("open_rooms"), RoomList)

    async def find_code(self, code: str) -> RoomFound:
        """The waiting room that a code leads to."""
        return _read(await self._ask("find_code", code=code), RoomFound)

    # --- rooms ----------------------------------------------------------------------------

    async def create(self, command: CreateRoom) -> Accepted:
        """Make a room."""
        return _read(await self._ask("create", command), Accepted)

    async def command(self, room: str, command: Command) -> Accepted:
        """Ask something of a room."""
        return _read(await self._ask("command", command, room=room), Accepted)

    async def update(self, room: str, after: int = 0) -> Update:
        """Everything since an entry, and the room now."""
        return _read(await self._ask("update", room=room, after=after), Update)

    def follow(self, room: str, after: int = 0) -> AsyncGenerator[Push, None]:
        """All that happens in a room from an entry on, without a gap or a repetition.

        It ends by an exception alone; lost connections are sought again as long as patience lasts.
        Whoever stops earlier closes it, best by `contextlib.aclosing`.
        """
        return Following(self, room, after).pushes()

    async def hint(self, room: str, decision: int) -> Hint:
        """The expert on one's present decision."""
        return _read(await self._ask("hint", AskHint(decision), room=room), Hint)

    async def wish(self, room: str, wish: Wish) -> None:
        """Pass by itself in an auction once it is too dear, or no longer."""
        await self._ask("wish", wish, room=room)

    async def skip(self, room: str) -> None:
        """Let bots move at once until one's next decision; raises `Refusal`."""
        await self._ask("skip", room=room)

    async def react(self, room: str, reaction: Reaction) -> None:
        """Show everybody a reaction."""
        await self._ask("react", React(reaction), room=room)

    async def record(self, room: str) -> str:
        """The record of a game; while it runs, its public part."""
        return (await self._ask("record", room=room)).text

    # --- looking back -----------------------------------------------------------------------

    async def add_replay(self, record: str) -> ReplayFound:
        """Let the server keep a record, to look at it there."""
        return _read(await self._ask("add_replay", record), ReplayFound)

    async def replay(self, replay: str, eyes: int = 0) -> Replay:
        """A game that is over: with all hands open, or by the eyes of a seat, counted from 1."""
        return _read(await self._ask("replay", replay=replay, eyes=eyes), Replay)

    async def replay_record(self, replay: str) -> str:
        """The record of a game that is over."""
        return (await self._ask("replay_record", replay=replay)).text

    async def play_on(self, replay: str, command: PlayOn) -> Accepted:
        """Play a game on from one of its positions, in a room of its own."""
        return _read(await self._ask("play_on", command, replay=replay), Accepted)

    async def begin_analysis(self, replay: str) -> Analysed:
        """Let the server find out about a game."""
        return _read(await self._ask("begin_analysis", replay=replay), Analysed)

    async def analysis(self, replay: str, after: int = 0) -> Analysed:
        """What was found about a game after so many findings."""
        return _read(await self._ask("analysis", replay=replay, after=after), Analysed)

    # --- the way there --------------------------------------------------------------------

    async def _ask(
        self, name: str, body: msgspec.Struct | str | None = None, **values: str | int
    ) -> httpx.Response:
        endpoint = NAMED[name]
        method, is_command = endpoint.method, name in REPEATED
        request = self._http.build_request(
            method,
            self.url + endpoint.path.format_map(values),
            params={word: values[word] for word in endpoint.query} or None,
            content=_content(body),
            headers={"content-type": _type(body), **self.headers},
        )
        pauses = Pauses(self.patience if is_command else min(QUICK_PATIENCE, self.patience))
        while True:
            answer = await self._send(request, may_repeat=is_command or method == "GET")
            if isinstance(answer, httpx.Response) and answer.status_code not in AGAIN:
                return _checked(answer)
            if not await pauses.next(_retry_after(answer)):
                if isinstance(answer, httpx.Response):
                    return _checked(answer)
                raise answer

    async def _send(
        self, request: httpx.Request, *, may_repeat: bool
    ) -> httpx.Response | Unreachable:
        """An answer, or what went wrong where it does no harm to try again."""
        try:
            return await self._http.send(request)
        except httpx.TransportError as error:
            reason = str(error) or type(error).__name__
            unreachable = Unreachable(f"{self.url} does not answer: {reason.lower()}")
            if not may_repeat and not isinstance(error, UNSENT):
                raise unreachable from None
            return unreachable


def _content(body: msgspec.Struct | str | None) -> bytes | None:
    if isinstance(body, str):
        return body.encode()
    return None if body is None else msgspec.json.encode(body)


def _type(body: msgspec.Struct | str | None) -> str:
    return "text/plain; charset=utf-8" if isinstance(body, str) else "application/json"


def _retry_after(answer: httpx.Response | Unreachable) -> float:
    text = answer.headers.get("retry-after", "") if isinstance(answer, httpx.Response) else ""
    return min(float(text), LONGEST_RETRY_AFTER) if text.isdecimal() else 0.0


def _checked(response: httpx.Response) -> httpx.Response:
    """The answer unless it is a refusal, or none that we know."""
    if response.status_code == 200:
        return response
    try:
        problem = msgspec.json.decode(response.content, type=Problem)
        refusal = Refusal(Code(problem.code))
    except ValueError:
        if response.status_code in AGAIN:
            raise Unreachable(_strange(response)) from None
        raise NotUnderstood(_strange(response)) from None
    refusal.facts = problem.facts
    raise refusal


def _read(response: httpx.Response, kind: type[Answer]) -> Answer:
    try:
        return msgspec.json.decode(response.content, type=kind)
    except ValueError:
        raise NotUnderstood(_strange(response)) from None


def _strange(response: httpx.Response) -> str:
    place = f"{response.url.scheme}://{response.url.netloc.decode()}"
    return f"{place} answers {response.status_code}, but not as a Byzanz server does"
