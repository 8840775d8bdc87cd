"""The person's rooms and finished games on the device: lists, replays, playing on and again."""

import msgspec

from byzanz.device.bots import check_bots
from byzanz.device.hosting import Hosting, device_id
from byzanz.device.shelf import Missing, Shelf
from byzanz.rooms.creation import RandomBytes, again_room, played_on_room
from byzanz.rooms.finished_game import (
    FinishedGame,
    finished_game_of_room,
    make_replay,
    parse_finished_game,
    read_finished_game,
    replay_id,
)
from byzanz.wire.answers import Accepted, OwnRooms
from byzanz.wire.games import PlayAgain, PlayedGame, PlayedGames
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.replays import PlayOn, Replay, ReplayFound
from byzanz.wire.room import Status

MOST_LISTED = 100  # rooms in one answer
PAGE = 20  # games in one answer
ALL, BOTS, FRIENDS = range(3)  # whose games are listed


class OwnGames:
    """Lists games, shows them again, and continues them in new rooms."""

    def __init__(self, shelf: Shelf, hosting: Hosting, random_bytes: RandomBytes) -> None:
        self._shelf = shelf
        self._hosting = hosting
        self._random_bytes = random_bytes

    def rooms(self) -> OwnRooms:
        """List the rooms, those that wait for the person first, then the latest ones."""
        cards = [card for card in self._shelf.cards.values() if not card.is_bots_only]
        lines = sorted([card.line for card in cards], key=lambda line: -line.changed)
        lines.sort(key=lambda line: not line.is_my_turn)
        return OwnRooms(tuple(lines[:MOST_LISTED]), is_known=True)

    def page(self, skip: int, opponents: int) -> PlayedGames:
        """Return a page of the finished games, latest first; raises `RequestRefused`."""
        if opponents not in (ALL, BOTS, FRIENDS):
            raise RequestRefused(Code.BAD_REQUEST, field="opponents")
        games = [] if opponents == FRIENDS else self._games()
        return PlayedGames(
            games=tuple(games[skip : skip + PAGE]),
            count=len(games),
            since=games[-1].ended if games else None,
            kept=sum(game.is_kept for game in self._games()),
        )

    def _games(self) -> list[PlayedGame]:
        games = [card.game for card in self._shelf.cards.values() if card.game is not None]
        return sorted(games, key=lambda game: -game.ended)

    def keep(self, room: str, *, is_kept: bool) -> None:
        """Mark a game as kept, or no longer; raises `RequestRefused`."""
        card = self._shelf.cards.get(room)
        if card is None or card.game is None:
            raise RequestRefused(Code.NOT_FOUND)
        game = msgspec.structs.replace(card.game, is_kept=is_kept)
        self._shelf.put_card(msgspec.structs.replace(card, game=game))

    def add_record(self, data: bytes) -> ReplayFound:
        """Store a record and return the id of its replay; raises `RequestRefused`."""
        finished = read_finished_game(data)
        replay = device_id(replay_id(finished))
        self._shelf.put_record(replay, finished.text)
        return ReplayFound(replay)

    def finished(self, replay: str) -> FinishedGame:
        """Return the finished game of a room, or of a stored record; raises `RequestRefused`."""
        if replay in self._shelf.cards:
            room = self._shelf.room(replay).room
            if room.status is Status.RUNNING:
                raise RequestRefused(Code.RUNNING)
            return finished_game_of_room(room)
        if replay not in self._shelf.records:
            raise Missing("records", replay)
        return parse_finished_game(self._shelf.records[replay])

    def replay(self, replay: str, eyes: int) -> Replay:
        """Return a finished game frame by frame; raises `RequestRefused`."""
        return make_replay(self.finished(replay), eyes)

    def play_on(self, now: int, replay: str, command: PlayOn) -> Accepted:
        """Make a room that continues a finished game; raises `RequestRefused`."""
        check_bots([command.bot])
        finished = self.finished(replay)
        person = self._shelf.person
        return self._hosting.make(
            now,
            command,
            replay,
            lambda: played_on_room(person, replay, command, finished, self._random_bytes),
        )

    def play_again(self, now: int, room: str, command: PlayAgain) -> Accepted:
        """Make a room with the same bots; raises `RequestRefused`."""
        card = self._shelf.cards.get(room)
        if card is None or card.game is None:
            raise RequestRefused(Code.NOT_FOUND)
        person, game, setup = self._shelf.person, card.game, self._shelf.room(room).room.setup
        return self._hosting.make(
            now,
            command,
            room,
            lambda: again_room(
                person, command, setup, game.seats, {game.seat: person}, self._random_bytes
            ),
        )
