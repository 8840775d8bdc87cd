"""The client: one method per request of the protocol, with typed answers."""

from collections.abc import AsyncGenerator
from types import TracebackType
from typing import TypeVar

import httpx
import msgspec

from byzanz.client.backoff import Backoff
from byzanz.client.errors import ProtocolError, Unreachable
from byzanz.client.room_feed import RoomFeed
from byzanz.game.moves import Move
from byzanz.wire.alerts import (
    AddDevice,
    AlertDevice,
    Alerts,
    BrowserSubscription,
    MuteInvitations,
    OptIn,
    RenewDevice,
)
from byzanz.wire.answers import (
    Accepted,
    DeviceCode,
    Hint,
    ListedGames,
    NewPerson,
    OwnRooms,
    Problem,
    Push,
    RoomFound,
    RoomList,
    ServerAddress,
    Update,
)
from byzanz.wire.challenges import Challenge, ChallengeMade, MakeChallenge
from byzanz.wire.commands import (
    AskHint,
    BidPlan,
    ClaimCode,
    Command,
    CreateRoom,
    PlayDeal,
    React,
    Reaction,
)
from byzanz.wire.daily import Calendar, Daily, DailyComparison, PlayDaily
from byzanz.wire.endpoints import ENDPOINTS
from byzanz.wire.games import KeepGame, PlayAgain, PlayedGames, Progress
from byzanz.wire.personal_data import DataDeleted, DeleteData, PersonalData
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.puzzles import AnswerPuzzle, Puzzles, PuzzleVerdict
from byzanz.wire.replays import AnalysisProgress, PlayOn, Replay, ReplayFound

RETRY_SECONDS = 300.0  # seconds for which commands and lost push sockets are retried
QUICK_RETRY_SECONDS = 3.0  # seconds for which all other requests are retried
ANSWER_SECONDS = 20.0  # the timeout of one attempt
CONNECTION_LIMITS = httpx.Limits(keepalive_expiry=4)  # seconds; the server closes them after 5
LONGEST_RETRY_AFTER = 60.0  # seconds
ENDPOINT = {endpoint.name: endpoint for endpoint in ENDPOINTS}
IDEMPOTENT = (
    "create",
    "command",
    "play_on",
    "play_again",
    "make_challenge",
    "play_challenge",
    "play_daily",
    "answer_puzzle",
)  # the server does them only once
RETRIED_STATUSES = (429, 502, 503, 504)
NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)

Answer = TypeVar("Answer")


class Client:
    """A connection to a server, as one person.

    Every method may raise `RequestRefused` (with the server's reason), `Unreachable` and
    `ProtocolError`. A command is retried with the same id until the server accepts or refuses it,
    for up to `retry_seconds`. Arguments are not checked here: the server checks them. Methods that
    act for a person need a `key`; `new_person` and `claim_code` set it.
    """

    def __init__(
        self,
        url: str,
        key: str | None = None,
        *,
        retry_seconds: float = RETRY_SECONDS,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.url = url.rstrip("/")
        self.key = key
        self.retry_seconds = retry_seconds
        self._http = httpx.AsyncClient(
            timeout=ANSWER_SECONDS, limits=CONNECTION_LIMITS, transport=transport
        )

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    @property
    def headers(self) -> dict[str, str]:
        """The headers that identify the person."""
        return {} if self.key is None else {"authorization": f"Bearer {self.key}"}

    # --- people ---------------------------------------------------------------------------

    async def new_person(self) -> NewPerson:
        """Create a person and use their key from now on."""
        person = _read(await self._ask("new_person"), NewPerson)
        self.key = person.key
        return person

    async def device_code(self) -> DeviceCode:
        """Create a one-time code that gives another device the same key."""
        return _read(await self._ask("device_code"), DeviceCode)

    async def claim_code(self, code: str, *, may_replace: bool = False) -> NewPerson:
        """Redeem a code of `device_code` and use its person's key from now on.

        Refused if the client's own key has games, unless it `may_replace` that key.
        """
        person = _read(await self._ask("claim_code", ClaimCode(code, may_replace)), NewPerson)
        self.key = person.key
        return person

    # --- the server itself ------------------------------------------------------------------

    async def reach(self) -> ServerAddress:
        """Return the address at which other devices find the server."""
        return _read(await self._ask("reach"), ServerAddress)

    async def open_reach(self) -> ServerAddress:
        """Make the server listen to the local network."""
        return _read(await self._ask("open_reach"), ServerAddress)

    # --- lists ----------------------------------------------------------------------------

    async def my_rooms(self) -> OwnRooms:
        """Return the rooms in which the person has a seat."""
        return _read(await self._ask("my_rooms"), OwnRooms)

    async def my_games(self, *, skip: int = 0, opponents: int = 0) -> PlayedGames:
        """Return a page of the person's finished games, latest first, without the first `skip`.

        `opponents` is 0 for all games, 1 for those against bots, 2 for those with other people.
        """
        answer = await self._ask("my_games", skip=skip, opponents=opponents)
        return _read(answer, PlayedGames)

    async def my_progress(self) -> Progress:
        """Return the person's trends, friends and rating."""
        return _read(await self._ask("my_progress"), Progress)

    async def keep_game(self, room: str, *, is_kept: bool = True) -> None:
        """Keep the record of a game of the person, or no longer."""
        await self._ask("keep_game", KeepGame(is_kept), room=room)

    async def play_again(self, room: str, command: PlayAgain) -> Accepted:
        """Create a room for the people and bots of a finished game."""
        return _read(await self._ask("play_again", command, room=room), Accepted)

    async def my_puzzles(self) -> Puzzles:
        """Return the puzzle that waits for the person."""
        return _read(await self._ask("my_puzzles"), Puzzles)

    async def game_puzzles(self, room: str) -> Puzzles:
        """Return the next puzzle from one of the person's games."""
        return _read(await self._ask("game_puzzles", room=room), Puzzles)

    async def answer_puzzle(self, puzzle: str, version: str, move: Move) -> PuzzleVerdict:
        """Answer a puzzle; a second answer changes nothing until the puzzle comes back."""
        answer = AnswerPuzzle(version, str(move))
        return _read(await self._ask("answer_puzzle", answer, puzzle=puzzle), PuzzleVerdict)

    async def cut_tie(self, tie: str) -> None:
        """Cut the tie to a friend on both sides."""
        await self._ask("cut_tie", tie=tie)

    async def my_data(self) -> PersonalData:
        """Return everything that the server has about the person; may take long with many games."""
        return _read(await self._ask("my_data"), PersonalData)

    async def delete_data(self) -> DataDeleted:
        """Delete everything that the server has about the person, for good, and forget the key."""
        deleted = _read(await self._ask("delete_data", DeleteData(is_confirmed=True)), DataDeleted)
        self.key = None
        return deleted

    async def opt_in(self, tie: str, *, is_wanted: bool = True) -> None:
        """Get alerts when a friend wants to play again and opts in too, or no longer."""
        await self._ask("opt_in", OptIn(is_wanted), tie=tie)

    # --- alerts ---------------------------------------------------------------------------

    async def alerts(self) -> Alerts:
        """Return the devices that get the person's alerts, and the server's key."""
        return _read(await self._ask("alerts"), Alerts)

    async def add_device(self, device: AddDevice) -> AlertDevice:
        """Send alerts to a device, or change how."""
        return _read(await self._ask("add_device", device), AlertDevice)

    async def renew_device(self, device: str, subscription: BrowserSubscription) -> AlertDevice:
        """Replace the subscription of a device."""
        answer = await self._ask("renew_device", RenewDevice(subscription), device=device)
        return _read(answer, AlertDevice)

    async def remove_device(self, device: str) -> None:
        """Send a device no more alerts."""
        await self._ask("remove_device", device=device)

    async def mute(self, *, is_muted: bool = True) -> None:
        """Get no alert when somebody wants to play again, or get them again."""
        await self._ask("mute", MuteInvitations(is_muted))

    # --- lists of rooms ---------------------------------------------------------------------

    async def open_rooms(self) -> RoomList:
        """Return the public rooms that wait for people."""
        return _read(await self._ask("open_rooms"), RoomList)

    async def listed_games(self) -> ListedGames:
        """Return the running games that everybody may watch."""
        return _read(await self._ask("listed_games"), ListedGames)

    async def find_code(self, code: str) -> RoomFound:
        """Return the waiting room with a room code."""
        return _read(await self._ask("find_code", code=code), RoomFound)

    # --- rooms ----------------------------------------------------------------------------

    async def create(self, command: CreateRoom) -> Accepted:
        """Create a room."""
        return _read(await self._ask("create", command), Accepted)

    async def command(self, room: str, command: Command) -> Accepted:
        """Send a command to a room."""
        return _read(await self._ask("command", command, room=room), Accepted)

    async def update(self, room: str, after: int = 0) -> Update:
        """Return the entries after entry `after`, and the current state of the room."""
        return _read(await self._ask("update", room=room, after=after), Update)

    def follow(self, room: str, after: int = 0) -> AsyncGenerator[Push, None]:
        """Yield everything that happens in a room after entry `after`, in order and exactly once.

        The generator never ends by itself; it raises the exceptions of this class. It reconnects
        for up to `retry_seconds`. Close it with `contextlib.aclosing` to stop earlier.
        """
        return RoomFeed(self, room, after).pushes()

    async def hint(self, room: str, decision: int) -> Hint:
        """Return the expert bot's advice on the person's current decision."""
        return _read(await self._ask("hint", AskHint(decision), room=room), Hint)

    async def wish(self, room: str, wish: BidPlan) -> None:
        """Let the server bid or pass for the person in this auction, or stop doing so."""
        await self._ask("wish", wish, room=room)

    async def skip(self, room: str) -> None:
        """Let the bots move without pauses until the person's next decision."""
        await self._ask("skip", room=room)

    async def react(self, room: str, reaction: Reaction) -> None:
        """Show a reaction to everybody in the room."""
        await self._ask("react", React(reaction), room=room)

    async def record(self, room: str) -> str:
        """Return the record of a room's game; while the game runs, only its public part."""
        return (await self._ask("record", room=room)).text

    # --- the deal of the day ----------------------------------------------------------------

    async def today(self) -> Daily:
        """Return the deal of today."""
        return _read(await self._ask("today"), Daily)

    async def day(self, day: str) -> Daily:
        """Return the deal of a day, such as 2026-11-19."""
        return _read(await self._ask("day", day=day), Daily)

    async def calendar(self, day: str) -> Calendar:
        """Return the days with a deal in the month of a day."""
        return _read(await self._ask("calendar", day=day), Calendar)

    async def play_daily(self, day: str, command: PlayDaily) -> Accepted:
        """Begin the only try of today, or play a past day as practice."""
        return _read(await self._ask("play_daily", command, day=day), Accepted)

    async def compare_daily(self, day: str, *, expert: bool = False) -> DailyComparison:
        """Return the person's try beside the best other one, or beside the expert's line."""
        return _read(await self._ask("compare_daily", day=day, expert=int(expert)), DailyComparison)

    # --- looking back -----------------------------------------------------------------------

    async def add_replay(self, record: str) -> ReplayFound:
        """Upload a record to replay and analyse it on the server."""
        return _read(await self._ask("add_replay", record), ReplayFound)

    async def replay(self, replay: str, eyes: int = 0) -> Replay:
        """Return a finished game as seen by seat `eyes`, counted from 1; 0 sees all hands."""
        return _read(await self._ask("replay", replay=replay, eyes=eyes), Replay)

    async def replay_record(self, replay: str) -> str:
        """Return the record of a finished game."""
        return (await self._ask("replay_record", replay=replay)).text

    async def play_on(self, replay: str, command: PlayOn) -> Accepted:
        """Create a room that continues a game from one of its positions."""
        return _read(await self._ask("play_on", command, replay=replay), Accepted)

    async def make_challenge(self, replay: str, command: MakeChallenge) -> ChallengeMade:
        """Send the deal of a finished game; returns the id of the challenge."""
        return _read(await self._ask("make_challenge", command, replay=replay), ChallengeMade)

    async def challenge(self, challenge: str) -> Challenge:
        """Return a challenge, with results if this person has played it."""
        return _read(await self._ask("challenge", challenge=challenge), Challenge)

    async def play_challenge(self, challenge: str, command: PlayDeal) -> Accepted:
        """Play the deal of a challenge in a room of one's own."""
        return _read(await self._ask("play_challenge", command, challenge=challenge), Accepted)

    async def begin_analysis(self, replay: str) -> AnalysisProgress:
        """Start the analysis of a finished game on the server."""
        return _read(await self._ask("begin_analysis", replay=replay), AnalysisProgress)

    async def analysis(self, replay: str, after: int = 0) -> AnalysisProgress:
        """Return the findings of a game's analysis so far, without the first `after` ones."""
        return _read(await self._ask("analysis", replay=replay, after=after), AnalysisProgress)

    # --- transport ------------------------------------------------------------------------

    async def _ask(
        self, name: str, body: msgspec.Struct | str | None = None, **values: str | int
    ) -> httpx.Response:
        endpoint = ENDPOINT[name]
        method, is_idempotent = endpoint.method, name in IDEMPOTENT
        request = self._http.build_request(
            method,
            self.url + endpoint.path.format_map(values),
            params={parameter: values[parameter] for parameter in endpoint.query} or None,
            content=_content(body),
            headers={"content-type": _content_type(body), **self.headers},
        )
        quick = min(QUICK_RETRY_SECONDS, self.retry_seconds)
        backoff = Backoff(self.retry_seconds if is_idempotent else quick)
        while True:
            answer = await self._send(request, may_repeat=is_idempotent or method == "GET")
            if isinstance(answer, httpx.Response) and answer.status_code not in RETRIED_STATUSES:
                return _checked(answer)
            if not await backoff.next(_retry_after(answer)):
                if isinstance(answer, httpx.Response):
                    return _checked(answer)
                raise answer

    async def _send(
        self, request: httpx.Request, *, may_repeat: bool
    ) -> httpx.Response | Unreachable:
        """Send a request; returns, instead of raising, an error after which it may be retried."""
        try:
            return await self._http.send(request)
        except httpx.TransportError as error:
            reason = str(error) or type(error).__name__
            unreachable = Unreachable(f"{self.url} does not answer: {reason.lower()}")
            if not may_repeat and not isinstance(error, NOT_SENT):
                raise unreachable from None
            return unreachable


def _content(body: msgspec.Struct | str | None) -> bytes | None:
    if isinstance(body, str):
        return body.encode()
    return None if body is None else msgspec.json.encode(body)


def _content_type(body: msgspec.Struct | str | None) -> str:
    return "text/plain; charset=utf-8" if isinstance(body, str) else "application/json"


def _retry_after(answer: httpx.Response | Unreachable) -> float:
    text = answer.headers.get("retry-after", "") if isinstance(answer, httpx.Response) else ""
    return min(float(text), LONGEST_RETRY_AFTER) if text.isdecimal() else 0.0


def _checked(response: httpx.Response) -> httpx.Response:
    """Return a successful response; raise any other as the exception it stands for."""
    if response.status_code == 200:
        return response
    try:
        problem = msgspec.json.decode(response.content, type=Problem)
        refusal = RequestRefused(Code(problem.code))
    except ValueError:
        if response.status_code in RETRIED_STATUSES:
            raise Unreachable(_unexpected(response)) from None
        raise ProtocolError(_unexpected(response)) from None
    refusal.facts = problem.facts
    raise refusal


def _read(response: httpx.Response, answer_type: type[Answer]) -> Answer:
    try:
        return msgspec.json.decode(response.content, type=answer_type)
    except ValueError:
        raise ProtocolError(_unexpected(response)) from None


def _unexpected(response: httpx.Response) -> str:
    server = f"{response.url.scheme}://{response.url.netloc.decode()}"
    return f"{server} answers {response.status_code}, but not as a Byzanz server does"
