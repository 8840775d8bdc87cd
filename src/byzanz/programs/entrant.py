"""Who takes a seat in a match: one of our bots, or somebody's program."""

from byzanz.bots.bot import Bot
from byzanz.bots.roster import make_bot
from byzanz.game.moves import Move
from byzanz.programs.command import check_entrant, command_of
from byzanz.programs.failure import Failure, ProgramFailed
from byzanz.programs.followed import Followed
from byzanz.programs.program import Program

ANSWER_SECONDS = 5.0
GREETING_SECONDS = 10.0  # a program may load what it needs before it greets
FAILED_STARTS = 3  # games in a row, then the program is not started again
STAND_IN = "solid"  # plays a game to its end when the program has failed


class Entrant:
    """Plays one seat of one game after the other, whoever is behind it.

    A program that fails is ended; `solid` plays its game on, and the next game starts it anew.
    """

    def __init__(
        self,
        word: str,
        *,
        seconds: float = ANSWER_SECONDS,
        greeting_seconds: float = GREETING_SECONDS,
    ) -> None:
        check_entrant(word)
        self.word = word  # a bot's word, such as expert:250, or exec: and a command line
        self.failures: list[Failure] = []
        self._command = command_of(word)
        self._seconds = seconds
        self._greeting_seconds = greeting_seconds
        self._failed_starts = 0  # since the last good one
        self._program: Program | None = None  # plays if it is there, else the bot
        self._bot: Bot | None = None
        self._earlier_playouts = 0
        self._own_name = ""

    @property
    def name(self) -> str:
        """The name that a program gave itself; else the word."""
        return self._own_name or self.word

    @property
    def playouts(self) -> int:
        """Play-outs made so far, in all games together."""
        return self._earlier_playouts + (0 if self._bot is None else self._bot.playouts)

    def begin(self, game: Followed, seat: int, seed: int) -> None:
        """A new game, in which this entrant has this seat."""
        self._earlier_playouts = self.playouts
        self._seat = seat
        self._seed = seed
        self._bot = None
        if self._command is None:
            self._bot = make_bot(self.word, seed)
            return
        try:
            program = self._program or self._start(self._command)
            program.begin(game, seat)
        except ProgramFailed as failed:
            self._fail(game, failed)

    def choose(self, game: Followed) -> Move:
        """A legal move for the seat, which the game waits for."""
        if self._program is not None:
            try:
                return self._program.decide(game)
            except ProgramFailed as failed:
                self._fail(game, failed)
        assert self._bot is not None, "a game was begun"
        return self._bot.choose(game.view(self._seat), game.options(self._seat))

    def end(self, game: Followed) -> None:
        """The game is over."""
        if self._program is not None:
            try:
                self._program.end(game)
            except ProgramFailed as failed:
                self._fail(game, failed)

    def close(self) -> None:
        """No more games: end the program."""
        program, self._program = self._program, None
        if program is not None:
            program.stop()

    def __enter__(self) -> "Entrant":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self, command: list[str]) -> Program:
        if self._failed_starts >= FAILED_STARTS:
            last = self.failures[-1]  # once more: every game names the same, whoever played it
            raise ProgramFailed(last.kind, last.detail)
        self._failed_starts += 1
        self._program = Program(
            command, seconds=self._seconds, greeting_seconds=self._greeting_seconds
        )
        self._failed_starts = 0
        self._own_name = self._program.name
        return self._program

    def _fail(self, game: Followed, failed: ProgramFailed) -> None:
        self.failures.append(Failure(failed.kind, len(game.moves), failed.detail))
        self._bot = make_bot(STAND_IN, self._seed)
        program, self._program = self._program, None
        if program is not None:
            program.stop(at_once=True)
