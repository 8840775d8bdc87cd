"""Refusals of requests: all codes, with their HTTP status."""

from enum import StrEnum

from byzanz.wire.answers import Problem


class Code(StrEnum):
    """The reason of a refusal; docs/protocol.md lists the facts of each code."""

    BAD_REQUEST = "bad_request"
    NOT_KNOWN = "not_known"  # no key, or one that belongs to nobody
    NOT_ALLOWED = "not_allowed"
    NOT_FOUND = "not_found"
    BAD_METHOD = "bad_method"
    BAD_NAME = "bad_name"
    BAD_BOT = "bad_bot"
    BAD_RECORD = "bad_record"
    NAME_TAKEN = "name_taken"
    SEAT_TAKEN = "seat_taken"
    ROOM_FULL = "room_full"
    TOO_FEW_SEATS = "too_few_seats"  # fewer than the people at the table
    ALREADY_SEATED = "already_seated"
    NOT_WAITING = "not_waiting"
    NOT_RUNNING = "not_running"
    NOT_OVER = "not_over"
    SEATS_OPEN = "seats_open"
    REFUSED = "refused"  # by the rules; the facts hold the reason
    STALE = "stale"  # the decision is over
    COMMAND_CONFLICT = "command_conflict"  # a known command id with a different body
    REMATCHED = "rematched"  # the rematch has a room already
    NO_UNDO = "no_undo"
    NOT_GONE = "not_gone"  # the person whose seat a bot should take is present
    ABSENT = "absent"  # a bot plays for this person, who has no vote until they come back
    YOUR_TURN = "your_turn"  # nothing to skip: the game waits for this person
    NO_SKIP = "no_skip"  # other people play here
    BEYOND_HAND = "beyond_hand"  # a bid plan above the value of the hand
    NO_HINTS = "no_hints"
    HAS_GAMES = "has_games"  # a device code would replace a key that has games
    NOT_CONFIRMED = "not_confirmed"  # a deletion that the person has not confirmed
    BEING_MADE = "being_made"  # the file with this person's data is being made already
    NO_ALERTS = "no_alerts"  # this server sends none
    BAD_SUBSCRIPTION = "bad_subscription"  # messages can't be encrypted for it, or not sent to it
    UNKNOWN_SERVICE = "unknown_service"  # the push service is not on the operator's list
    OTHER_PERSON = "other_person"  # the device gets the alerts of somebody else
    TOO_MANY_KEPT = "too_many_kept"  # this person keeps as many games as allowed
    TOO_MANY_SENT = "too_many_sent"  # this person has sent as many games as allowed
    OTHER_VERSION = "other_version"  # of rules, bots or puzzles; nothing was changed
    ENOUGH_PUZZLES = "enough_puzzles"  # this person has answered today's new puzzles
    RUNNING = "running"  # not possible while the game runs
    NOT_AGAINST_BOTS = "not_against_bots"  # a game of several people, whose deal can't be sent
    CHALLENGE_FULL = "challenge_full"  # as many people play this deal as may
    ALREADY_PLAYED = "already_played"  # this person has played the deal, or knows its cards
    NO_SEARCH = "no_search"  # this server can't let these bots play
    UNFINISHED = "unfinished"  # a game that was not played to its end
    SEALED = "sealed"  # the deal of a day that is not over: its cards stay hidden
    BAD_DAY = "bad_day"  # not a date such as 2026-11-19
    FUTURE_DAY = "future_day"
    NO_DEAL = "no_deal"  # the server has no deal of this day
    ALREADY_TRIED = "already_tried"  # this person's only try of the day has begun
    NO_TRY = "no_try"  # this person has not tried that day
    TOO_LARGE = "too_large"
    WRONG_TYPE = "wrong_type"  # not JSON, or not plain text for a record
    TOO_FAST = "too_fast"
    BUSY = "busy"


STATUS = {
    Code.BAD_REQUEST: 400,
    Code.NOT_KNOWN: 401,
    Code.NOT_ALLOWED: 403,
    Code.RUNNING: 403,
    Code.NO_HINTS: 403,
    Code.SEALED: 403,
    Code.NO_ALERTS: 403,
    Code.UNKNOWN_SERVICE: 403,
    Code.NOT_FOUND: 404,
    Code.NO_DEAL: 404,
    Code.NO_TRY: 404,
    Code.BAD_METHOD: 405,
    Code.TOO_LARGE: 413,
    Code.WRONG_TYPE: 415,
    Code.BAD_NAME: 422,
    Code.BAD_DAY: 422,
    Code.FUTURE_DAY: 422,
    Code.BAD_BOT: 422,
    Code.BAD_RECORD: 422,
    Code.BAD_SUBSCRIPTION: 422,
    Code.TOO_FAST: 429,
    Code.BUSY: 503,
}
CONFLICT = 409  # all other codes: the request is well formed, but does not fit the room's state


class RequestRefused(Exception):
    """A refused request: a code and facts. Nothing has changed."""

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
        """The body of the response."""
        return Problem(self.code, self.facts)
