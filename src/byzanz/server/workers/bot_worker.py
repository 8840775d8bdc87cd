"""The worker process of bots: reads tasks, and writes an answer for each, line by line."""

import sys

import msgspec

from byzanz.rooms.bot_task import BotTask, answer_task


def main() -> None:
    """Answer tasks until standard input ends."""
    decoder = msgspec.json.Decoder(BotTask)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(answer_task(decoder.decode(line))) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
