"""Plays a scene in one of its worlds on a real server, and collects the viewer's observations.

The worlds differ in everything that must stay hidden from the viewer: other people's cards, keys,
nonces, bid plans, refused commands and hints.
"""

import json
import time
from contextlib import ExitStack

from byzanz import Game
from byzanz.game.moves import parse_move
from byzanz.game.record import write_record
from byzanz.rooms.bid_plan import current_auction
from byzanz.rooms.bot_timing import GRID, LINGERING, STEPS
from byzanz.wire.room import Pace
from tests.server.secrecy.http_client import HttpClient
from tests.server.secrecy.observations import Observations
from tests.server.secrecy.scenes import Scene

LONGEST = (STEPS + LINGERING[Pace.CALM]) * GRID[Pace.CALM]  # a bot's answer time, in milliseconds
TRIES = (
    "bid M", "bid C1 C1", "bid W4", "sell C1 C1 C1", "sell G4 W4 M", "discard S3", "give O4",
    "take V", "done", "pass", "fly",
)  # fmt: skip
SALES = ("sell C1 C1 C1", "sell G2 G2 G2", "sell S1 S3 S4", "sell O1 O2 O2", "sell W2 W2 M")


def play(server, scene: Scene, world: int) -> Observations:
    """Play a scene; returns everything that the viewer receives."""
    with ExitStack() as stack:
        player = ScenePlayer(server, scene, world, stack)
        player.seat_all()
        player.play_all()
        player.connect_again()
        player.close()
        return player.observations


class ScenePlayer:
    def __init__(self, server, scene: Scene, world: int, stack: ExitStack) -> None:
        self.server, self.scene, self.world, self.stack = server, scene, world, stack
        self.line, self.admin = HttpClient(server.port), HttpClient(server.admin_port)
        stack.callback(self.line.close)
        stack.callback(self.admin.close)
        self.observations = Observations(server.masks)
        self.log_start = server.log_size()
        self.game = Game(scene.names, scene.decks[world])
        self.keys: dict[int | None, str | None] = {}
        self.command = 0
        self.seq = 0
        self.see_metrics()
        self.pass_time(2000)

    # --- actions --------------------------------------------------------------------------

    def pass_time(self, milliseconds: int) -> None:
        self.server.now += milliseconds
        self.line.ask_ok("POST", "/test/clock", {"now": self.server.now})

    def seed(self, number: int) -> None:
        self.line.ask_ok("POST", "/test/ids", {"seed": number})

    def seat_all(self) -> None:
        scene, viewer = self.scene, self.scene.viewer
        self.seed(scene.ids + 1)
        new = self.line.ask("POST", "/api/people")
        is_known = viewer is not None or scene.has_key
        self.keys[viewer] = new.json["key"] if is_known else None
        self.observations.see_answer("new person", *new)
        self.seed(scene.ids + 2 + self.world)
        for seat in scene.people:
            if seat != viewer:
                self.keys[seat] = self.line.ask_ok("POST", "/api/people")["key"]
        self.seed(scene.ids)
        self._make_room()
        self.main = self.follow(0)
        host = scene.people[0]
        for seat in scene.people:
            nonce = f"{9 if seat == viewer else 1 + self.world:032x}"
            self.send(seat, "join", name=scene.names[seat], nonce=nonce, seat=seat)
        self.send(host, "change_setup", setup=scene.setup)
        self.send(host, "allow_listing")
        self.look_around()
        self.send(host, "start")

    def _make_room(self) -> None:
        query = "&".join([f"bot={seat}:{bot_id}" for seat, bot_id in self.scene.bots.items()])
        made = self.line.ask_ok("POST", f"/test/rooms?{query}", write_record(self.game))
        self.room = made["room"]
        self.path = f"/api/rooms/{self.room}"

    def send(self, who: int | None, command_type: str, **facts) -> None:
        """Send a command that must be accepted."""
        answer = self._command(who, command_type, **facts)
        assert answer.status == 200, (who, command_type, facts, answer)
        self.seq = answer.json["seq"]
        if who == self.scene.viewer:
            self.observations.see_answer("done", *answer)

    def _command(self, who: int | None, command_type: str, **facts):
        self.command += 1
        body = {"type": command_type, "command": f"command-{self.command}", **facts}
        return self.line.ask("POST", f"{self.path}/commands", body, key=self.keys[who])

    def play_all(self) -> None:
        for number, (seat, move) in enumerate(self.scene.moves):
            if number in self.scene.looks:
                self.look()
            if seat in self.scene.bots:
                self._bots_move()
            else:
                self.send(seat, "play", move=str(move), decision=self.game.decision)
            self.game.play(seat, move)
        self.look()
        self.look_around()
        self.try_all()

    def _bots_move(self) -> None:
        self.pass_time(LONGEST)
        self.seq += 1
        self.read_until("seq", self.seq)

    # --- observations ---------------------------------------------------------------------

    def follow(self, after: int):
        key = self.keys[self.scene.viewer]
        socket = self.stack.enter_context(self.line.follow(self.room, after, key=key))
        self.observations.see_answer("socket", 101, socket.response.headers.raw_items(), b"")
        self.read(socket, 2)  # an update and the presence
        return socket

    def read(self, socket, amount: int = 1) -> None:
        for _ in range(amount):
            self.observations.see("push", socket.recv(timeout=10).encode())

    def read_until(self, name: str, value: object) -> None:
        """Read pushes until one has a field with this value."""
        found = None
        while found != value:
            message = self.main.recv(timeout=10)
            self.observations.see("push", message.encode())
            found = json.loads(message).get(name)

    def ask(self, source: str, method: str, path: str, body=None):
        answer = self.line.ask(method, path, body, key=self.keys[self.scene.viewer])
        self.observations.see_answer(source, *answer)
        return answer

    def look(self) -> None:
        """Request the viewer's updates and a hint, after hidden requests of the others."""
        self.do_hidden()
        for after in sorted({0, self.seq // 2, self.seq - 1, self.seq, self.seq + 5}):
            self.ask("update", "GET", f"{self.path}?after={after}")
        self.look_at_previews()
        self.ask("hint", "POST", f"{self.path}/hints", {"decision": self.game.decision})
        self.see_metrics()

    def see_metrics(self) -> None:
        self.log_lines()  # waits, because requests are counted after their answers
        self.observations.see_metrics(self.admin.ask("GET", "/metrics").body.decode())

    def look_around(self) -> None:
        """Send the viewer's other requests."""
        self.ask("record", "GET", f"{self.path}/record")
        self.look_at_previews()
        self.look_back()
        self.ask("my rooms", "GET", "/api/me/rooms")
        self.ask("open rooms", "GET", "/api/rooms")
        self.ask("listed games", "GET", "/api/games")
        self.ask("data", "GET", "/api/me/data")
        for path in ("/", "/metrics", f"/api/rooms/{'0' * 32}", f"{self.path}/log"):
            self.ask("nothing", "GET", path)

    def look_at_previews(self) -> None:
        """Open the links to the game as somebody does who got them, and ask for their pictures."""
        for path in ("/r/{}", "/replay/{}", "/replay/{}/analysis", "/previews/de/{}.png"):
            self.ask("preview", "GET", path.format(self.room))

    def look_back(self) -> None:
        """Send requests for a replay, which a running game refuses."""
        replay = f"/api/replays/{self.room}"
        for path in ("", "?eyes=1", "/record", "/analysis"):
            self.ask("replay", "GET", f"{replay}{path}")
        body = {"number": 0, "seat": 0, "name": "Eve", "nonce": "0" * 32}
        self.ask("replay", "POST", f"{replay}/rooms", {"command": "look-back", **body})
        self.ask("replay", "POST", f"{replay}/analysis")

    def try_all(self) -> None:
        """Send commands that are refused for reasons that the viewer knows."""
        viewer, decision = self.scene.viewer, self.game.decision
        tried = [(move, decision) for move in TRIES if not self._may(viewer, move)]
        tried += [("pass", decision + 1), ("pass", max(decision - 1, 0)), ("pass", None)]
        for move, number in tried:
            if number != decision or not self._may(viewer, move):
                self._try("play", move=move, decision=number)
        for command_type in ("start", "undo", "rematch"):
            self._try(command_type, **({"nonce": "0" * 32} if command_type == "rematch" else {}))
        self._try("set_seat", seat=0, bot="solid")

    def _try(self, command_type: str, **facts) -> None:
        answer = self._command(self.scene.viewer, command_type, **facts)
        assert answer.status != 200, (command_type, facts)
        self.observations.see_answer("refused", *answer)

    def _may(self, seat: int | None, move: str) -> bool:
        return move != "fly" and seat is not None and self.game.may(seat, parse_move(move))

    def do_hidden(self) -> None:
        """Send bid plans, refused commands and hint requests of the others, unequal by world."""
        auction, _ = current_auction(self.game)
        for seat in self.scene.people:
            if seat == self.scene.viewer:
                continue
            key = self.keys[seat]
            if auction is not None:
                number = {"round": auction.round, "number": auction.number}
                options = self.game.options(seat)
                bids = bool(self.world and (options.bid or options.next_bid))
                plan = {"above": None, "up_to": 0} if bids else {"above": 500 + 7 * self.world}
                plan |= {"auction": number}
                self.line.ask_ok("POST", f"{self.path}/wishes", plan, key=key)
            sales = [sale for sale in SALES if not self._may(seat, sale)]
            answer = self._command(seat, "play", move=sales[self.world])
            assert answer.status == 409, answer
            if seat == self.game.turn and self.scene.number % 4 == 0:
                hint = {"decision": self.game.decision}
                self.line.ask_ok("POST", f"{self.path}/hints", hint, key=key)

    # --- the end --------------------------------------------------------------------------

    def connect_again(self) -> None:
        """Connect more devices of the viewer, which resume from earlier entries."""
        host = self.scene.people[0]
        reaction = {"reaction": "hello"}
        self.line.ask_ok("POST", f"{self.path}/reactions", reaction, key=self.keys[host])
        self.read_until("type", "reacted")
        sockets = [self.main]
        for after in (0, self.seq // 2, self.seq - 1):
            newest = self.follow(after)
            for socket in sockets:
                self.read(socket)  # the presence of the new device
            sockets.append(newest)

    def close(self) -> None:
        """Close everything that would affect the next scene, and read the log."""
        self.stack.close()
        self.admin = HttpClient(self.server.admin_port)
        deadline = time.monotonic() + 10
        while "byzanz_connections 0.0" not in self.admin.ask("GET", "/metrics").body.decode():
            assert time.monotonic() < deadline
        self.admin.close()
        self.observations.see_log(self.log_lines())

    def log_lines(self) -> list[str]:
        """Wait until the log has a line for every request of this scene; returns the lines."""
        deadline = time.monotonic() + 10
        while len(lines := self.server.log_since(self.log_start)) < self.line.count:
            assert time.monotonic() < deadline
            time.sleep(0.002)
        return lines
