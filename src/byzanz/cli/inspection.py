"""What `byzanz admin` tells of rooms: what everybody there may know, and nothing hidden."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import assert_never

import msgspec

from byzanz.game.record import RULES_VERSION
from byzanz.server.audience import room_state
from byzanz.server.entries import DECODER
from byzanz.server.outages import Outages
from byzanz.server.upkeep import folded
from byzanz.store.entry import Entry, RoomRow
from byzanz.store.eventstore import EventStore
from byzanz.wire.room import BankClock, Clock, MoveClock, RoomState, SeatKind, SeatState

UNITS = ((86_400, "d"), (3600, "h"), (60, "min"), (1, "s"))


class Listed(msgspec.Struct, frozen=True):
    """A room in a list; times are milliseconds since 1970."""

    room: str
    status: str
    seats: tuple[str, ...]  # a name, a name and its bot, or "open"
    made: int
    changed: int
    due: int | None  # when the server does something by itself
    entries: int


class EntryLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of the log: what everybody saw of it."""

    seq: int
    at: int
    type: str
    seat: int | None = None
    move: str | None = None
    is_automatic: bool = False
    is_late: bool = False


class Shown(msgspec.Struct, frozen=True):
    """A room as a spectator knows it, and its log."""

    state: RoomState
    rules: str
    made: int
    changed: int
    entries: tuple[EntryLine, ...]


async def listed(store: EventStore, row: RoomRow) -> Listed | None:
    """A room for a list; None: it was deleted meanwhile."""
    entries = await store.log(row.room)
    if not entries:
        return None
    room = folded(row.room, entries, Outages(), with_moves=False)
    return Listed(
        room=row.room,
        status=row.status,
        seats=tuple([who(seat.state()) for seat in room.seats]),
        made=entries[0].at,
        changed=row.changed,
        due=row.due,
        entries=row.head,
    )


async def shown(store: EventStore, row: RoomRow) -> Shown:
    """A room with its log; of one under other rules, without what its moves led to."""
    entries = await store.log(row.room)
    outages = Outages([(outage.began, outage.ended) for outage in await store.outages()])
    room = folded(row.room, entries, outages, with_moves=row.rules == RULES_VERSION)
    return Shown(
        state=room_state(room),
        rules=row.rules,
        made=entries[0].at,
        changed=room.at,
        entries=tuple([_line(entry) for entry in entries]),
    )


def _line(stored: Entry) -> EntryLine:
    """Listed field by field: some entries hold the secret of the deal, a deck or persons."""
    entry = DECODER.decode(stored.body)
    return EntryLine(
        seq=stored.seq,
        at=stored.at,
        type=str(entry.__struct_config__.tag),
        seat=getattr(entry, "seat", None),
        move=getattr(entry, "move", None),
        is_automatic=getattr(entry, "is_automatic", False),
        is_late=getattr(entry, "is_late", False),
    )


def who(seat: SeatState) -> str:
    """Who sits there, in a few words."""
    if seat.kind is SeatKind.OPEN:
        return "open"
    notes = [str(seat.bot)] if seat.bot else []
    if seat.is_away or seat.has_left:
        notes.append("left" if seat.has_left else "away")
    return f"{seat.name} ({', '.join(notes)})" if notes else str(seat.name)


# --- lines for people -------------------------------------------------------------------------


def list_lines(rooms: list[Listed], now: int) -> Iterator[str]:
    """A table of rooms, the names last, for they have any width."""
    yield f"{'status':<9}{'room':<34}{'age':<8}{'due':<10}seats"
    for room in rooms:
        due = "" if room.due is None else when(room.due, now)
        age = span(now - room.made)
        yield f"{room.status:<9}{room.room:<34}{age:<8}{due:<10}{', '.join(room.seats)}"


def show_lines(room: Shown, now: int) -> Iterator[str]:
    """A room with its log."""
    state = room.state
    yield f"room     {state.room}"
    yield f"status   {state.status}"
    if room.rules != RULES_VERSION:
        yield f"rules    {room.rules}: this program has {RULES_VERSION}, and does not replay it"
    yield f"made     {date(room.made)}, {span(now - room.made)} ago"
    yield f"changed  {date(room.changed)}, {span(now - room.changed)} ago"
    yield f"clock    {clock_words(state.setup.clock)}"
    if state.due is not None:
        yield f"due      {when(state.due, now)}"
    if state.deal is not None:
        yield f"deal     {state.deal.deal}, commitment {state.deal.commitment}"
    if state.deal is not None and state.deal.secret is not None:
        yield f"secret   {state.deal.secret}"
    for number, seat in enumerate(state.seats):
        host = ", host" if number == state.host else ""
        yield f"seat {number}   {who(seat)}{host}"
    yield f"log      {len(room.entries)} entries"
    for line in room.entries:
        yield f"{line.seq:>6}  {date(line.at)}  {entry_words(line)}"


def entry_words(line: EntryLine) -> str:
    """An entry in a few words."""
    text = line.type.replace("_", " ")
    if line.seat is not None:
        text += f", seat {line.seat}"
    if line.move is not None:
        text += f": {line.move}"
    notes = [*["automatic"] * line.is_automatic, *["late"] * line.is_late]
    return f"{text} ({', '.join(notes)})" if notes else text


def clock_words(clock: Clock | None) -> str:
    """The clock of a room."""
    match clock:
        case MoveClock(seconds):
            return f"{span(1000 * seconds)} for each decision"
        case BankClock(seconds):
            return f"{span(1000 * seconds)} for all decisions of a seat"
        case None:
            return "none"
        case _:
            assert_never(clock)


def span(milliseconds: int) -> str:
    """A length of time, in its largest unit that fills it."""
    seconds = max(milliseconds // 1000, 0)
    size, unit = next(((size, unit) for size, unit in UNITS if seconds >= size), UNITS[-1])
    return f"{seconds // size} {unit}"


def when(at: int, now: int) -> str:
    """How long till a time."""
    return "now" if at <= now else f"in {span(at - now)}"


def date(at: int) -> str:
    """A time in words that sort."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
