"""The settings of a server: defaults, then a TOML file, then the environment, then flags."""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

PREFIX = "BYZANZ_"
LISTS = ("trusted_proxies",)  # in the environment with commas

Port = Annotated[int, msgspec.Meta(ge=0, le=65_535)]
Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Requests a minute, by person, or by address without one."""

    people: Count = 20  # new ones, of an address
    rooms: Count = 20  # new ones
    commands: Count = 600
    reads: Count = 1200
    misses: Count = 30  # ids that lead nowhere; keys that do, of an address
    codes: Count = 10  # of an address
    hints: Count = 30
    replays: Count = 60  # looked at, or sent
    analyses: Count = 10  # asked for
    connections: Count = 100  # open at once, of an address
    all_connections: Count = 20_000  # of everybody together


class Keeping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Days that something is kept."""

    finished: Count = 90  # rooms
    abandoned: Count = 30  # all other rooms
    people: Count = 400  # keys that were not used and sit in no room
    replays: Count = 30  # records that were sent, and what was found about games


class Config(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that can be chosen."""

    host: str = "127.0.0.1"
    port: Port = 8765  # 0: any free one
    admin_port: Port = 8766  # on this machine only; 0: none
    store: str = "byzanz.db"
    url: str = ""  # as people reach it; empty: from host and port
    trusted_proxies: tuple[str, ...] = ()
    thinkers: Annotated[int, msgspec.Meta(ge=0, le=256)] = 0  # 0: one less than there are cores
    may_open_lan: bool = False  # whoever sits at this machine may let the local network in
    search: bool = True  # false: nothing is compiled, solid plays for strong and expert
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    limits: Limits = Limits()
    keep: Keeping = Keeping()


class BadConfig(ValueError):
    """A setting that means nothing, in a sentence."""


def read_config(
    file: Path | None, environment: Mapping[str, str], flags: Mapping[str, Any]
) -> Config:
    """The settings; raises `BadConfig`."""
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
    for word in path[:-1]:
        values = values.setdefault(word, {})
        if not isinstance(values, dict):
            raise BadConfig(f"{name}: there is no such setting")
    values[path[-1]] = text.split(",") if path[-1] in LISTS else text


def _convert(values: dict[str, Any], place: str, *, strict: bool = False) -> Config:
    try:
        return msgspec.convert(values, Config, strict=strict)
    except msgspec.ValidationError as error:
        what, _, where = str(error).replace("`", "").partition(" - at $.")
        what = re.sub(r"^Object contains unknown field (\S+)", r"there is no setting \1", what)
        what = f"{where} is wrong: {what[:1].lower()}{what[1:]}" if where else what
        raise BadConfig(f"{place}: {what}") from None


def print_config(config: Config) -> str:
    """The settings as a TOML file."""
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
    """How many worker processes bots have."""
    return config.thinkers or max((os.cpu_count() or 2) - 1, 1)
