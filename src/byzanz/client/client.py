"""The client: one method per request of the protocol, with typed answers."""

from collections.abc import AsyncGenerator

from byzanz.client.requests import Requests, read
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
from byzanz.wire.daily import Calendar, Daily, DailyComparison, PlayDaily, SendDaily
from byzanz.wire.games import GameSent, KeepGame, PlayAgain, PlayedGames, Progress, SendGame
from byzanz.wire.personal_data import DataDeleted, DeleteData, PersonalData
from byzanz.wire.puzzles import AnswerPuzzle, Puzzles, PuzzleVerdict
from byzanz.wire.replays import AnalysisProgress, PlayOn, Replay, ReplayFound


class Client(Requests):
    """A connection to a server, as one person.

    Every method may raise `RequestRefused` (with the server's reason), `Unreachable` and
    `ProtocolError`. A command is retried with the same id until the server accepts or refuses it,
    for up to `retry_seconds`. Arguments are not checked here: the server checks them. Methods that
    act for a person need a `key`; `new_person` and `claim_code` set it.
    """

    # --- people ---------------------------------------------------------------------------

    async def new_person(self) -> NewPerson:
        """Create a person and use their key from now on."""
        person = read(await self.ask("new_person"), NewPerson)
        self.key = person.key
        return person

    async def device_code(self) -> DeviceCode:
        """Create a one-time code that gives another device the same key."""
        return read(await self.ask("device_code"), DeviceCode)

    async def claim_code(self, code: str, *, may_replace: bool = False) -> NewPerson:
        """Redeem a code of `device_code` and use its person's key from now on.

        Refused if the client's own key has games, unless it `may_replace` that key.
        """
        person = read(await self.ask("claim_code", ClaimCode(code, may_replace)), NewPerson)
        self.key = person.key
        return person

    # --- the server itself ------------------------------------------------------------------

    async def reach(self) -> ServerAddress:
        """Return the address at which other devices find the server."""
        return read(await self.ask("reach"), ServerAddress)

    async def open_reach(self) -> ServerAddress:
        """Make the server listen to the local network."""
        return read(await self.ask("open_reach"), ServerAddress)

    # --- lists ----------------------------------------------------------------------------

    async def my_rooms(self) -> OwnRooms:
        """Return the rooms in which the person has a seat."""
        return read(await self.ask("my_rooms"), OwnRooms)

    async def my_games(self, *, skip: int = 0, opponents: int = 0) -> PlayedGames:
        """Return a page of the person's finished games, latest first, without the first `skip`.

        `opponents` is 0 for all games, 1 for those against bots, 2 for those with other people.
        """
        answer = await self.ask("my_games", skip=skip, opponents=opponents)
        return read(answer, PlayedGames)

    async def send_game(self, record: str, ended: int) -> GameSent:
        """Send a game that was played without a server; `ended` is in milliseconds since 1970."""
        return read(await self.ask("send_game", SendGame(record, ended)), GameSent)

    async def my_progress(self) -> Progress:
        """Return the person's trends, friends and rating."""
        return read(await self.ask("my_progress"), Progress)

    async def keep_game(self, room: str, *, is_kept: bool = True) -> None:
        """Keep the record of a game of the person, or no longer."""
        await self.ask("keep_game", KeepGame(is_kept), room=room)

    async def play_again(self, room: str, command: PlayAgain) -> Accepted:
        """Create a room for the people and bots of a finished game."""
        return read(await self.ask("play_again", command, room=room), Accepted)

    async def my_puzzles(self) -> Puzzles:
        """Return the puzzle that waits for the person."""
        return read(await self.ask("my_puzzles"), Puzzles)

    async def game_puzzles(self, room: str) -> Puzzles:
        """Return the next puzzle from one of the person's games."""
        return read(await self.ask("game_puzzles", room=room), Puzzles)

    async def answer_puzzle(self, puzzle: str, version: str, move: Move) -> PuzzleVerdict:
        """Answer a puzzle; a second answer changes nothing until the puzzle comes back."""
        answer = AnswerPuzzle(version, str(move))
        return read(await self.ask("answer_puzzle", answer, puzzle=puzzle), PuzzleVerdict)

    async def cut_tie(self, tie: str) -> None:
        """Cut the tie with a friend on both sides."""
        await self.ask("cut_tie", tie=tie)

    async def my_data(self) -> PersonalData:
        """Return everything that the server has about the person; may take long with many games."""
        return read(await self.ask("my_data"), PersonalData)

    async def delete_data(self) -> DataDeleted:
        """Delete everything that the server has about the person, for good, and forget the key."""
        deleted = read(await self.ask("delete_data", DeleteData(is_confirmed=True)), DataDeleted)
        self.key = None
        return deleted

    async def opt_in(self, tie: str, *, is_wanted: bool = True) -> None:
        """Get alerts when a friend wants to play again and opts in too, or no longer."""
        await self.ask("opt_in", OptIn(is_wanted), tie=tie)

    # --- alerts ---------------------------------------------------------------------------

    async def alerts(self) -> Alerts:
        """Return the devices that get the person's alerts, and the server's key."""
        return read(await self.ask("alerts"), Alerts)

    async def add_device(self, device: AddDevice) -> AlertDevice:
        """Send alerts to a device, or change how."""
        return read(await self.ask("add_device", device), AlertDevice)

    async def renew_device(self, device: str, subscription: BrowserSubscription) -> AlertDevice:
        """Replace the subscription of a device."""
        answer = await self.ask("renew_device", RenewDevice(subscription), device=device)
        return read(answer, AlertDevice)

    async def remove_device(self, device: str) -> None:
        """Send a device no more alerts."""
        await self.ask("remove_device", device=device)

    async def mute(self, *, is_muted: bool = True) -> None:
        """Get no alert when somebody wants to play again, or get them again."""
        await self.ask("mute", MuteInvitations(is_muted))

    # --- lists of rooms ---------------------------------------------------------------------

    async def open_rooms(self) -> RoomList:
        """Return the public rooms that wait for people."""
        return read(await self.ask("open_rooms"), RoomList)

    async def listed_games(self) -> ListedGames:
        """Return the running games that everybody may watch."""
        return read(await self.ask("listed_games"), ListedGames)

    async def find_code(self, code: str) -> RoomFound:
        """Return the waiting room with a room code."""
        return read(await self.ask("find_code", code=code), RoomFound)

    # --- rooms ----------------------------------------------------------------------------

    async def create(self, command: CreateRoom) -> Accepted:
        """Create a room."""
        return read(await self.ask("create", command), Accepted)

    async def command(self, room: str, command: Command) -> Accepted:
        """Send a command to a room."""
        return read(await self.ask("command", command, room=room), Accepted)

    async def update(self, room: str, after: int = 0) -> Update:
        """Return the entries after entry `after`, and the current state of the room."""
        return read(await self.ask("update", room=room, after=after), Update)

    def follow(self, room: str, after: int = 0) -> AsyncGenerator[Push, None]:
        """Yield everything that happens in a room after entry `after`, in order and exactly once.

        The generator never ends by itself; it raises the exceptions of this class. It reconnects
        for up to `retry_seconds`. Close it with `contextlib.aclosing` to stop earlier.
        """
        return RoomFeed(self, room, after).pushes()

    async def hint(self, room: str, decision: int) -> Hint:
        """Return the expert bot's advice on the person's current decision."""
        return read(await self.ask("hint", AskHint(decision), room=room), Hint)

    async def wish(self, room: str, wish: BidPlan) -> None:
        """Let the server bid or pass for the person in this auction, or stop doing so."""
        await self.ask("wish", wish, room=room)

    async def skip(self, room: str) -> None:
        """Let the bots move without pauses until the person's next decision."""
        await self.ask("skip", room=room)

    async def react(self, room: str, reaction: Reaction) -> None:
        """Show a reaction to everybody in the room."""
        await self.ask("react", React(reaction), room=room)

    async def record(self, room: str) -> str:
        """Return the record of a room's game; while the game runs, only its public part."""
        return (await self.ask("record", room=room)).text

    # --- the deal of the day ----------------------------------------------------------------

    async def today(self) -> Daily:
        """Return the deal of today."""
        return read(await self.ask("today"), Daily)

    async def day(self, day: str) -> Daily:
        """Return the deal of a day, such as 2026-11-19."""
        return read(await self.ask("day", day=day), Daily)

    async def calendar(self, day: str) -> Calendar:
        """Return the days with a deal in the month of a day."""
        return read(await self.ask("calendar", day=day), Calendar)

    async def play_daily(self, day: str, command: PlayDaily) -> Accepted:
        """Begin the only try of today, or play a past day as practice."""
        return read(await self.ask("play_daily", command, day=day), Accepted)

    async def send_daily(self, day: str, command: SendDaily) -> ChallengeMade:
        """Send the deal of a past day; returns the id of the challenge."""
        return read(await self.ask("send_daily", command, day=day), ChallengeMade)

    async def compare_daily(self, day: str, *, expert: bool = False) -> DailyComparison:
        """Return the person's try beside the best other one, or beside the expert's line."""
        return read(await self.ask("compare_daily", day=day, expert=int(expert)), DailyComparison)

    # --- looking back -----------------------------------------------------------------------

    async def add_replay(self, record: str) -> ReplayFound:
        """Upload a record to replay and analyse it on the server."""
        return read(await self.ask("add_replay", record), ReplayFound)

    async def replay(self, replay: str, eyes: int = 0) -> Replay:
        """Return a finished game as seen by seat `eyes`, counted from 1; 0 sees all hands."""
        return read(await self.ask("replay", replay=replay, eyes=eyes), Replay)

    async def replay_record(self, replay: str) -> str:
        """Return the record of a finished game."""
        return (await self.ask("replay_record", replay=replay)).text

    async def play_on(self, replay: str, command: PlayOn) -> Accepted:
        """Create a room that continues a game from one of its positions."""
        return read(await self.ask("play_on", command, replay=replay), Accepted)

    async def make_challenge(self, replay: str, command: MakeChallenge) -> ChallengeMade:
        """Send the deal of a finished game; returns the id of the challenge."""
        return read(await self.ask("make_challenge", command, replay=replay), ChallengeMade)

    async def challenge(self, challenge: str) -> Challenge:
        """Return a challenge, with results if this person has played it."""
        return read(await self.ask("challenge", challenge=challenge), Challenge)

    async def play_challenge(self, challenge: str, command: PlayDeal) -> Accepted:
        """Play the deal of a challenge in a room of one's own."""
        return read(await self.ask("play_challenge", command, challenge=challenge), Accepted)

    async def begin_analysis(self, replay: str) -> AnalysisProgress:
        """Start the analysis of a finished game on the server."""
        return read(await self.ask("begin_analysis", replay=replay), AnalysisProgress)

    async def analysis(self, replay: str, after: int = 0) -> AnalysisProgress:
        """Return the findings of a game's analysis so far, without the first `after` ones."""
        return read(await self.ask("analysis", replay=replay, after=after), AnalysisProgress)
