"""The other side of the protocol: one of our own bots, played by a program."""

import hashlib
from collections.abc import Callable, Iterable
from typing import TypeAlias, cast

import msgspec

from byzanz.bots.bot import Bot
from byzanz.bots.roster import make_bot
from byzanz.cards import Cards
from byzanz.game.options import Options
from byzanz.game.view import View
from byzanz.programs.failure import FailureType, ProgramFailed
from byzanz.programs.messages import PROTOCOL, Answer, Greeting, read


class HelloRead(msgspec.Struct, frozen=True, tag="hello"):
    """What a bot reads of a `Hello`: nothing, for the greeting is always the same."""


class BeginRead(msgspec.Struct, frozen=True, tag="begin"):
    """What a bot reads of a `Begin`: the facts that tell this game from others."""

    seat: int
    players: int
    hand: Cards


class DecideRead(msgspec.Struct, frozen=True, tag="decide"):
    """What a bot reads of a `Decide`; moves and events may have forms of a later version."""

    request: int
    view: View
    options: Options


class EndRead(msgspec.Struct, frozen=True, tag="end"):
    """What a bot reads of an `End`: nothing."""


class ByeRead(msgspec.Struct, frozen=True, tag="bye"):
    """What a bot reads of a `Bye`: nothing."""


MessageRead: TypeAlias = HelloRead | BeginRead | DecideRead | EndRead | ByeRead


class BotProgram:
    """Answers the messages of an arena with the moves of a bot.

    The dice of a game follow from the seed, the seat and the first hand. So the same game gets the
    same answers, whichever process plays it.
    """

    def __init__(self, bot_id: str, name: str, seed: int = 0) -> None:
        """Check the id; raises `UnknownBot`."""
        make_bot(bot_id)
        self._bot_id = bot_id
        self._name = name
        self._seed = seed
        self._bot: Bot | None = None

    def play(self, lines: Iterable[bytes], write_line: Callable[[bytes], None]) -> None:
        """Answer lines until `bye` or their end; raises `ProgramFailed` at a bad line."""
        for line in lines:
            message = read(line, cast("type[MessageRead]", MessageRead))
            if isinstance(message, ByeRead):
                return
            answer = self._answer(message)
            if answer is not None:
                write_line(msgspec.json.encode(answer) + b"\n")

    def _answer(self, message: MessageRead) -> Greeting | Answer | None:
        if isinstance(message, HelloRead):
            return Greeting(PROTOCOL, self._name)
        if isinstance(message, BeginRead):
            self._bot = make_bot(self._bot_id, game_seed(self._seed, message))
        if isinstance(message, DecideRead):
            if self._bot is None:
                raise ProgramFailed(FailureType.GARBAGE, "a request before any game began")
            move = self._bot.choose(message.view, message.options)
            return Answer(str(move), message.request)
        return None


def game_seed(seed: int, game: BeginRead) -> int:
    """Return the seed of a bot's dice in a game: 63 bits."""
    hand = " ".join(map(str, game.hand))
    text = f"{seed} {game.seat} {game.players} {hand}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1
