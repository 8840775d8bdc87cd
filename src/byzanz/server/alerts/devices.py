"""The devices of a person that get alerts."""

import binascii
from base64 import urlsafe_b64decode

from byzanz.server.alerts.addresses import device_id, host_of, is_listed
from byzanz.server.alerts.encryption import SECRET_SIZE, BrowserKeys, are_valid
from byzanz.server.alerts.quiet_hours import is_time_zone
from byzanz.server.alerts.signing import ServerKey, new_key_body
from byzanz.server.ops.clock import Clock
from byzanz.server.ops.config import AlertSettings
from byzanz.store.event_store import EventStore
from byzanz.store.rows import SubscriptionRow
from byzanz.wire.alerts import (
    AddDevice,
    AlertDevice,
    Alerts,
    BrowserSubscription,
    Quiet,
    RenewDevice,
)
from byzanz.wire.problems import Code, RequestRefused
from byzanz.words.catalogue import LANGUAGES

MOST_DEVICES = 10  # of a person; one more replaces the oldest
DEFAULT_LANGUAGE = "en"


class Devices:
    """Adds and removes the devices of people, and keeps the server's key."""

    def __init__(self, store: EventStore, clock: Clock, settings: AlertSettings) -> None:
        self._store = store
        self._clock = clock
        self._settings = settings
        self._key: ServerKey | None = None

    async def key(self) -> ServerKey:
        """Return the key of all servers on this store; makes it if there is none."""
        if self._key is None:
            body = await self._store.server_key()
            if body is None:
                await self._store.add_server_key(new_key_body())
                body = await self._store.server_key()
            assert body is not None
            self._key = ServerKey(body)
        return self._key

    async def list(self, person: str | None) -> Alerts:
        """Return a person's devices and choices, and the server's key."""
        key = (await self.key()).public if self._settings.is_on else None
        if person is None:
            return Alerts(key, (), is_muted=False)
        rows = await self._store.subscriptions(person)
        is_muted = await self._store.has_muted_invitations(person)
        return Alerts(key, tuple([alert_device(row) for row in rows]), is_muted=is_muted)

    async def add(self, person: str, wanted: AddDevice) -> AlertDevice:
        """Send alerts to a device from now on, or change how; raises `RequestRefused`."""
        if not is_time_zone(wanted.time_zone):
            raise RequestRefused(Code.BAD_SUBSCRIPTION, field="time_zone")
        quiet = wanted.quiet
        return await self._set(
            person,
            wanted.subscription,
            wanted.language if wanted.language in LANGUAGES else DEFAULT_LANGUAGE,
            wanted.time_zone,
            (quiet.start, quiet.until) if quiet and quiet.start != quiet.until else (None, None),
        )

    async def renew(self, person: str, device: str, wanted: RenewDevice) -> AlertDevice:
        """Replace the subscription of a device; raises `RequestRefused`."""
        for row in await self._store.subscriptions(person):
            if row.subscription == device:
                hours = (row.quiet_from, row.quiet_until)
                renewed = await self._set(
                    person, wanted.subscription, row.language, row.time_zone, hours
                )
                if renewed.device != device:
                    await self._store.delete_subscription(device, person)
                return renewed
        raise RequestRefused(Code.NOT_FOUND)

    async def remove(self, person: str, device: str) -> None:
        """Send a device no more alerts; raises `RequestRefused`."""
        if not await self._store.delete_subscription(device, person):
            raise RequestRefused(Code.NOT_FOUND)

    async def _set(
        self,
        person: str,
        subscription: BrowserSubscription,
        language: str,
        time_zone: str,
        quiet: tuple[int | None, int | None],
    ) -> AlertDevice:
        keys = self._checked(subscription)
        row = SubscriptionRow(
            subscription=device_id(subscription.address),
            person=person,
            address=subscription.address,
            public_key=keys.public_key,
            secret=keys.secret,
            language=language,
            time_zone=time_zone,
            quiet_from=quiet[0],
            quiet_until=quiet[1],
            added=self._clock.now(),
        )
        if not await self._store.set_subscription(row, most=MOST_DEVICES):
            raise RequestRefused(Code.OTHER_PERSON)
        return alert_device(row)

    def _checked(self, subscription: BrowserSubscription) -> BrowserKeys:
        """Return the keys of a subscription to which alerts can be sent."""
        if not self._settings.is_on:
            raise RequestRefused(Code.NO_ALERTS)
        host = host_of(subscription.address)
        if host is None:
            raise RequestRefused(Code.BAD_SUBSCRIPTION, field="address")
        if not is_listed(host, self._settings.services):
            raise RequestRefused(Code.UNKNOWN_SERVICE, host=host)
        keys = BrowserKeys(_bytes(subscription.key, "key"), _bytes(subscription.secret, "secret"))
        if len(keys.secret) != SECRET_SIZE:
            raise RequestRefused(Code.BAD_SUBSCRIPTION, field="secret")
        if not are_valid(keys):
            raise RequestRefused(Code.BAD_SUBSCRIPTION, field="key")
        return keys


def _bytes(text: str, field: str) -> bytes:
    try:
        return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))
    except (binascii.Error, ValueError):
        raise RequestRefused(Code.BAD_SUBSCRIPTION, field=field) from None


def alert_device(row: SubscriptionRow) -> AlertDevice:
    """Return a stored device as it is sent to its person."""
    quiet = None
    if row.quiet_from is not None and row.quiet_until is not None:
        quiet = Quiet(row.quiet_from, row.quiet_until)
    return AlertDevice(row.subscription, row.language, row.time_zone, quiet, row.added)
