"""Alerts by Web Push: the devices that get them, and what a person wants to get."""

from typing import Annotated

import msgspec

Address = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]
KeyText = Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern="^[A-Za-z0-9_=-]+$")]
Language = Annotated[str, msgspec.Meta(max_length=2, pattern="^[a-z]{2}$")]
TimeZone = Annotated[str, msgspec.Meta(max_length=64, pattern="^[A-Za-z][A-Za-z0-9_+/-]*$")]
Minute = Annotated[int, msgspec.Meta(ge=0, le=1439)]


class Quiet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A daily period without alerts, in minutes since midnight; it may span midnight."""

    start: Minute
    until: Minute


class BrowserSubscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a browser gives a page that subscribes to a push service."""

    address: Address
    key: KeyText  # p256dh: the public key of the browser, in base64url
    secret: KeyText  # auth: 16 bytes, in base64url


class AddDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Send alerts to this device, or change its settings."""

    subscription: BrowserSubscription
    language: Language
    time_zone: TimeZone  # IANA's name, as browsers give it
    quiet: Quiet | None = None


class RenewDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The browser has replaced the subscription of a device; everything else stays."""

    subscription: BrowserSubscription


class MuteInvitations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Turn off the alerts that somebody wants to play again, or turn them on."""

    is_muted: bool


class OptIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Get an alert when this friend wants to play again, if the friend wants the same."""

    is_wanted: bool


class AlertDevice(msgspec.Struct, frozen=True):
    """A device that gets alerts."""

    device: str  # the first 32 hexadecimal digits of the SHA-256 of its address
    language: str
    time_zone: str
    quiet: Quiet | None
    added: int  # in milliseconds since 1970


class Alerts(msgspec.Struct, frozen=True):
    """A person's devices and choices, and the key that browsers need to subscribe."""

    server_key: str | None  # in base64url; None: this server sends no alerts
    devices: tuple[AlertDevice, ...]  # the newest first
    is_muted: bool  # no alerts when somebody wants to play again
