"""Sends the alerts that are due: those that are still true, to people who have no page open.

Any number of processes may do this on one store. A process takes alerts for `LEASE`; if it dies,
another one takes them after that. An alert is deleted when the push service has accepted it. If a
process dies in between, the message is sent again, with the same id and topic: then the push
service or the browser replaces the first one.
"""

import asyncio
import secrets

import structlog

from byzanz.rooms.alerts import Alert, AlertKind, still_applies
from byzanz.rooms.creation import RandomBytes
from byzanz.rooms.room import Room
from byzanz.server.alerts.delivery import SECONDS, Delivery, Outcome, Result
from byzanz.server.alerts.devices import Devices
from byzanz.server.alerts.messages import message_of
from byzanz.server.alerts.quiet_hours import QuietHours, quiet_until
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.ops.clock import DAY
from byzanz.server.ops.config import Config
from byzanz.server.ops.logs import error_fields
from byzanz.server.ops.metrics import Metrics
from byzanz.server.peers.presence import DECODER as PRESENCE
from byzanz.store.errors import CorruptStore, StoreBusy
from byzanz.store.rows import SubscriptionRow, TakenAlert
from byzanz.wire.problems import RequestRefused

log = structlog.get_logger()

AT_ONCE = 8  # alerts that a process sends at the same time
LEASE = 1000 * (SECONDS + 20)  # milliseconds until another process takes an alert
SECOND_LOOK = 90_000  # milliseconds; a socket of a sleeping phone is noticed within 65 seconds
FIRST_PAUSE = (
    30_000  # milliseconds after the first failure; four times as long after each other one
)
MOST_TRIES = 6  # of one alert, over about three hours
MOST_FAILURES = 5  # alerts given up in a row, after which a device gets no more
MOST_TAKEN = 3 * MOST_TRIES  # times that an alert is taken, also by processes that were killed
LOG_INTERVAL = 60_000  # milliseconds between two lines about failures
KEPT = 7 * DAY  # an older alert is deleted, sent or not


class AlertSender:
    """Sends alerts in the background."""

    def __init__(
        self,
        rooms: RoomRegistry,
        devices: Devices,
        delivery: Delivery,
        config: Config,
        metrics: Metrics,
        random_bytes: RandomBytes = secrets.token_bytes,
    ) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._clock = rooms.clock
        self._devices = devices
        self._delivery = delivery
        self._metrics = metrics
        self._random_bytes = random_bytes
        self._contact = config.alerts.contact or _https(config.url)
        self._logged_at = -LOG_INTERVAL
        self._unlogged = 0  # failures since the last line in the log

    async def send_due(self) -> bool:
        """Deal with some alerts that are due; returns whether there were any.

        Raises `StoreBusy`. An alert that can't be dealt with is due again after its lease.
        """
        now = self._clock.now()
        if not await self._store.has_due_alerts(now):
            return False
        alerts = await self._store.take_alerts(now, now + LEASE, AT_ONCE)
        results = await asyncio.gather(*map(self._deal_with, alerts), return_exceptions=True)
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, (StoreBusy, CorruptStore)):
                log.error("failed", **error_fields(result))  # the others must be sent nevertheless
        return bool(alerts)

    async def _deal_with(self, alert: TakenAlert) -> None:
        """Send an alert, postpone it, or delete it because nobody needs it any more."""
        device, now = alert.subscription, self._clock.now()
        room = await self._room_of(alert)
        if room is None or alert.tries > MOST_TAKEN:
            await self._settle(alert, "outdated")
            return
        if await self._is_connected(device.person):
            if now < alert.begun + SECOND_LOOK:
                at = alert.begun + SECOND_LOOK
                await self._store.postpone_alert(alert, at, is_try=False)
            else:
                await self._settle(alert, "connected")
            return
        quiet_end = _quiet_end(device, now)
        if quiet_end is not None:
            await self._store.postpone_alert(alert, quiet_end, is_try=False)
            return
        if not await self._is_wanted(alert, room):
            await self._settle(alert, "unwanted")
            return
        await self._send(alert, room)

    async def _room_of(self, alert: TakenAlert) -> Room | None:
        """Return the room of an alert that still applies, or None."""
        wanted = Alert(alert.subscription.person, AlertKind(alert.kind))
        try:
            async with self._rooms.held_fresh(alert.room) as live:
                return live.room if still_applies(live.room, wanted, alert.seq) else None
        except (RequestRefused, CorruptStore):
            return None

    async def _is_connected(self, person: str) -> bool:
        """Whether a person has a push socket, at any process and in any room."""
        for live in self._rooms.live:
            if live.has_socket(person):
                return True
        now = self._clock.now()
        bodies = await self._store.live_presence_naming(person, now)
        return any(person in PRESENCE.decode(body).sockets for body in bodies)

    async def _is_wanted(self, alert: TakenAlert, room: Room) -> bool:
        """Whether both people want the invitation, and it is the only one of the day."""
        if alert.kind != AlertKind.INVITATION:
            return True
        person = alert.subscription.person
        return room.host is not None and await self._store.claim_invitation(
            person, room.host, room.id, self._clock.now(), pause=DAY
        )

    async def _send(self, alert: TakenAlert, room: Room) -> None:
        device, now = alert.subscription, self._clock.now()
        due = room.due if alert.kind == AlertKind.TURN else None
        key = await self._devices.key()
        message = message_of(alert, due, now)
        if self._clock.now() + 1000 * SECONDS > alert.due:
            return  # this process was stopped for a while: another one has the alert by then
        outcome = await self._delivery.send(
            device, message, key, self._contact, now, self._random_bytes
        )
        self._metrics.count_alert(outcome.result.value)
        match outcome.result:
            case Result.ACCEPTED:
                await self._store.settle_alert(alert)
                await self._store.mark_reached(device.subscription)
            case Result.GONE:
                await self._store.delete_subscription(device.subscription, device.person)
            case Result.FAILED:
                self._log_failure(outcome)
                await self._retry(alert, outcome)

    async def _retry(self, alert: TakenAlert, outcome: Outcome) -> None:
        if alert.tries < MOST_TRIES:
            pause = max(FIRST_PAUSE * 4 ** (alert.tries - 1), outcome.pause)
            await self._store.postpone_alert(alert, self._clock.now() + pause, is_try=True)
            return
        await self._store.settle_alert(alert)
        device = alert.subscription.subscription
        if await self._store.mark_failed(device, most=MOST_FAILURES):
            log.info("device dropped")

    async def _settle(self, alert: TakenAlert, reason: str) -> None:
        self._metrics.count_alert(reason)
        await self._store.settle_alert(alert)

    def _log_failure(self, outcome: Outcome) -> None:
        """Log a failure, at most one a minute: the machine may have no network."""
        self._unlogged += 1
        now = self._clock.now()
        if now >= self._logged_at + LOG_INTERVAL:
            log.warning("alerts failed", reason=outcome.reason, count=self._unlogged)
            self._logged_at, self._unlogged = now, 0


def _https(url: str) -> str:
    return url if url.startswith("https://") else ""


def _quiet_end(device: SubscriptionRow, now: int) -> int | None:
    """Return when the quiet hours of a device end, or None if it is not quiet."""
    if device.quiet_from is None or device.quiet_until is None:
        return None
    hours = QuietHours(device.quiet_from, device.quiet_until)
    return quiet_until(hours, device.time_zone, now)
