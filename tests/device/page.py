"""A page in place of the browser's: it keeps the rows, commits writes and may be killed."""

import json
from collections.abc import Callable
from random import Random

from byzanz.device.device import Device
from byzanz.rooms.bot_task import stand_in_move


class Refused(Exception):
    """A problem instead of an answer."""

    def __init__(self, problem: dict):
        super().__init__(problem["code"])
        self.code, self.facts = problem["code"], problem.get("facts", {})


class Killed(Exception):
    """The page was killed."""


class Conflict(Exception):
    """Another tab wrote the entry first."""


class Database:
    """What the browser keeps: three stores."""

    def __init__(self):
        self.rows: dict[str, str] = {}
        self.entries: dict[str, dict[int, str]] = {}
        self.records: dict[str, str] = {}

    def commit(self, writes: list[dict]) -> None:
        """Commit all writes, or none."""
        for write in writes:
            if write["action"] == "add" and write["key"][1] in self.entries.get(
                write["key"][0], {}
            ):
                raise Conflict
        for write in writes:
            self._apply(write)

    def _apply(self, write: dict) -> None:
        store, key = getattr(self, write["store"]), write["key"]
        match write["action"]:
            case "add":
                store.setdefault(key[0], {})[key[1]] = write["value"]
            case "put":
                store[key] = write.get("value", "")
            case "delete" | "clear":
                store.pop(key, None)

    def log(self, room: str) -> list[str]:
        """The rows of a room's log in order."""
        return [row for _, row in sorted(self.entries.get(room, {}).items())]


class Page:
    """A worker with the device; `kill_at` counts the steps until it is killed."""

    def __init__(self, database: Database | None = None, *, seed: int = 1, now: int = 1_000_000):
        self.database = database or Database()
        self.now = now
        self.kill_at: int | None = None
        self.device = Device(json.dumps(self.database.rows), Random(seed).randbytes)
        self._done(self.device.begin())

    def ask(self, operation: str, body: object = None, **parameters: str | int) -> dict:
        """Ask as a page asks; raises `Refused`."""
        text = body if body is None or isinstance(body, str) else json.dumps(body)
        asked = json.dumps(
            {"operation": operation, "parameters": parameters, "now": self.now, "body": text}
        )
        return self._done_with(lambda: self.device.ask(asked))

    def play_next(self, room: str) -> bool:
        """Wait for the next automatic move; returns whether there was one."""
        at = self._done_with(lambda: self.device.next_at(room))
        if at is None:
            return False
        self.now = max(self.now, at)
        self._done_with(lambda: self.device.play_next(room, self.now))
        return True

    def remove_room(self, room: str) -> None:
        self._done_with(lambda: self.device.remove_room(room))

    def update(self, room: str, after: int = 0) -> dict:
        return self.ask("update", room=room, after=after)

    def _done_with(self, call: Callable[[], str]):
        while True:
            reply = json.loads(call())
            needs = reply.get("needs")
            if needs is None:
                return self._done(json.dumps(reply))
            if needs["store"] == "entries":
                log = json.dumps(self.database.log(needs["key"]))
                self._done(self.device.load(needs["key"], log))
            else:
                record = self.database.records.get(needs["key"])
                self._done(self.device.load_record(needs["key"], record))

    def _done(self, text: str):
        reply = json.loads(text)
        if reply.get("is_damaged"):
            raise Refused({"code": "damaged"})
        if reply.get("problem"):
            raise Refused(reply["problem"])
        self._step()
        self.database.commit(reply.get("writes", []))
        self._step()
        return reply.get("answer")

    def _step(self) -> None:
        if self.kill_at is not None:
            self.kill_at -= 1
            if self.kill_at < 0:
                raise Killed


def new_game(page: Page, *bots: str, command: str = "new-game", **setup: object) -> str:
    """Start a game and return its room."""
    seats = [{"bot": None}, *({"bot": bot} for bot in bots or ("solid",) * 3)]
    body = {"command": command, "name": "Ada", "nonce": "0f" * 16, "seats": seats, "start": True}
    return page.ask("create", {**body, "setup": setup} if setup else body)["room"]


def play(page: Page, room: str, moves: int = 10_000) -> int:
    """Play simple legal moves for the person, as long as there are some; returns their number."""
    made = 0
    while made < moves:
        if page.play_next(room):
            continue
        update = page.update(room)
        if update["options"] is None or update["room"]["status"] != "running":
            break
        send(page, room, simple_move(page, room), update)
        made += 1
    return made


def send(page: Page, room: str, move: str, update: dict) -> dict:
    """Send a move with an id that follows from the update it answers."""
    return page.ask("command", play_command(move, update), room=room)


def play_command(move: str, update: dict) -> dict:
    """The command that plays a move as the answer to an update."""
    decision = update["view"]["decision"]
    return {
        "type": "play",
        "command": f"after-{update['seq']:04}",
        "move": move,
        "decision": decision,
    }


def simple_move(page: Page, room: str) -> str:
    """A legal move for the person, who is on turn: the one of the bot solid."""
    page.update(room)  # so that it is loaded
    return stand_in_move(page.device._shelf.room(room).room)
