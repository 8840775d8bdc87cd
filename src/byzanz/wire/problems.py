"""Why a request is not done: every code there is, with its HTTP status."""

from enum import StrEnum

from byzanz.wire.answers import Problem


class Code(StrEnum):
    """What is wrong; docs/protocol.md tells the facts that come with each."""

    BAD_REQUEST = "bad_request"
    NOT_KNOWN = "not_known"  # no person's key
    NOT_ALLOWED = "not_allowed"
    NOT_FOUND = "not_found"
    BAD_METHOD = "bad_method"
    BAD_NAME = "bad_name"
    BAD_BOT = "bad_bot"
    BAD_RECORD = "bad_record"
    NAME_TAKEN = "name_taken"
    SEAT_TAKEN = "seat_taken"
    ROOM_FULL = "room_full"
    TOO_FEW_SEATS = "too_few_seats"  # for the people who sit there
    ALREADY_SEATED = "already_seated"
    NOT_WAITING = "not_waiting"
    NOT_RUNNING = "not_running"
    NOT_OVER = "not_over"
    SEATS_OPEN = "seats_open"
    REFUSED = "refused"  # by the rules; the facts hold the reason
    STALE = "stale"  # a decision that is past
    COMMAND_CONFLICT = "command_conflict"  # the same id, another body
    REMATCHED = "rematched"  # there is a room for it already
    NO_UNDO = "no_undo"
    NOT_GONE = "not_gone"  # a bot is called to the seat of somebody who is there
    ABSENT = "absent"  # a bot plays for this person, who has no vote meanwhile
    YOUR_TURN = "your_turn"  # nothing to skip: the game waits for this person
    NO_SKIP = "no_skip"  # other people play here
    BEYOND_HAND = "beyond_hand"  # a bid up to more than the hand is worth
    NO_HINTS = "no_hints"
    RUNNING = "running"  # not while the game runs
    UNFINISHED = "unfinished"  # a game that was not played to its end
    TOO_LARGE = "too_large"
    WRONG_TYPE = "wrong_type"  # JSON, or text where a record is sent
    TOO_FAST = "too_fast"
    BUSY = "busy"


STATUS = {
    Code.BAD_REQUEST: 400,
    Code.NOT_KNOWN: 401,
    Code.NOT_ALLOWED: 403,
    Code.RUNNING: 403,
    Code.NO_HINTS: 403,
    Code.NOT_FOUND: 404,
    Code.BAD_METHOD: 405,
    Code.TOO_LARGE: 413,
    Code.WRONG_TYPE: 415,
    Code.BAD_NAME: 422,
    Code.BAD_BOT: 422,
    Code.BAD_RECORD: 422,
    Code.TOO_FAST: 429,
    Code.BUSY: 503,
}
CONFLICT = 409  # all others: the request is well made, but the room is not as it supposes


class Refusal(Exception):
    """A request that is not done, and why. Nothing has changed."""

    def __init__(self, code: Code, **facts: int | str) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS.get(self.code, CONFLICT)

    @property
    def problem(self) -> Problem:
        """What is sent."""
        return Problem(self.code, self.facts)
