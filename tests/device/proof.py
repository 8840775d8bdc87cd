"""What the game does, as digests: they are equal wherever the same sources run.

This module runs in CPython and in the page. It imports nothing but the game and the library.
"""

import hashlib
import json
from random import Random
from time import perf_counter

import msgspec

from byzanz.bots.roster import make_bot
from byzanz.device.bots import bot_of
from byzanz.game.game import Game
from byzanz.game.moves import BadMove, parse_move
from byzanz.game.record import load_game, parse_record
from byzanz.game.refusal import Refused
from tests.device.page import Page, new_game, play

BOTS = ("beginner", "greedy", "solid")


class Digest:
    """A hash of everything that was seen, and how much that was."""

    def __init__(self):
        self._hash = hashlib.sha256()
        self.bytes = 0

    def add(self, value: object) -> None:
        data = msgspec.json.encode(value)
        self._hash.update(data)
        self.bytes += len(data)

    @property
    def facts(self) -> list:
        return [self._hash.hexdigest(), self.bytes]


def proof(data: str) -> str:
    """Run a job: conformance games, refusals, games of the bots and rooms."""
    job = json.loads(data)
    done = {
        "games": {name: conformance(text) for name, text in job["games"].items()},
        "refusals": refusals(job["refused"], job["all_games"]),
        "bots": [bots_game(seed) for seed in job["seeds"]],
        "rooms": [room(seed) for seed in job["rooms"]],
        "strong": [strong_choice(seed) for seed in job["strong"]],
    }
    return json.dumps(done)


def conformance(text: str) -> list:
    """Replay a game: views, options, legal moves and events of all seats, and bots' choices."""
    record = parse_record(text)
    game, digest = Game(record.names, record.deck), Digest()
    for number, (seat, move, _) in enumerate(record.moves):
        look(game, digest, BOTS[number % len(BOTS)], number)
        digest.add(sorted(f"{other} {each}" for other, each in game.legal()))
        digest.add(game.play(seat, move))
    digest.add(game.standings())
    return digest.facts


def look(game: Game, digest: Digest, bot: str, seed: int) -> str:
    """Take down what everybody sees and may do, and what a bot would do; returns its move."""
    for seat in range(game.seat_count):
        digest.add(game.view(seat))
        digest.add(game.options(seat))
    digest.add(game.view(None))
    move = make_bot(bot, seed).choose(game.view(game.turn), game.options(game.turn))
    digest.add(str(move))
    return str(move)


def refusals(rows: list[dict], games: dict[str, str]) -> list:
    """The reason and the facts of every refused move."""
    digest, loaded = Digest(), {name: load_game(text) for name, text in games.items()}
    for row in rows:
        game = loaded[row["game"]].at(row["after"])
        try:
            game.play(row["seat"], parse_move(row["move"]))
            digest.add("played")
        except Refused as refused:
            digest.add([refused.reason, refused.facts])
        except BadMove as error:
            digest.add(str(error))
    return digest.facts


def bots_game(seed: int) -> list:
    """A game of the three bots, with everything that is seen."""
    dice, digest = Random(seed), Digest()
    game = Game.new(players=3 + seed % 4, seed=seed)
    while game.turn is not None:
        seat = game.turn
        move = look(game, digest, BOTS[(seat + seed) % len(BOTS)], dice.randrange(2**32))
        digest.add(game.play(seat, parse_move(move)))
    digest.add(game.standings())
    return digest.facts


def room(seed: int) -> list:
    """A room on a device: its log, and its updates from the beginning."""
    page, digest = Page(seed=seed), Digest()
    name = new_game(page, *BOTS[: 2 + seed % 2], memory_aid="full")
    play(page, name)
    digest.add(page.database.log(name))
    digest.add(page.update(name))
    digest.add(Page(page.database, now=page.now).update(name))
    return digest.facts


def strong_choice(seed: int) -> str:
    """What the bot strong does somewhere in a game."""
    game, move = strong_position(seed)
    return f"{game.turn} {move}"


def strong_position(seed: int) -> tuple[Game, str]:
    game, dice = Game.new(players=3 + seed % 4, seed=seed), Random(seed)
    for _ in range(dice.randrange(60)):
        seat, move = dice.choice(game.legal(game.turn))
        game.play(seat, move)
        if game.turn is None:
            return strong_position(seed + 1000)
    bot = bot_of("strong", seed)
    return game, str(bot.choose(game.view(game.turn), game.options(game.turn)))


def times(data: str) -> str:
    """Milliseconds of the bots' decisions, and of the updates of a person against three solid."""
    job = json.loads(data)
    found: dict[str, list[float]] = {"strong": [], "move": []}
    for seed in range(job["strong"]):
        game, _ = strong_position(seed)
        bot = bot_of("strong", seed)
        began = perf_counter()
        bot.choose(game.view(game.turn), game.options(game.turn))
        found["strong"].append(1000 * (perf_counter() - began))
    page = Page()
    name = new_game(page)
    while page.update(name)["room"]["status"] == "running":
        began = perf_counter()
        play(page, name, 1)
        found["move"].append(1000 * (perf_counter() - began))
    return json.dumps(found)
