"""Plays a scene in one of its worlds on a real server, and sees what its viewer sees.

Beside the cards, the worlds differ in whatever else of the others is nobody's business: their keys
and nonces, what they wish, what they tried and were refused, which hints they got.
"""

import json
import time
from contextlib import ExitStack

from byzanz import Game
from byzanz.game.moves import parse_move
from byzanz.game.record import write_record
from byzanz.server.pace import GRID, LINGERING, STEPS
from byzanz.server.wishes import bidding
from byzanz.wire.room import Pace
from tests.server.secrecy.asking import Line
from tests.server.secrecy.scenes import Scene
from tests.server.secrecy.sight import Sight

LONGEST = (STEPS + LINGERING[Pace.CALM]) * GRID[Pace.CALM]  # till a bot has answered
TRIES = (
    "bid M", "bid C1 C1", "bid W4", "sell C1 C1 C1", "sell G4 W4 M", "discard S3", "give O4",
    "take V", "done", "pass", "fly",
)  # fmt: skip
SALES = ("sell C1 C1 C1", "sell G2 G2 G2", "sell S1 S3 S4", "sell O1 O2 O2", "sell W2 W2 M")


def play(server, scene: Scene, world: int) -> Sight:
    """All that the viewer gets of a scene."""
    with ExitStack() as stack:
        stage = Stage(server, scene, world, stack)
        stage.seat_all()
        stage.play_all()
        stage.come_again()
        stage.close()
        return stage.sight


class Stage:
    def __init__(self, server, scene: Scene, world: int, stack: ExitStack) -> None:
        self.server, self.scene, self.world, self.stack = server, scene, world, stack
        self.line, self.admin = Line(server.port), Line(server.admin_port)
        stack.callback(self.line.close)
        stack.callback(self.admin.close)
        self.sight = Sight(server.masks)
        self.log_start = server.log_size()
        self.game = Game(scene.names, scene.decks[world])
        self.keys: dict[int | None, str | None] = {}
        self.command = 0
        self.seq = 0
        self.see_figures()
        self.pass_time(2000)

    # --- what everybody does --------------------------------------------------------------

    def pass_time(self, milliseconds: int) -> None:
        self.server.now += milliseconds
        self.line.done("POST", "/test/clock", {"now": self.server.now})

    def seed(self, number: int) -> None:
        self.line.done("POST", "/test/ids", {"seed": number})

    def seat_all(self) -> None:
        scene, viewer = self.scene, self.scene.viewer
        self.seed(scene.ids + 1)
        new = self.line.ask("POST", "/api/people")
        is_known = viewer is not None or scene.has_key
        self.keys[viewer] = new.json["key"] if is_known else None
        self.sight.see_answer("new person", *new)
        self.seed(scene.ids + 2 + self.world)
        for seat in scene.people:
            if seat != viewer:
                self.keys[seat] = self.line.done("POST", "/api/people")["key"]
        self.seed(scene.ids)
        self._make_room()
        self.main = self.follow(0)
        host = scene.people[0]
        for seat in scene.people:
            nonce = f"{9 if seat == viewer else 1 + self.world:032x}"
            self.send(seat, "join", name=scene.names[seat], nonce=nonce, seat=seat)
        self.send(host, "change_setup", setup=scene.setup)
        self.look_around()
        self.send(host, "start")

    def _make_room(self) -> None:
        query = "&".join([f"bot={seat}:{word}" for seat, word in self.scene.bots.items()])
        made = self.line.done("POST", f"/test/rooms?{query}", write_record(self.game))
        self.room = made["room"]
        self.path = f"/api/rooms/{self.room}"

    def send(self, who: int | None, kind: str, **facts) -> None:
        """A command that is done."""
        answer = self._command(who, kind, **facts)
        assert answer.status == 200, (who, kind, facts, answer)
        self.seq = answer.json["seq"]
        if who == self.scene.viewer:
            self.sight.see_answer("done", *answer)

    def _command(self, who: int | None, kind: str, **facts):
        self.command += 1
        body = {"type": kind, "command": f"command-{self.command}", **facts}
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
        self.read_till("seq", self.seq)

    # --- what the viewer sees -------------------------------------------------------------

    def follow(self, after: int):
        key = self.keys[self.scene.viewer]
        socket = self.stack.enter_context(self.line.follow(self.room, after, key=key))
        self.sight.see_answer("socket", 101, socket.response.headers.raw_items(), b"")
        self.read(socket, 2)  # an update, and who is there
        return socket

    def read(self, socket, amount: int = 1) -> None:
        for _ in range(amount):
            self.sight.see("push", socket.recv(timeout=10).encode())

    def read_till(self, name: str, value: object) -> None:
        """Read pushes until one tells this."""
        told = None
        while told != value:
            message = self.main.recv(timeout=10)
            self.sight.see("push", message.encode())
            told = json.loads(message).get(name)

    def ask(self, what: str, method: str, path: str, body=None):
        answer = self.line.ask(method, path, body, key=self.keys[self.scene.viewer])
        self.sight.see_answer(what, *answer)
        return answer

    def look(self) -> None:
        """What the game tells, after what the others do unseen."""
        self.do_unseen()
        for after in sorted({0, self.seq // 2, self.seq - 1, self.seq, self.seq + 5}):
            self.ask("update", "GET", f"{self.path}?after={after}")
        self.ask("hint", "POST", f"{self.path}/hints", {"decision": self.game.decision})
        self.see_figures()

    def see_figures(self) -> None:
        self.noted()  # requests are counted after their answers
        self.sight.see_figures(self.admin.ask("GET", "/metrics").body.decode())

    def look_around(self) -> None:
        """What else can be asked."""
        self.ask("record", "GET", f"{self.path}/record")
        self.look_back()
        self.ask("my rooms", "GET", "/api/me/rooms")
        self.ask("open rooms", "GET", "/api/rooms")
        for path in ("/", "/metrics", f"/api/rooms/{'0' * 32}", f"{self.path}/log"):
            self.ask("nothing", "GET", path)

    def look_back(self) -> None:
        """What is asked for when a game is over, which it is not."""
        replay = f"/api/replays/{self.room}"
        for path in ("", "?eyes=1", "/record", "/analysis"):
            self.ask("replay", "GET", f"{replay}{path}")
        body = {"number": 0, "seat": 0, "name": "Eve", "nonce": "0" * 32}
        self.ask("replay", "POST", f"{replay}/rooms", {"command": "look-back", **body})
        self.ask("replay", "POST", f"{replay}/analysis")

    def try_all(self) -> None:
        """What is refused, as far as the viewer can know that it will be."""
        viewer, decision = self.scene.viewer, self.game.decision
        tried = [(words, decision) for words in TRIES if not self._may(viewer, words)]
        tried += [("pass", decision + 1), ("pass", max(decision - 1, 0)), ("pass", None)]
        for words, number in tried:
            if number != decision or not self._may(viewer, words):
                self._try("play", move=words, decision=number)
        for kind in ("start", "undo", "rematch"):
            self._try(kind, **({"nonce": "0" * 32} if kind == "rematch" else {}))
        self._try("set_seat", seat=0, bot="solid")

    def _try(self, kind: str, **facts) -> None:
        answer = self._command(self.scene.viewer, kind, **facts)
        assert answer.status != 200, (kind, facts)
        self.sight.see_answer("refused", *answer)

    def _may(self, seat: int | None, words: str) -> bool:
        return words != "fly" and seat is not None and self.game.may(seat, parse_move(words))

    def do_unseen(self) -> None:
        """The others' wishes, refusals and hints are other ones in each world."""
        auction, _ = bidding(self.game)
        for seat in self.scene.people:
            if seat == self.scene.viewer:
                continue
            key = self.keys[seat]
            if auction is not None:
                number = {"round": auction.round, "number": auction.number}
                options = self.game.options(seat)
                bids = bool(self.world and (options.bid or options.next_bid))
                wish = {"above": None, "up_to": 0} if bids else {"above": 500 + 7 * self.world}
                wish |= {"auction": number}
                self.line.done("POST", f"{self.path}/wishes", wish, key=key)
            words = [words for words in SALES if not self._may(seat, words)]
            answer = self._command(seat, "play", move=words[self.world])
            assert answer.status == 409, answer
            if seat == self.game.turn and self.scene.number % 4 == 0:
                hint = {"decision": self.game.decision}
                self.line.done("POST", f"{self.path}/hints", hint, key=key)

    # --- the end --------------------------------------------------------------------------

    def come_again(self) -> None:
        """Other devices of the viewer, which have seen less."""
        host = self.scene.people[0]
        reaction = {"reaction": "hello"}
        self.line.done("POST", f"{self.path}/reactions", reaction, key=self.keys[host])
        self.read_till("type", "reacted")
        sockets = [self.main]
        for after in (0, self.seq // 2, self.seq - 1):
            newest = self.follow(after)
            for socket in sockets:
                self.read(socket)  # one more is there
            sockets.append(newest)

    def close(self) -> None:
        """Leave nothing behind that would be seen in the next scene."""
        self.stack.close()
        self.admin = Line(self.server.admin_port)
        deadline = time.monotonic() + 10
        while "byzanz_connections 0.0" not in self.admin.ask("GET", "/metrics").body.decode():
            assert time.monotonic() < deadline
        self.admin.close()
        self.sight.see_log(self.noted())

    def noted(self) -> list[str]:
        """The log of this scene, once it tells of every request."""
        deadline = time.monotonic() + 10
        while len(lines := self.server.log_since(self.log_start)) < self.line.count:
            assert time.monotonic() < deadline
            time.sleep(0.002)
        return lines
