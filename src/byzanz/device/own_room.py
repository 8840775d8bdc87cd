"""A room on the device: the fold of its log, and what is remembered beside it."""

from collections.abc import Iterable, Mapping

import msgspec

from byzanz.device.rows import LogRow, RoomCard, entry_of, log_row
from byzanz.game.moves import Move
from byzanz.game.refusal import Refused
from byzanz.rooms.bid_plan import DECODER as BID_PLANS
from byzanz.rooms.command_keys import NewRoom, body_digest, command_key
from byzanz.rooms.entries import Entry, Rematched, Undone
from byzanz.rooms.listing import room_line
from byzanz.rooms.outages import Outages
from byzanz.rooms.results import results_of
from byzanz.rooms.room import Room
from byzanz.wire.answers import Accepted
from byzanz.wire.commands import BidPlan, Command
from byzanz.wire.games import PlayedGame
from byzanz.wire.problems import Code, RequestRefused

NO_PLANS: Mapping[int, BidPlan] = {}


class Damaged(Exception):
    """A log that is not whole, or that does not follow the rules."""


class OwnRoom:
    """A loaded room. It changes only by entries, each of which the page commits."""

    def __init__(self, room: str, rows: Iterable[LogRow] = ()) -> None:
        self.room = Room(room, Outages())
        self.plans: dict[int, BidPlan] = {}  # by seat
        self._answers: dict[str, tuple[str, Accepted]] = {}  # by command: its digest, the answer
        for row in rows:
            self._add_stored(row)

    def _add_stored(self, row: LogRow) -> None:
        """Fold a row of the log; raises `Damaged`, or `RequestRefused` if it is of a newer program.

        The rules may refuse a move only if something else than this program wrote it.
        """
        if row.seq != self.room.seq + 1:
            raise Damaged(f"entry {row.seq} of a log: expected {self.room.seq + 1}")
        try:
            entry = entry_of(row)
            self.room.add(row.at, entry)
        except (msgspec.MsgspecError, Refused, ValueError, AssertionError, IndexError) as error:
            raise Damaged(f"entry {row.seq} of a log can't be read: {error}") from None
        self._remember(row, entry)

    def append(
        self, now: int, command: str, entry: Entry, *, digest: str = "", move: Move | None = None
    ) -> LogRow:
        """Fold a new entry and return its row; raises `RequestRefused` if the rules forbid it."""
        at = max(now, self.room.at)
        room = self.room.copy()
        try:
            room.add(at, entry, move)
        except Refused as refused:
            raise RequestRefused(Code.REFUSED, reason=refused.reason, **refused.facts) from None
        self.room = room
        row = log_row(room.seq, at, command, entry, digest)
        self._remember(row, entry)
        return row

    def append_automatic(self, now: int, entry: Entry) -> LogRow:
        """Fold an entry that nobody asked for."""
        return self.append(now, f"auto:{self.room.seq + 1}", entry)

    def _remember(self, row: LogRow, entry: Entry) -> None:
        if isinstance(entry, Undone):
            self.plans.pop(entry.seat, None)  # it would repeat the undone move at once
        made = entry.room if isinstance(entry, Rematched) else self.room.id
        self._answers[row.command] = (row.digest, Accepted(made, row.seq))

    def answer(self, person: str, command: Command | NewRoom) -> Accepted | None:
        """Return the answer to a command that was executed before; raises `RequestRefused`."""
        found = self._answers.get(command_key(person, command.command))
        if found is None:
            return None
        digest, answer = found
        if digest != body_digest(command).hex():
            raise RequestRefused(Code.COMMAND_CONFLICT)
        return answer

    def set_plans(self, text: str) -> None:
        """Replace the bid plans by stored ones."""
        stored = msgspec.json.decode(text, type=dict[int, msgspec.Raw])
        self.plans = {seat: BID_PLANS.decode(plan) for seat, plan in stored.items()}

    def card(self, person: str, *, is_kept: bool = False) -> RoomCard:
        """Return what lists show of this room."""
        room = self.room
        result = next((each for each in results_of(room) if each.person == person), None)
        if result is None:
            return RoomCard(room_line(room, person), room.seq, room.is_bots_only)
        game = PlayedGame(
            room=room.id,
            ended=room.at,
            seat=result.seat,
            seats=result.seats,
            is_counted=result.is_counted,
            is_kept=is_kept,
            has_record=True,
        )
        return RoomCard(
            *(room_line(room, person), room.seq, room.is_bots_only, game),
            level=result.level,
            version=result.version,
        )
