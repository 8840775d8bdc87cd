"""Rooms as `byzanz admin` shows them: the public facts only, never hidden cards or keys."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import assert_never

import msgspec

from byzanz.game.record import RULES_VERSION
from byzanz.rooms.audience import room_state
from byzanz.rooms.outages import Outages
from byzanz.server.log_entries import entry_of
from byzanz.server.ops.maintenance import fold_log
from byzanz.store.event_store import EventStore
from byzanz.store.rows import LogRow, RoomRow
from byzanz.wire.room import BankClock, Clock, MoveClock, RoomState, SeatKind, SeatState

UNITS = ((86_400, "d"), (3600, "h"), (60, "min"), (1, "s"))  # (seconds, name)


class RoomListing(msgspec.Struct, frozen=True):
    """A room in the list; times are milliseconds since 1970."""

    room: str
    status: str
    seats: tuple[str, ...]  # as `seat_text` describes them
    made: int
    changed: int
    due: int | None  # when the server acts next without a command
    entries: int


class EntryLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """The public part of an entry of the log."""

    seq: int
    at: int
    type: str
    seat: int | None = None
    move: str | None = None
    is_automatic: bool = False
    is_late: bool = False


class RoomDetails(msgspec.Struct, frozen=True):
    """A room as a spectator knows it, with its log."""

    state: RoomState
    rules: str
    made: int
    changed: int
    entries: tuple[EntryLine, ...]


async def room_listing(store: EventStore, row: RoomRow) -> RoomListing | None:
    """Return a room for the list; None if it was deleted since its row was read."""
    entries = await store.log(row.room)
    if not entries:
        return None
    room = fold_log(row.room, entries, Outages(), with_moves=False)
    return RoomListing(
        room=row.room,
        status=row.status,
        seats=tuple([seat_text(seat.state()) for seat in room.seats]),
        made=entries[0].at,
        changed=row.changed,
        due=row.due,
        entries=row.head,
    )


async def room_details(store: EventStore, row: RoomRow) -> RoomDetails:
    """Return a room with its log; moves under another version of the rules are not replayed."""
    entries = await store.log(row.room)
    outages = Outages([(outage.began, outage.ended) for outage in await store.outages()])
    room = fold_log(row.room, entries, outages, with_moves=row.rules == RULES_VERSION)
    return RoomDetails(
        state=room_state(room),
        rules=row.rules,
        made=entries[0].at,
        changed=room.at,
        entries=tuple([_entry_line(entry) for entry in entries]),
    )


def _entry_line(stored: LogRow) -> EntryLine:
    # Copied field by field, because entries may hold the deal's secret, a deck or people's ids.
    entry = entry_of(stored)
    return EntryLine(
        seq=stored.seq,
        at=stored.at,
        type=str(entry.__struct_config__.tag),
        seat=getattr(entry, "seat", None),
        move=getattr(entry, "move", None),
        is_automatic=getattr(entry, "is_automatic", False),
        is_late=getattr(entry, "is_late", False),
    )


def seat_text(seat: SeatState) -> str:
    """Return the player's name with their bot or absence, or "open"."""
    if seat.kind is SeatKind.OPEN:
        return "open"
    remarks = [str(seat.bot)] if seat.bot else []
    if seat.is_away or seat.has_left:
        remarks.append("left" if seat.has_left else "away")
    return f"{seat.name} ({', '.join(remarks)})" if remarks else str(seat.name)


# --- text -------------------------------------------------------------------------------------


def list_lines(rooms: list[RoomListing], now: int) -> Iterator[str]:
    """Yield a table of rooms; the names come last because their width varies."""
    yield f"{'status':<9}{'room':<34}{'age':<8}{'due':<10}seats"
    for room in rooms:
        due = "" if room.due is None else due_text(room.due, now)
        age = duration_text(now - room.made)
        yield f"{room.status:<9}{room.room:<34}{age:<8}{due:<10}{', '.join(room.seats)}"


def detail_lines(room: RoomDetails, now: int) -> Iterator[str]:
    """Yield the facts of a room, then its log."""
    state = room.state
    yield f"room     {state.room}"
    yield f"status   {state.status}"
    if room.rules != RULES_VERSION:
        reason = f"this program plays rules {RULES_VERSION} and cannot replay this game"
        yield f"rules    {room.rules}: {reason}"
    yield f"made     {utc_text(room.made)}, {duration_text(now - room.made)} ago"
    yield f"changed  {utc_text(room.changed)}, {duration_text(now - room.changed)} ago"
    yield f"clock    {clock_text(state.setup.clock)}"
    if state.due is not None:
        yield f"due      {due_text(state.due, now)}"
    if state.deal is not None:
        yield f"deal     {state.deal.deal}, commitment {state.deal.commitment}"
    if state.deal is not None and state.deal.secret is not None:
        yield f"secret   {state.deal.secret}"
    for number, seat in enumerate(state.seats):
        host = ", host" if number == state.host else ""
        yield f"seat {number}   {seat_text(seat)}{host}"
    yield f"log      {len(room.entries)} entries"
    for line in room.entries:
        yield f"{line.seq:>6}  {utc_text(line.at)}  {entry_text(line)}"


def entry_text(line: EntryLine) -> str:
    """Return the type of an entry with its seat, move and flags."""
    text = line.type.replace("_", " ")
    if line.seat is not None:
        text += f", seat {line.seat}"
    if line.move is not None:
        text += f": {line.move}"
    remarks = [*["automatic"] * line.is_automatic, *["late"] * line.is_late]
    return f"{text} ({', '.join(remarks)})" if remarks else text


def clock_text(clock: Clock | None) -> str:
    """Return the time that a room's clock gives."""
    match clock:
        case MoveClock(seconds):
            return f"{duration_text(1000 * seconds)} for each decision"
        case BankClock(seconds):
            return f"{duration_text(1000 * seconds)} for all decisions of a seat"
        case None:
            return "none"
        case _:
            assert_never(clock)


def duration_text(milliseconds: int) -> str:
    """Return a duration in the largest unit that fits, rounded down."""
    seconds = max(milliseconds // 1000, 0)
    size, unit = next(((size, unit) for size, unit in UNITS if seconds >= size), UNITS[-1])
    return f"{seconds // size} {unit}"


def due_text(at: int, now: int) -> str:
    """Return the time until something is due."""
    return "now" if at <= now else f"in {duration_text(at - now)}"


def utc_text(at: int) -> str:
    """Return a time as a date and time of UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
