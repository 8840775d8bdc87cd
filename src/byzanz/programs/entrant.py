"""A player of a match: a built-in bot or an external program."""

from byzanz.bots.bot import Bot
from byzanz.bots.roster import make_bot
from byzanz.game.moves import Move
from byzanz.programs.command import check_entrant, command_of
from byzanz.programs.failure import Failure, ProgramFailed
from byzanz.programs.followed_game import FollowedGame
from byzanz.programs.session import ProgramSession

ANSWER_SECONDS = 5.0  # time limit of a move
GREETING_SECONDS = 10.0  # time limit of the greeting; long, so that a program can load its data
MOST_FAILED_STARTS = 3  # failed starts in a row, after which a program is not started again
SUBSTITUTE = "solid"  # the bot that finishes the game of a program that failed


class Entrant:
    """Plays one seat in a series of games, with a built-in bot or an external program.

    A program that fails is ended, and `solid` finishes its game. The next game restarts it.
    """

    def __init__(
        self,
        bot_id: str,
        *,
        seconds: float = ANSWER_SECONDS,
        greeting_seconds: float = GREETING_SECONDS,
    ) -> None:
        check_entrant(bot_id)
        self.bot_id = bot_id  # such as expert:250, or exec: and a command line
        self.failures: list[Failure] = []
        self._command = command_of(bot_id)
        self._seconds = seconds
        self._greeting_seconds = greeting_seconds
        self._failed_starts = 0  # since the last successful start
        self._program: ProgramSession | None = None  # None if `_bot` plays
        self._bot: Bot | None = None
        self._earlier_playouts = 0
        self._own_name = ""

    @property
    def name(self) -> str:
        """The name that the program gave itself, or the bot id."""
        return self._own_name or self.bot_id

    @property
    def playouts(self) -> int:
        """The number of play-outs so far, in all games."""
        return self._earlier_playouts + (0 if self._bot is None else self._bot.playouts)

    def begin(self, game: FollowedGame, seat: int, seed: int) -> None:
        """Begin a new game in this seat; a failure of the program is recorded, not raised."""
        self._earlier_playouts = self.playouts
        self._seat = seat
        self._seed = seed
        self._bot = None
        if self._command is None:
            self._bot = make_bot(self.bot_id, seed)
            return
        try:
            program = self._program or self._start(self._command)
            program.begin(game, seat)
        except ProgramFailed as failed:
            self._fail(game, failed)

    def choose(self, game: FollowedGame) -> Move:
        """Return a legal move; it must be the turn of this entrant's seat."""
        if self._program is not None:
            try:
                return self._program.decide(game)
            except ProgramFailed as failed:
                self._fail(game, failed)
        assert self._bot is not None, "no game was begun"
        return self._bot.choose(game.view(self._seat), game.options(self._seat))

    def end(self, game: FollowedGame) -> None:
        """Tell the program that the game is over."""
        if self._program is not None:
            try:
                self._program.end(game)
            except ProgramFailed as failed:
                self._fail(game, failed)

    def close(self) -> None:
        """End the program; the entrant must not be used afterwards."""
        program, self._program = self._program, None
        if program is not None:
            program.stop()

    def __enter__(self) -> "Entrant":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start(self, command: list[str]) -> ProgramSession:
        if self._failed_starts >= MOST_FAILED_STARTS:
            # Repeating the last failure keeps reports independent of which process played a game.
            last = self.failures[-1]
            raise ProgramFailed(last.failure_type, last.detail)
        self._failed_starts += 1
        self._program = ProgramSession(
            command, seconds=self._seconds, greeting_seconds=self._greeting_seconds
        )
        self._failed_starts = 0
        self._own_name = self._program.name
        return self._program

    def _fail(self, game: FollowedGame, failed: ProgramFailed) -> None:
        self.failures.append(Failure(failed.failure_type, len(game.moves), failed.detail))
        self._bot = make_bot(SUBSTITUTE, self._seed)
        program, self._program = self._program, None
        if program is not None:
            program.stop(at_once=True)
