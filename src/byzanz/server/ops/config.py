"""The settings of a server: defaults, then a TOML file, then the environment, then flags."""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

PREFIX = "BYZANZ_"
LISTS = ("trusted_proxies", "services")  # in the environment, the items are separated by commas

LABEL = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
SERVICE = re.compile(rf"(?:\*\.)?(?:{LABEL}\.)+[a-z][a-z0-9-]*[a-z0-9]")  # *.domain: hosts below it

Port = Annotated[int, msgspec.Meta(ge=0, le=65_535)]
Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits, most of them in requests per minute of a person or, without a key, of an address."""

    people: Count = 20  # new people from one address
    rooms: Count = 20  # new rooms
    commands: Count = 600
    reads: Count = 1200
    misses: Count = 30  # unknown ids, and unknown keys from one address
    codes: Count = 10  # codes made by a person, or tried from one address
    hints: Count = 30
    replays: Count = 60  # replays read or uploaded
    analyses: Count = 10  # analyses started
    previews: Count = 120  # games looked up for previews of links, and pictures, from one address
    puzzles: Count = 60  # puzzles answered
    data: Count = 10  # files with all data of a person, and deletions from one address
    connections: Count = 100  # open at the same time from one address, not per minute
    all_connections: Count = 20_000  # open at the same time, not per minute


RATES_PER_MINUTE = tuple(
    name for name in Limits.__struct_fields__ if name not in ("connections", "all_connections")
)


class Keeping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of days for which data is kept."""

    finished: Count = 90  # rooms whose game is finished
    abandoned: Count = 30  # all other rooms
    people: Count = 400  # people without a room, since their last visit
    replays: Count = 30  # uploaded records, and all findings


class AlertSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Alerts by Web Push to people who have no page open."""

    is_on: bool = True
    services: tuple[str, ...] = (
        "fcm.googleapis.com",  # Chrome, Edge on Android, Brave, Opera, Samsung Internet
        "*.push.services.mozilla.com",  # Firefox
        "*.push.apple.com",  # Safari
        "*.notify.windows.com",  # Edge
    )
    contact: str = (
        ""  # mailto:… or https://…, for push services; empty: the server's public address
    )

    def __post_init__(self) -> None:
        for service in self.services:
            if not SERVICE.fullmatch(service):
                raise ValueError(f"{service[:100]}: expected a host such as push.example.org")
        if self.contact and not self.contact.startswith(("mailto:", "https://")):
            raise ValueError("expected a contact that begins with mailto: or https://")


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All settings of a server."""

    host: str = "127.0.0.1"
    port: Port = 8765  # 0: any free port
    admin_port: Port = 8766  # on this machine only; 0: none
    store: str = "byzanz.db"
    url: str = ""  # the public address; empty: made from host and port
    trusted_proxies: tuple[str, ...] = ()
    thinkers: Annotated[int, msgspec.Meta(ge=0, le=256)] = 0  # bot workers; 0: one less than cores
    may_open_lan: bool = False  # browsers on this machine may open the server to the local network
    search: bool = True  # False: compile nothing, and let solid play for strong and expert
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    limits: Limits = Limits()
    keep: Keeping = Keeping()
    alerts: AlertSettings = AlertSettings()


class BadConfig(ValueError):
    """An invalid setting; the message is a sentence."""


def read_config(
    file: Path | None, environment: Mapping[str, str], flags: Mapping[str, Any]
) -> Config:
    """Read the settings from all sources; raises `BadConfig`."""
    values: dict[str, Any] = {}
    if file is not None:
        values = _read_file(file)
        _convert(values, str(file), strict=True)
    for name, text in sorted(environment.items()):
        path = name.removeprefix(PREFIX).lower().split("__")
        if name.startswith(PREFIX) and path[0] in Config.__struct_fields__:
            _put(values, name, path, text)
            _convert(values, name)
    for name, value in flags.items():
        if value is not None:
            values[name] = value
    return _convert(values, "the options")


def _read_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadConfig(f"{file}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfig(f"{file}: expected TOML: {error}") from None


def _put(values: dict[str, Any], name: str, path: list[str], text: str) -> None:
    for section in path[:-1]:
        values = values.setdefault(section, {})
        if not isinstance(values, dict):
            raise BadConfig(f"{name}: there is no such setting")
    values[path[-1]] = text.split(",") if path[-1] in LISTS else text


def _convert(values: dict[str, Any], source: str, *, strict: bool = False) -> Config:
    try:
        return msgspec.convert(values, Config, strict=strict)
    except msgspec.ValidationError as error:
        what, _, where = str(error).replace("`", "").partition(" - at $.")
        what = re.sub(r"^Object contains unknown field (\S+)", r"there is no setting \1", what)
        what = f"{where} is wrong: {what[:1].lower()}{what[1:]}" if where else what
        raise BadConfig(f"{source}: {what}") from None


def print_config(config: Config) -> str:
    """Format the settings as a TOML file."""
    lines = []
    tables = []
    for name, value in msgspec.to_builtins(config).items():
        if isinstance(value, dict):
            tables += ["", f"[{name}]", *[f"{key} = {_toml(each)}" for key, each in value.items()]]
        else:
            lines.append(f"{name} = {_toml(value)}")
    return "\n".join([*lines, *tables]) + "\n"


def _toml(value: object) -> str:
    return msgspec.json.encode(value).decode()


def bot_worker_count(config: Config) -> int:
    """Return the number of worker processes for bots."""
    return config.thinkers or max((os.cpu_count() or 2) - 1, 1)
