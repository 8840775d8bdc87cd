"""A process that thinks for bots: a task a line on standard input, an answer a line back."""

import sys
from typing import Literal

import msgspec

from byzanz.bots.explanation import Explanation
from byzanz.bots.roster import make_bot
from byzanz.game.options import Options
from byzanz.game.view import View


class Task(msgspec.Struct, frozen=True):
    """A decision of a seat, as it sees the game."""

    kind: Literal["choose", "explain"]
    bot: str
    seed: int
    view: View
    options: Options


class Thought(msgspec.Struct, frozen=True):
    """The answer to a task, of the kind asked for."""

    move: str | None = None
    explanation: Explanation | None = None


def think(task: Task) -> Thought:
    """Do a task."""
    bot = make_bot(task.bot, task.seed)
    if task.kind == "explain":
        return Thought(explanation=bot.explain(task.view, task.options))
    return Thought(move=str(bot.choose(task.view, task.options)))


def main() -> None:
    """Think until standard input ends."""
    decoder = msgspec.json.Decoder(Task)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(think(decoder.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
