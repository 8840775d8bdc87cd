"""People who play games with a day for each move from their phones: only when they are alerted."""

import asyncio
import secrets
from collections import Counter
from random import Random

import httpx
import msgspec

from byzanz.rooms.entries import DECODER
from byzanz.rooms.outages import Outages
from byzanz.rooms.room import Room
from byzanz.server.hosting.people import person_of
from byzanz.wire.answers import Accepted, Update
from byzanz.wire.commands import CreateRoom, Join, Play, SeatPlan, Start
from byzanz.wire.room import Setup, Status
from tests.server.alerts.browser import Browser
from tests.server.alerts.push_service import PushService
from tests.server.alerts.sending import DAY
from tests.server.faults.choosing import choose

NAMES = ("Anna", "Ben", "Cleo")


class Phone:
    """A phone that shows messages as the service worker does."""

    def __init__(self) -> None:
        self.browser = Browser()
        self.shown: dict[str, str] = {}  # by path: the id of the notification on the screen
        self.sounds: Counter[str] = Counter()  # by id
        self.messages: Counter[str] = Counter()  # by id
        self.topics: dict[str, set[str]] = {}  # by id

    def clear(self, seen: dict[str, str]) -> None:
        """Remove these notifications from the screen, but no later ones."""
        self.shown = {path: each for path, each in self.shown.items() if seen.get(path) != each}

    def receive(self, sent) -> None:
        """Show a message; one with the id of that on the screen replaces it silently."""
        message = self.browser.read(sent.body)
        self.messages[message["id"]] += 1
        self.topics.setdefault(message["id"], set()).add(sent.headers["topic"])
        if self.shown.get(message["path"]) != message["id"]:
            self.sounds[message["id"]] += 1
        self.shown[message["path"]] = message["id"]


class Player:
    """A person without any open page."""

    def __init__(self, game: "DayGame", name: str) -> None:
        self.game, self.name, self.phone = game, name, Phone()
        self.alerted = asyncio.Event()

    async def post(self, path: str, body) -> httpx.Response:
        """Post until a process answers."""
        return await self._ask("POST", path, body)

    async def _ask(self, method: str, path: str, body=None) -> httpx.Response:
        headers = {"content-type": "application/json"}
        if hasattr(self, "key"):
            headers["authorization"] = f"Bearer {self.key}"
        content = None if body is None else msgspec.json.encode(body)
        while True:
            url = self.game.dice.choice(self.game.hosts).url
            try:
                answer = await self.game.http.request(
                    method, url + path, content=content, headers=headers
                )
                if answer.status_code != 503:
                    return answer
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.05)

    async def register(self) -> None:
        self.key = (await self.post("/api/people", None)).json()["key"]
        answer = await self.post("/api/me/alerts/devices", self.phone.browser.device())
        assert answer.status_code == 200, answer.text

    async def command(self, body, path: str = "") -> Accepted:
        answer = await self.post(path or f"/api/rooms/{self.game.room}/commands", body)
        assert answer.status_code == 200, (body, answer.text)
        return msgspec.json.decode(answer.content, type=Accepted)

    async def update(self) -> Update:
        answer = await self._ask("GET", f"/api/rooms/{self.game.room}")
        return msgspec.json.decode(answer.content, type=Update)

    async def play(self) -> None:
        """Move whenever the phone makes a sound, until the game is over."""
        while True:
            await self.alerted.wait()
            self.alerted.clear()
            seen = dict(self.phone.shown)
            update = await self.update()
            assert update.view.turn == update.room.seat, "alerted out of turn"
            decision = update.options.decision
            while update.view.turn == update.room.seat and update.options.decision == decision:
                move = choose(update.options, self.game.dice)
                await self.command(Play(secrets.token_hex(8), move, decision))
                update = await self.update()
                if update.room.status is not Status.RUNNING:
                    return
            self.phone.clear(seen)  # who has moved clears the screen


class DayGame:
    """A game of three people, who have a day for each move and take as long as a message takes."""

    def __init__(self, hosts, service: PushService, dice: Random) -> None:
        self.hosts, self.service, self.dice = hosts, service, dice
        self.room = ""
        self.players = [Player(self, name) for name in NAMES]
        self.http = httpx.AsyncClient(timeout=5)

    async def play(self) -> None:
        for player in self.players:
            await player.register()
        host, *guests = self.players
        created = CreateRoom(
            *(secrets.token_hex(8), host.name, secrets.token_hex(16), (SeatPlan(),) * 3),
            Setup(clock=DAY),
        )
        self.room = (await host.command(created, "/api/rooms")).room
        for guest in guests:
            await guest.command(Join(secrets.token_hex(8), guest.name, secrets.token_hex(16)))
        await host.command(Start(secrets.token_hex(8)))
        playing = [asyncio.ensure_future(player.play()) for player in self.players]
        try:
            while not await self._is_over():
                await asyncio.sleep(0.5)
                for task in playing:
                    if task.done():
                        await task
        finally:
            for task in playing:
                task.cancel()
            await self.http.aclose()

    async def _is_over(self) -> bool:
        return (await self.players[0].update()).room.status is Status.FINISHED

    def phones(self) -> dict[str, Player]:
        return {player.phone.browser.path: player for player in self.players}

    async def check(self, store) -> tuple[int, int]:
        """Check the phones against the log; returns the number of turns and of messages."""
        expected = await turns_of(store, self.room)
        for player in self.players:
            phone, wanted = player.phone, expected.get(person_of(player.key), set())
            assert set(phone.sounds) == wanted, (player.name, set(phone.sounds) ^ wanted)
            assert set(phone.sounds.values()) <= {1}, (player.name, phone.sounds.most_common(3))
            assert all(len(topics) == 1 for topics in phone.topics.values())
        messages = sum(sum(player.phone.messages.values()) for player in self.players)
        return sum(map(len, expected.values())), messages


async def turns_of(store, room_id: str) -> dict[str, set[str]]:
    """Read from the log which alerts are due, by person: one for each decision of the game."""
    room, found, last = Room(room_id, Outages()), {}, -1
    for row in await store.log(room_id):
        room.add(row.at, DECODER.decode(row.body))
        if room.turn is not None and room.game.decision > last:
            last = room.game.decision
            found.setdefault(room.turn.person, set()).add(f"{room_id}.{row.seq}")
    return found


async def deliver(service: PushService, players: dict[str, Player]) -> None:
    """Hand what the push service got to the phones, for ever."""
    done = 0
    while True:
        await asyncio.sleep(0.02)
        requests = service.accepted
        while done < len(requests):
            sent = requests[done]
            done += 1
            player = players[sent.path]
            sounds = sum(player.phone.sounds.values())
            player.phone.receive(sent)
            if sum(player.phone.sounds.values()) > sounds:
                player.alerted.set()
