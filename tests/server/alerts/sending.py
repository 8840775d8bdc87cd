"""A sender in virtual time, and browsers that get its messages."""

import asyncio

import msgspec

from byzanz.server.alerts.delivery import Outcome, Result
from byzanz.server.alerts.devices import Devices
from byzanz.server.alerts.messages import Message
from byzanz.server.alerts.sender import AlertSender
from byzanz.server.hosting.people import person_of
from byzanz.server.ops.config import AlertSettings, Config
from byzanz.server.ops.metrics import Metrics
from byzanz.wire.alerts import Quiet
from byzanz.wire.room import MoveClock
from tests.server.alerts.browser import HOST, Browser

DAY = MoveClock(86_400)
SETTINGS = AlertSettings(services=(HOST,))
ACCEPTED = Outcome(Result.ACCEPTED)


class FakeDelivery:
    """Keeps messages, with the address and the time of each; answers what `answers` says."""

    def __init__(self, clock) -> None:
        self.clock = clock
        self.sent: list[tuple[str, Message, int]] = []
        self.answers: list[Outcome] = []

    async def send(self, device, message, key, contact, now, random_bytes) -> Outcome:
        await asyncio.sleep(0.05)
        self.sent.append((device.address, message, self.clock.now()))
        return self.answers.pop(0) if self.answers else ACCEPTED


class Alerting:
    """The alerts of a harness; `rooms` may be the rooms of another process."""

    def __init__(self, harness, rooms=None, delivery=None) -> None:
        self.harness = harness
        self.rooms = rooms or harness.rooms
        self.devices = Devices(harness.store, harness.clock, SETTINGS)
        self.delivery = delivery or FakeDelivery(harness.clock)
        self.metrics = Metrics()
        self.sender = AlertSender(
            *(self.rooms, self.devices, self.delivery, Config(alerts=SETTINGS), self.metrics),
            harness.random_bytes,
        )

    async def subscribe(
        self, name: str, *, language: str = "en", time_zone="UTC", quiet: Quiet | None = None
    ) -> Browser:
        """Give a person one more device."""
        await self.harness.store.add_person(person_of(name), 1)
        browser = Browser()
        device = browser.device(language=language, time_zone=time_zone, quiet=quiet)
        await self.devices.add(person_of(name), device)
        return browser

    async def run(self, seconds: float, step: float = 1) -> None:
        """Let time pass, and send what is due every `step` seconds."""
        end = asyncio.get_running_loop().time() + seconds
        while (left := end - asyncio.get_running_loop().time()) > 0:
            await self.sender.send_due()
            await asyncio.sleep(min(left, step))

    def read(self, browser: Browser | None = None) -> list[dict]:
        """Return the messages since the last call, of a browser or of all."""
        found = [
            msgspec.json.decode(message.text)
            for address, message, _ in self.delivery.sent
            if browser is None or address == browser.address
        ]
        self.delivery.sent = [
            each
            for each in self.delivery.sent
            if browser is not None and each[0] != browser.address
        ]
        return found

    async def pending(self) -> int:
        rows = await self.harness.store._read("SELECT count(*) FROM alert")
        return rows[0][0]
