"""A session with an external program, from the greeting to its end."""

from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import version
from time import monotonic

from byzanz.game.events import Event
from byzanz.game.moves import BadMove, Move, parse_move
from byzanz.game.view import View
from byzanz.programs.failure import FailureType, ProgramFailed, one_line
from byzanz.programs.followed_game import FollowedGame, first_hand, refusal
from byzanz.programs.messages import (
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
from byzanz.programs.process_pipe import EXIT_SECONDS, ProcessPipe

LONGEST_NAME = 24  # characters


class ProgramSession:
    """A running program that has sent its greeting.

    All methods except `stop` may raise `ProgramFailed`.
    """

    def __init__(self, command: Sequence[str], *, seconds: float, greeting_seconds: float) -> None:
        self._seconds = seconds
        self._pipe = ProcessPipe(command)
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
            raise ProgramFailed(FailureType.VERSION, detail)
        return one_line(greeting.name, LONGEST_NAME)

    def begin(self, game: FollowedGame, seat: int) -> None:
        """Tell the program that a game begins, and which seat it has."""
        self._seat = seat
        self._sent_moves = 0
        self._sent_events = 0
        self._request = 0
        message = Begin(seat, game.seat_count, game.names, first_hand(game, seat))
        self._pipe.send(write(message), monotonic() + self._seconds)

    def decide(self, game: FollowedGame) -> Move:
        """Ask for a move and return it; an illegal one raises `ProgramFailed`."""
        view = game.view(self._seat)
        text = self._ask(game, view).move
        try:
            move = parse_move(text)
        except BadMove as error:
            raise _illegal(text, error) from None
        refused = refusal(view, move)
        if refused is not None:
            raise _illegal(text, refused)
        return move

    def _ask(self, game: FollowedGame, view: View) -> Answer:
        self._request += 1
        options = game.options(self._seat)
        message = write(Decide(self._request, view, options, *self._unsent(game)))
        deadline = monotonic() + self._seconds
        self._pipe.send(message, deadline)
        answer = read(self._pipe.receive(deadline), Answer)
        if answer.request not in (None, self._request):
            detail = f"an answer to request {answer.request}: expected {self._request}"
            raise ProgramFailed(FailureType.GARBAGE, detail)
        return answer

    def end(self, game: FollowedGame) -> None:
        """Tell the program that the game is over."""
        message = End(game.scores, game.winners, *self._unsent(game))
        self._pipe.send(write(message), monotonic() + self._seconds)

    def stop(self, *, at_once: bool = False) -> None:
        """Send `Bye` and end the program; with `at_once`, end it without a message."""
        if at_once:
            self._pipe.stop(grace=0)
            return
        with suppress(ProgramFailed):
            self._pipe.send(write(Bye()), monotonic() + EXIT_SECONDS)
        self._pipe.stop(grace=EXIT_SECONDS)

    def _unsent(self, game: FollowedGame) -> tuple[tuple[str, ...], tuple[Event, ...]]:
        """Return the moves and events that were not sent yet, and mark them as sent."""
        moves = tuple([f"{seat} {move}" for seat, move in game.moves[self._sent_moves :]])
        events = game.events_for(self._seat, after=self._sent_events)
        self._sent_moves = len(game.moves)
        self._sent_events += len(events)
        return moves, events


def _illegal(text: str, reason: Exception) -> ProgramFailed:
    return ProgramFailed(FailureType.ILLEGAL, f"{one_line(text, 60)!r}: {reason}")
