"""Writes small programs for tests, and plays games in which they have a seat."""

import os
import shlex
import sys
import time
from pathlib import Path
from random import Random

from byzanz import Game
from byzanz.programs.entrant import Entrant

PRELUDE = """
import json, os, signal, subprocess, sys, time

def note_process(number):
    with open({pids!r}, "a") as file:
        file.write(f"{{number}}\\n")

def listen():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    with open({heard!r}, "a", encoding="utf-8") as file:
        file.write(line)
    return json.loads(line)

def say(**message):
    print(json.dumps(message), flush=True)

def wait_for(message_type):
    while (message := listen())["type"] != message_type:
        pass
    return message

def greet(**more):
    wait_for("hello")
    say(**{{"type": "hello", "protocol": 1, **more}})

def some_move(options):
    if options["bid"]:
        cards = options["bid"]["cheapest"] if options["bid"]["beat"] < 3 else []
        return " ".join(["bid", *cards]) if cards else "pass"
    if options["give"]:
        return "give " + options["give"]["cards"][0]
    if options["take"]:
        return "take " + options["take"][-1]["stall"]
    if options["sales"]:
        return " ".join(["sell", *options["sales"][0]["cards"]])
    return "discard " + options["discard"]["cards"][0]

def play():
    while (message := listen())["type"] != "bye":
        if message["type"] == "decide":
            say(move=some_move(message["options"]))

note_process(os.getpid())
"""


class ProgramFolder:
    """A folder for the programs of one test and the files that they write."""

    def __init__(self, folder: Path) -> None:
        self.pids = folder / "pids"
        self.heard = folder / "heard"
        self.folder = folder

    def bot_id(self, code: str) -> str:
        """Write a program with this code and return its bot id."""
        path = self.folder / "program.py"
        prelude = PRELUDE.format(pids=str(self.pids), heard=str(self.heard))
        path.write_text(prelude + code, encoding="utf-8")
        return "exec:" + shlex.join([sys.executable, "-I", "-S", str(path)])

    def processes(self) -> list[int]:
        """Return the ids of all started processes, in order."""
        return [int(line) for line in self.pids.read_text().split()] if self.pids.exists() else []

    def lines(self) -> list[bytes]:
        """Return all lines that the program received."""
        return self.heard.read_bytes().splitlines(keepends=True)


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")
    try:
        return status.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return not Path("/proc/self").exists()


def has_ended(process: int) -> bool:
    """Wait up to 10 seconds for a process to end, and return whether it did."""
    deadline = time.monotonic() + 10
    while is_running(process):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def play_game(entrant: Entrant, *, seat: int = 1, players: int = 3, seed: int = 1) -> Game:
    """Play a whole game against random players, who also sell when they are not on turn."""
    names = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn"][:players]
    game = Game.new(names, seed=seed)
    dice = Random(seed)
    entrant.begin(game, seat, seed)
    while game.turn is not None:
        if game.turn == seat:
            game.play(seat, entrant.choose(game))
        else:
            sales = [pair for pair in game.legal() if pair[0] != seat and str(pair[1])[0] == "s"]
            game.play(*dice.choice([*game.legal(game.turn), *sales]))
    entrant.end(game)
    return game
