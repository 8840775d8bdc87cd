"""A finished game for replay and analysis, from a room or from an uploaded record."""

import re
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from byzanz.cards import Cards
from byzanz.game.game import Game
from byzanz.game.moves import Move
from byzanz.game.record import BadRecord, Record, parse_record, replay, write_record
from byzanz.rooms.room import Room
from byzanz.rooms.room_record import room_record
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.replays import Frame, Replay

KEPT_HEADERS = ("rules", "date", "bot", "deal", "commitment", "secret", "draw", "nonce")
LONGEST_HEADER = 80  # characters
CACHED = 32  # parsed records; a page that waits for an analysis asks for the same one every second
PLAYER = "\nplayer "  # begins the line of a name in a record
DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
BOT = re.compile(r"([0-5]) (\S{1,24})", re.ASCII)


class FinishedGame(NamedTuple):
    """The moves of a game that is over, or of an uploaded record, and the record's other facts."""

    text: str  # the record
    names: tuple[str, ...]
    deck: Cards
    moves: tuple[tuple[int, Move], ...]
    bots: tuple[str | None, ...]  # by seat
    date: str | None
    is_finished: bool  # False if the game was aborted, or the uploaded record is incomplete

    @property
    def finding_count(self) -> int:
        """The number of findings of its analysis: one for the deal, one for each move."""
        return len(self.moves) + 1


def without_names(finished: FinishedGame) -> FinishedGame:
    """The same game without the names of its players, for an analysis: it needs none."""
    first, *lines = finished.text.split(PLAYER)
    names = tuple([f"Seat {seat}" for seat in range(len(lines))])
    rests = ["".join(line.partition("\n")[1:]) for line in lines]
    bare = [name + rest for name, rest in zip(names, rests, strict=True)]
    return finished._replace(text=PLAYER.join([first, *bare]), names=names)


def read_finished_game(data: bytes) -> FinishedGame:
    """Check an uploaded record and rewrite it in canonical form; raises `RequestRefused`."""
    try:
        record = parse_record(data)
        game = replay(record)
    except BadRecord as error:
        facts = {"line": error.line, "flaw": error.flaw.value, "reason": error.reason}
        raise RequestRefused(Code.BAD_RECORD, **facts) from None
    headers = [header for header in record.headers if _is_kept(*header)]
    return parse_finished_game(write_record(game, tuple(headers)))


def _is_kept(name: str, text: str) -> bool:
    return name in KEPT_HEADERS and len(text) <= LONGEST_HEADER and text.isprintable()


@lru_cache(CACHED)
def parse_finished_game(text: str) -> FinishedGame:
    """Parse a record in canonical form."""
    record = parse_record(text)
    return FinishedGame(
        text=text,
        names=record.names,
        deck=record.deck,
        moves=tuple([(played.seat, played.move) for played in record.moves]),
        bots=_bots(record),
        date=_date(record),
        is_finished=record.result is not None,
    )


def _bots(record: Record) -> tuple[str | None, ...]:
    lines = [BOT.fullmatch(text) for name, text in record.headers if name == "bot"]
    bots = {int(line[1]): line[2] for line in lines if line is not None}
    return tuple([bots.get(seat) for seat in range(len(record.names))])


def _date(record: Record) -> str | None:
    dates = [text for name, text in record.headers if name == "date" and DATE.fullmatch(text)]
    return dates[0] if dates else None


def finished_game_of_room(room: Room) -> FinishedGame:
    """The game of a room that is over; raises `RequestRefused` if it never started."""
    if room.game is None:
        raise RequestRefused(Code.NOT_FOUND)
    return parse_finished_game(room_record(room))


def replay_id(finished: FinishedGame) -> str:
    """The id of an uploaded record: the same record always has the same id."""
    return blake2b(finished.text.encode(), digest_size=16).hexdigest()


def played_game(finished: FinishedGame) -> Game:
    """Return the game after its last move."""
    game = Game(finished.names, finished.deck)
    for seat, move in finished.moves:
        game.play(seat, move)
    return game


def make_replay(finished: FinishedGame, eyes: int) -> Replay:
    """Return the game frame by frame; `eyes` is a seat counted from 1, or 0 for all hands."""
    if eyes > len(finished.names):
        raise RequestRefused(Code.BAD_REQUEST, field="eyes")
    game = Game(finished.names, finished.deck)
    frames = [_frame(game, eyes, 0)]
    for seat, move in finished.moves:
        first_event = len(game.events)
        game.play(seat, move)
        frames.append(_frame(game, eyes, first_event, seat, str(move)))
    return Replay(finished.names, finished.bots, finished.date, finished.is_finished, tuple(frames))


def _frame(
    game: Game, eyes: int, first_event: int, seat: int | None = None, move: str | None = None
) -> Frame:
    """The current frame of the game, with its events from index `first_event` on."""
    if eyes:
        viewer = eyes - 1
        return Frame(
            seat, move, game.events_for(viewer, after=first_event), game.view(viewer), None
        )
    view, *views = game.views([None, *range(game.seat_count)], memory=False)
    hands = tuple([each.own.hand for each in views if each.own is not None])
    return Frame(seat, move, game.events_for(None, after=first_event), view, hands)
