"""Reads unit files of systemd; it knows only the syntax that the project uses."""

import shlex
from pathlib import Path

DEPLOY = Path(__file__).parents[2] / "deploy"


class UnitFile:
    """A unit file: all values of every setting of its sections."""

    def __init__(self, name: str) -> None:
        self.values: dict[tuple[str, str], list[str]] = {}
        section = ""
        for line in (DEPLOY / name).read_text().splitlines():
            if line.startswith("["):
                section = line.strip("[]")
            elif line and not line.startswith("#"):
                setting, _, value = line.partition("=")
                self.values.setdefault((section, setting), []).append(value)

    def one(self, section: str, setting: str) -> str:
        """The only value of a setting."""
        (value,) = self.values[section, setting]
        return value

    def command(self, instance: str = "") -> list[str]:
        """The words of the command for an instance of a template."""
        return [
            each.replace("%i", instance) for each in shlex.split(self.one("Service", "ExecStart"))
        ]

    @property
    def environment(self) -> dict[str, str]:
        """The variables that the unit sets."""
        return dict(each.split("=", 1) for each in self.values["Service", "Environment"])
