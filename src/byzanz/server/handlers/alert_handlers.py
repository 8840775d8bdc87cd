"""Handlers for alerts by Web Push."""

from byzanz.server.alerts.devices import Devices
from byzanz.server.call import Call
from byzanz.server.handlers.visitors import Handler, Visitors
from byzanz.store.event_store import EventStore
from byzanz.wire.alerts import AddDevice, AlertDevice, Alerts, MuteInvitations, RenewDevice


class AlertHandlers:
    """Adds and removes the devices that get a person's alerts."""

    def __init__(self, visitors: Visitors, devices: Devices, store: EventStore) -> None:
        self._visitors = visitors
        self._devices = devices
        self._store = store

    @property
    def table(self) -> dict[str, Handler]:
        """The handlers by the names of their endpoints."""
        return {
            "alerts": self.alerts,
            "add_device": self.add_device,
            "renew_device": self.renew_device,
            "remove_device": self.remove_device,
            "mute": self.mute,
        }

    async def alerts(self, call: Call) -> Alerts:
        """List the person's devices; without a key, answer the server's key alone."""
        person = await self._visitors.optional_person(call.visitor, "reads")
        return await self._devices.list(person)

    async def add_device(self, call: Call) -> AlertDevice:
        """Send alerts to a device."""
        person = await self._visitors.person(call.visitor, "commands")
        return await self._devices.add(person, call.body_as(AddDevice))

    async def renew_device(self, call: Call) -> AlertDevice:
        """Replace the subscription of a device."""
        person = await self._visitors.person(call.visitor, "commands")
        return await self._devices.renew(person, call.path["device"], call.body_as(RenewDevice))

    async def remove_device(self, call: Call) -> None:
        """Send a device no more alerts."""
        person = await self._visitors.person(call.visitor, "commands")
        await self._devices.remove(person, call.path["device"])

    async def mute(self, call: Call) -> None:
        """Get no alert when somebody wants to play again, or get them again."""
        person = await self._visitors.person(call.visitor, "commands")
        is_muted = call.body_as(MuteInvitations).is_muted
        await self._store.mute_invitations(person, is_muted=is_muted)
