"""The talk with one program: greeting, games, decisions, good-bye."""

from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import version
from time import monotonic

from byzanz.game.events import Event
from byzanz.game.moves import BadMove, Move, parse_move
from byzanz.game.view import View
from byzanz.programs.failure import FailureKind, ProgramFailed, one_line
from byzanz.programs.followed import Followed, first_hand, refusal
from byzanz.programs.message import (
    PROTOCOL,
    Answer,
    Begin,
    Bye,
    Decide,
    End,
    Greeting,
    Hello,
    read,
    write,
)
from byzanz.programs.pipe import LEAVE_SECONDS, Pipe

LONGEST_NAME = 24


class Program:
    """A program that was started and has greeted; all but `stop` may raise `ProgramFailed`."""

    def __init__(self, command: Sequence[str], *, seconds: float, greeting_seconds: float) -> None:
        self._seconds = seconds
        self._pipe = Pipe(command)
        try:
            self.name = self._greet(greeting_seconds)
        except BaseException:
            self._pipe.stop(grace=0)
            raise

    def _greet(self, greeting_seconds: float) -> str:
        deadline = monotonic() + greeting_seconds
        hello = Hello(PROTOCOL, "byzanz", version("byzanz"), self._seconds)
        self._pipe.send(write(hello), deadline)
        greeting = read(self._pipe.receive(deadline), Greeting)
        if greeting.protocol != PROTOCOL:
            detail = f"protocol {greeting.protocol}: expected {PROTOCOL}"
            raise ProgramFailed(FailureKind.VERSION, detail)
        return one_line(greeting.name, LONGEST_NAME)

    def begin(self, game: Followed, seat: int) -> None:
        """Tell it that a game begins, in which it has this seat."""
        self._seat = seat
        self._told_moves = 0
        self._told_events = 0
        self._request = 0
        message = Begin(seat, game.seat_count, game.names, first_hand(game, seat))
        self._pipe.send(write(message), monotonic() + self._seconds)

    def decide(self, game: Followed) -> Move:
        """Its answer to the decision that the game waits for, a legal move."""
        view = game.view(self._seat)
        words = self._asked(game, view).move
        try:
            move = parse_move(words)
        except BadMove as error:
            raise _illegal(words, error) from None
        refused = refusal(view, move)
        if refused is not None:
            raise _illegal(words, refused)
        return move

    def _asked(self, game: Followed, view: View) -> Answer:
        self._request += 1
        options = game.options(self._seat)
        message = write(Decide(self._request, view, options, *self._news(game)))
        deadline = monotonic() + self._seconds
        self._pipe.send(message, deadline)
        answer = read(self._pipe.receive(deadline), Answer)
        if answer.request not in (None, self._request):
            detail = f"an answer to request {answer.request}: expected {self._request}"
            raise ProgramFailed(FailureKind.GARBAGE, detail)
        return answer

    def end(self, game: Followed) -> None:
        """Tell it that the game is over."""
        message = End(game.scores, game.winners, *self._news(game))
        self._pipe.send(write(message), monotonic() + self._seconds)

    def stop(self, *, at_once: bool = False) -> None:
        """Say good-bye and end the program; at once: after a failure, without a word."""
        if at_once:
            self._pipe.stop(grace=0)
            return
        with suppress(ProgramFailed):
            self._pipe.send(write(Bye()), monotonic() + LEAVE_SECONDS)
        self._pipe.stop(grace=LEAVE_SECONDS)

    def _news(self, game: Followed) -> tuple[tuple[str, ...], tuple[Event, ...]]:
        """The moves and events that it was not told yet."""
        moves = tuple([f"{seat} {move}" for seat, move in game.moves[self._told_moves :]])
        events = game.events_for(self._seat, after=self._told_events)
        self._told_moves = len(game.moves)
        self._told_events += len(events)
        return moves, events


def _illegal(words: str, reason: Exception) -> ProgramFailed:
    return ProgramFailed(FailureKind.ILLEGAL, f"{one_line(words, 60)!r}: {reason}")
