"""Handlers for a person's finished games."""

from byzanz.server.call import Call
from byzanz.server.handlers.visitors import Handler, Visitors
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.hosting.replays import Replays
from byzanz.server.results.game_history import GameHistory
from byzanz.server.results.sent_games import SentGames
from byzanz.wire.alerts import OptIn
from byzanz.wire.answers import Accepted
from byzanz.wire.games import GameSent, KeepGame, PlayAgain, PlayedGames, Progress, SendGame


class GameHandlers:
    """Lists a person's games and what they show, and changes what is kept of them."""

    def __init__(self, visitors: Visitors, rooms: RoomRegistry) -> None:
        self._visitors = visitors
        self._history = GameHistory(rooms)
        self._sent = SentGames(rooms.store, rooms.clock, Replays(rooms))

    @property
    def table(self) -> dict[str, Handler]:
        """The handlers by the names of their endpoints."""
        return {
            "my_games": self.my_games,
            "send_game": self.send_game,
            "my_progress": self.my_progress,
            "keep_game": self.keep_game,
            "play_again": self.play_again,
            "cut_tie": self.cut_tie,
            "opt_in": self.opt_in,
        }

    async def my_games(self, call: Call) -> PlayedGames:
        """Return a page of the person's finished games; an empty one without a key."""
        person = await self._visitors.optional_person(call.visitor, "reads")
        if person is None:
            return PlayedGames((), count=0, since=None, kept=0)
        return await self._history.page(person, call.query["skip"], call.query["opponents"])

    async def send_game(self, call: Call) -> GameSent:
        """Add a game that the person has played without a server to their games."""
        person = await self._visitors.person(call.visitor, "replays")
        return await self._sent.add(person, call.body_as(SendGame))

    async def my_progress(self, call: Call) -> Progress:
        """Return what the person's games show; nothing without a key."""
        person = await self._visitors.optional_person(call.visitor, "reads")
        if person is None:
            return Progress((), (), None)
        return await self._history.progress(person)

    async def keep_game(self, call: Call) -> None:
        """Keep the record of one of the person's games, or no longer."""
        person = await self._visitors.person(call.visitor, "commands")
        is_kept = call.body_as(KeepGame).is_kept
        await self._history.keep(person, call.room, is_kept=is_kept)

    async def play_again(self, call: Call) -> Accepted:
        """Make a room for the people and bots of one of the person's games."""
        person = await self._visitors.person(call.visitor, "rooms")
        return await self._history.play_again(person, call.room, call.body_as(PlayAgain))

    async def cut_tie(self, call: Call) -> None:
        """Cut the person's tie with a friend."""
        person = await self._visitors.person(call.visitor, "commands")
        await self._history.cut_tie(person, call.path["tie"])

    async def opt_in(self, call: Call) -> None:
        """Choose whether the person gets alerts when a friend wants to play again."""
        person = await self._visitors.person(call.visitor, "commands")
        is_wanted = call.body_as(OptIn).is_wanted
        await self._history.opt_in(person, call.path["tie"], is_wanted=is_wanted)
