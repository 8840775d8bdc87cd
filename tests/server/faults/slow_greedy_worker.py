"""A bot worker that needs no compiled code: `greedy` answers for every bot, after a delay."""

import sys
import time

import msgspec

from byzanz.rooms.bot_task import BotTask, answer_task

BOT = "greedy"
SECONDS = 0.15  # seconds until an answer, so that a kill often hits a job


def main() -> None:
    for line in sys.stdin.buffer:
        task = msgspec.json.decode(line, type=BotTask)
        time.sleep(SECONDS)
        answer = answer_task(msgspec.structs.replace(task, bot=BOT))
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
