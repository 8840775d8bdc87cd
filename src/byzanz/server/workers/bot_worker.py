"""The worker process of bots: reads tasks, and writes an answer for each, line by line."""

import sys
from typing import Literal

import msgspec

from byzanz.bots.explanation import Explanation
from byzanz.bots.roster import make_bot
from byzanz.game.options import Options
from byzanz.game.view import View


class BotTask(msgspec.Struct, frozen=True):
    """A decision for a bot: the view and the options of its seat."""

    question: Literal["choose", "explain"]
    bot: str
    seed: int
    view: View
    options: Options


class BotAnswer(msgspec.Struct, frozen=True):
    """The answer to a task: a move or an explanation."""

    move: str | None = None
    explanation: Explanation | None = None


def answer_task(task: BotTask) -> BotAnswer:
    """Let the bot answer a task; the same task always has the same answer."""
    bot = make_bot(task.bot, task.seed)
    if task.question == "explain":
        return BotAnswer(explanation=bot.explain(task.view, task.options))
    return BotAnswer(move=str(bot.choose(task.view, task.options)))


def main() -> None:
    """Answer tasks until standard input ends."""
    decoder = msgspec.json.Decoder(BotTask)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(answer_task(decoder.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
