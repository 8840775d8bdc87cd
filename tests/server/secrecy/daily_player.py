"""Plays the deal of a day on a real server, and asks for its cards in every way there is."""

import json
import sqlite3
import time
from contextlib import ExitStack

from byzanz.cli.room_inspection import room_details
from byzanz.deal.deal import Deal
from byzanz.game.game import Game
from byzanz.rooms.days import closes, day_of
from byzanz.server.ops.maintenance import finished_records
from byzanz.server.puzzles.own_mistakes import VERSION as EDITION
from byzanz.store.opening import open_store
from tests.server.secrecy.daily_scenes import NAMES, PERSON, DailyScene
from tests.server.secrecy.http_client import HttpClient
from tests.server.secrecy.observations import Observations
from tests.server.secrecy.scene_player import LONGEST

SECRETS = "SELECT day, deal, secret FROM daily_deal"
UNOPENED = "SELECT count(*) FROM daily_deal WHERE opened IS NULL AND day < ?"
NONCE = "0" * 32

READS = (
    *("/api/days", "/api/days/{day}", "/api/days/{day}/month", "/api/days/{next}"),
    *("/api/days/never", "/api/days/{day}/comparison", "/api/days/{day}/comparison?expert=1"),
    *("/api/rooms/{room}", "/api/rooms/{room}?after=9", "/api/rooms/{room}/record"),
    *("/api/replays/{room}", "/api/replays/{room}?eyes=1", "/api/replays/{room}?eyes=3"),
    *("/api/replays/{room}/record", "/api/replays/{room}/analysis"),
    *("/api/me/games", "/api/me/progress", "/api/me/rooms", "/api/me/data"),
    *("/api/rooms", "/api/games", "/api/rooms/{room}/log", "/api/replays/{room}/deck"),
    *("/r/{room}", "/replay/{room}", "/replay/{room}/analysis", "/day/{day}"),
    *("/c/{room}", "/api/challenges/{room}", "/api/replays/{room}/challenge"),
    *("/api/me/puzzles", "/api/me/games/{room}/puzzles", "/puzzles", "/puzzles/{room}"),
)
PICTURES = ("/previews/en/{room}.png", "/previews/en/challenge.png")  # drawn in most of a second
POSTS = {
    "/api/days/{day}/rooms": {"command": "again-today", "name": "Anna"},
    "/api/days/{next}/rooms": {"command": "too-early", "name": "Anna"},
    "/api/days/{day}/challenge": {"name": "Anna"},
    "/api/days/{next}/challenge": {"name": "Anna"},
    "/api/rooms/{room}/hints": {"decision": 3},
    "/api/rooms/{room}/wishes": {"auction": {"round": 1, "number": 1}, "above": 3},
    "/api/rooms/{room}/skips": {},
    "/api/rooms/{room}/reactions": {"reaction": "hello"},
    "/api/replays/{room}/analysis": {},
    "/api/replays/{room}/rooms": {
        "command": "play-it-on",
        "number": 0,
        "seat": 0,
        "name": "Eve",
        "nonce": NONCE,
    },
    "/api/replays/{room}/challenge": {"name": "Anna"},
    "/api/replays/{room}/challenge?": {"name": "Anna", "seat": 1, "bot": "greedy"},
    "/api/challenges/{room}/rooms": {"command": "sent-by-nobody", "name": "Anna", "nonce": NONCE},
    "/api/me/puzzles/own-{room}-3": {"version": EDITION, "move": "pass"},
    "/api/me/puzzles/own-{room}-1": {"version": EDITION, "move": "bid 1"},
    "/api/me/games/{room}/keep": {"is_kept": True},
    "/api/me/games/{room}/rooms": {"command": "once-more", "name": "Anna", "nonce": NONCE},
}
COMMANDS = (
    *({"type": "undo"}, {"type": "rematch", "nonce": NONCE}, {"type": "ask_seat", "name": "Eve"}),
    *({"type": "allow_listing"}, {"type": "join", "name": "Eve", "nonce": NONCE}),
    *({"type": "call_bot", "seat": 1}, {"type": "play", "move": "pass", "decision": 1}),
    *({"type": "play", "move": "sell M M M"}, {"type": "hand_over", "seat": 1}),
    {"type": "change_setup", "setup": {"spectators": True, "hints": True}},
)
WAYS = len(READS) + len(POSTS) + len(COMMANDS) + 5  # and pictures, socket, log and operator


class DailyPlayer:
    """One person at one server, which deals the decks of one world."""

    def __init__(self, server, scene: DailyScene, world: int, start: int) -> None:
        self.server, self.scene, self.world = server, scene, world
        self.line = HttpClient(server.port)
        self.stack = ExitStack()
        self.stack.callback(self.line.close)
        self.observations = Observations(server.masks)
        self.set_clock(start)
        self.day, self.next = day_of(start), day_of(start + 86_400_000)
        self._give_decks()
        self.log_start, self.line.count = server.log_size(), 0

    def set_clock(self, now: int) -> None:
        self.server.now = now
        self.line.ask_ok("POST", "/test/clock", {"now": now})
        self.line.ask_ok("GET", "/api/days")
        self._wait(lambda: not self._query(UNOPENED, day_of(now))[0][0])

    def _query(self, sql: str, *values) -> list[tuple]:
        with sqlite3.connect(self.server.store_file) as store:
            return store.execute(sql, values).fetchall()

    def _wait(self, is_done) -> None:
        deadline = time.monotonic() + 10
        while not is_done():
            assert time.monotonic() < deadline
            time.sleep(0.01)

    def _give_decks(self) -> None:
        """Let the server deal this world's deck, and hide the numbers that are drawn at random."""
        for day, deal, secret in self._query(SECRETS):
            if day == self.day:
                self.server.decks[bytes.fromhex(secret), deal] = self.scene.decks[self.world]
                self.deal = deal
            shown = Deal(deal, bytes.fromhex(secret), version=2).commitment
            self.server.masks[shown.encode()] = b"commitment"
            self.server.masks[deal.encode()] = b"deal"

    # --- play -----------------------------------------------------------------------------

    def sit_down(self, seed: int) -> None:
        """Make two people, and begin the try of the first one, who is the viewer from now on."""
        self.line.ask_ok("POST", "/test/ids", {"seed": seed})
        self.key, self.other = [self.line.ask_ok("POST", "/api/people")["key"] for _ in range(2)]
        body = {"command": f"today-{seed}-{self.day}", "name": "Anna"}
        made = self.line.ask_ok("POST", f"/api/days/{self.day}/rooms", body, key=self.key)
        self.room = made["room"]
        self.socket = self.stack.enter_context(self.line.follow(self.room, 0, key=self.key))
        self.game, self.seq = Game(NAMES, self.scene.decks[self.world]), 0
        self._read_until(1)

    def play(self, count: int) -> None:
        """Play the scene up to a number of moves."""
        for seat, move in self.scene.moves[len(self.game.moves) : count]:
            if seat == PERSON:
                self.command({"type": "play", "move": str(move), "decision": self.game.decision})
            else:
                self.server.now += LONGEST
                self.line.ask_ok("POST", "/test/clock", {"now": self.server.now})
            self.game.play(seat, move)
            self._read_until(1 + len(self.game.moves))

    def command(self, body: dict) -> None:
        """Send a command that must be accepted."""
        self.line.ask_ok(
            "POST",
            f"/api/rooms/{self.room}/commands",
            {"command": f"command-{self.line.count}", **body},
            key=self.key,
        )

    def _read_until(self, seq: int) -> None:
        while self.seq < seq:
            message = self.socket.recv(timeout=10)
            self.observations.see("push", message.encode())
            self.seq = json.loads(message).get("seq", self.seq)

    def end_early(self) -> None:
        """Vote to end the game; the only person's vote is enough."""
        self.command({"type": "abort"})
        self._read_until(self.seq + 1)

    # --- questions ------------------------------------------------------------------------

    def ask_all(self) -> None:
        """Ask in every way, with the person's own key, with another one and without any."""
        for key in (self.key, self.other, None):
            for path in READS:
                self._ask("GET", path, None, key)
            for path, body in POSTS.items():
                self._ask("POST", path, body, key)
            for number, body in enumerate(COMMANDS):
                command = {"command": f"try-{number}-{self.line.count}", **body}
                self._ask("POST", "/api/rooms/{room}/commands", command, key)

    def _ask(self, method: str, path: str, body, key) -> None:
        address = path.format(room=self.room, day=self.day, next=self.next)
        answer = self.line.ask(method, address, body, key=key)
        self.observations.see_answer(f"{method} {path}", *answer)

    async def ask_as_operator(self) -> None:
        """Read what the commands of an operator print and export, and look at the pictures."""
        for path in PICTURES:
            self._ask("GET", path, None, None)
        store = await open_store(f"sqlite:///{self.server.store_file}")
        try:
            records = [each async for each in finished_records(store)]
            own = [text for deal, text in records if deal == self.deal]
            self.observations.see("export", json.dumps(own).encode())
            row = await store.row(self.room)
            details = await room_details(store, row)
            self.observations.see("details", repr(details).encode())
        finally:
            await store.close()

    def close(self) -> None:
        """Read the log, with a line for every request."""
        self._wait(lambda: len(self.server.log_since(self.log_start)) >= self.line.count)
        self.observations.see_log(self.server.log_since(self.log_start))
        self.stack.close()

    def open_day(self) -> None:
        """Let the day pass."""
        self.set_clock(closes(self.day))
