"""A game to look back at: of a room whose game is over, or of a record that somebody sent."""

import re
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from byzanz.cards import Cards
from byzanz.game.game import Game
from byzanz.game.moves import Move
from byzanz.game.record import BadRecord, Record, parse_record, replay, write_record
from byzanz.server.records import room_record
from byzanz.server.room import Room
from byzanz.wire.problems import Code, Refusal
from byzanz.wire.replays import Frame, Replay

KEPT_HEADERS = ("rules", "date", "bot", "deal", "commitment", "secret", "draw", "nonce")
LONGEST_HEADER = 80
REMEMBERED = 32  # records that were read: whoever waits for an analysis asks every second
DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
BOT = re.compile(r"([0-5]) (\S{1,24})", re.ASCII)


class Past(NamedTuple):
    """All moves of a game, and what its record says of it."""

    text: str  # the record
    names: tuple[str, ...]
    deck: Cards
    moves: tuple[tuple[int, Move], ...]
    bots: tuple[str | None, ...]  # by seat
    date: str | None
    is_finished: bool

    @property
    def finding_count(self) -> int:
        """How many findings its analysis has: about the deal, and about each move."""
        return len(self.moves) + 1


def read_past(data: bytes) -> Past:
    """A record that somebody sends, in our own words; raises `Refusal`."""
    try:
        record = parse_record(data)
        game = replay(record)
    except BadRecord as error:
        facts = {"line": error.line, "flaw": error.flaw.value, "reason": error.reason}
        raise Refusal(Code.BAD_RECORD, **facts) from None
    headers = [header for header in record.headers if _is_kept(*header)]
    return past_of(write_record(game, tuple(headers)))


def _is_kept(word: str, text: str) -> bool:
    return word in KEPT_HEADERS and len(text) <= LONGEST_HEADER and text.isprintable()


@lru_cache(REMEMBERED)
def past_of(text: str) -> Past:
    """The game of a record in our own words."""
    record = parse_record(text)
    return Past(
        text=text,
        names=record.names,
        deck=record.deck,
        moves=tuple([(played.seat, played.move) for played in record.moves]),
        bots=_bots(record),
        date=_date(record),
        is_finished=record.result is not None,
    )


def _bots(record: Record) -> tuple[str | None, ...]:
    lines = [BOT.fullmatch(text) for word, text in record.headers if word == "bot"]
    bots = {int(line[1]): line[2] for line in lines if line is not None}
    return tuple([bots.get(seat) for seat in range(len(record.names))])


def _date(record: Record) -> str | None:
    dates = [text for word, text in record.headers if word == "date" and DATE.fullmatch(text)]
    return dates[0] if dates else None


def past_of_room(room: Room) -> Past:
    """The game of a room in which nothing is hidden any more; raises `Refusal` without one."""
    if room.game is None:
        raise Refusal(Code.NOT_FOUND)
    return past_of(room_record(room))


def id_of(past: Past) -> str:
    """Where a record that was sent is found: the same record, the same place."""
    return blake2b(past.text.encode(), digest_size=16).hexdigest()


def replay_of(past: Past, eyes: int) -> Replay:
    """The game frame by frame: with all hands open (0), or as a seat saw it, counted from 1."""
    if eyes > len(past.names):
        raise Refusal(Code.BAD_REQUEST, field="eyes")
    game = Game(past.names, past.deck)
    frames = [_frame(game, eyes, 0)]
    for seat, move in past.moves:
        told = len(game.events)
        game.play(seat, move)
        frames.append(_frame(game, eyes, told, seat, str(move)))
    return Replay(past.names, past.bots, past.date, past.is_finished, tuple(frames))


def _frame(
    game: Game, eyes: int, told: int, seat: int | None = None, move: str | None = None
) -> Frame:
    """The game now, and what happened since so many events."""
    if eyes:
        own = eyes - 1
        return Frame(seat, move, game.events_for(own, after=told), game.view(own), None)
    view, *views = game.views([None, *range(game.seat_count)], memory=False)
    hands = tuple([each.own.hand for each in views if each.own is not None])
    return Frame(seat, move, game.events_for(None, after=told), view, hands)
