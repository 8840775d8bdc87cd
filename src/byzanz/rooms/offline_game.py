"""A game that a person played without a server, as they send it afterwards."""

from hashlib import blake2b
from typing import NamedTuple

from byzanz.game.game import Game
from byzanz.game.record import write_record
from byzanz.rooms.display_names import bot_names, check_name
from byzanz.rooms.finished_game import FinishedGame, read_finished_game
from byzanz.wire.games import SeatResult
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import BotId

BOTS = {bot.value: bot for bot in BotId}


class OfflineGame(NamedTuple):
    """A whole game of one person against bots."""

    text: str  # the record
    seat: int  # the person's
    seats: tuple[SeatResult, ...]

    @property
    def level(self) -> BotId | None:
        """The level of all bots, if it is the same."""
        levels = {seat.bot for seat in self.seats if seat.bot is not None}
        return levels.pop() if len(levels) == 1 else None

    def id_for(self, person: str) -> str:
        """The id of the game: a person has the same game once, and no two people share one.

        People who have a result under one id count as having played together.
        """
        return blake2b(f"{person}\n{self.text}".encode(), digest_size=16).hexdigest()


def read_offline_game(data: bytes) -> OfflineGame:
    """Check a record and make the game of it; raises `RequestRefused`.

    The bots get the names that they have here, so that no game brings the names of other people.
    The lines of a verified deal are left out: a deal proves nothing if the device that made it
    also played it.
    """
    finished = read_finished_game(data)
    if not finished.is_finished:
        raise RequestRefused(Code.UNFINISHED)
    seat = _only_person(finished.bots)
    bots = tuple([None if bot is None else BOTS[bot] for bot in finished.bots])
    game = _with_names_of_bots(finished, seat, bots)
    standings = sorted(game.standings(), key=lambda standing: standing.seat)
    results = [
        SeatResult(name, bot, standing.place, standing.profit)
        for name, bot, standing in zip(game.names, bots, standings, strict=True)
    ]
    return OfflineGame(write_record(game, _headers(finished)), seat, tuple(results))


def _only_person(bots: tuple[str | None, ...]) -> int:
    """The seat of the only person; raises `RequestRefused` if there is none or another one."""
    people = [seat for seat, bot in enumerate(bots) if bot is None]
    if len(people) != 1:
        raise RequestRefused(Code.NOT_AGAINST_BOTS)
    if any(bot not in BOTS for bot in bots if bot is not None):
        raise RequestRefused(Code.BAD_BOT)
    return people[0]


def _with_names_of_bots(finished: FinishedGame, seat: int, bots: tuple[BotId | None, ...]) -> Game:
    name = check_name(finished.names[seat])
    names = bot_names(bots, name)
    names[seat] = name
    game = Game(names, finished.deck)
    for number, move in finished.moves:
        game.play(number, move)
    return game


def _headers(finished: FinishedGame) -> tuple[tuple[str, str], ...]:
    date = [] if finished.date is None else [("date", finished.date)]
    bots = [("bot", f"{seat} {bot}") for seat, bot in enumerate(finished.bots) if bot is not None]
    return (*date, *bots)
