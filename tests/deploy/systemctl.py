"""A stand-in for systemctl: starts and stops processes as their unit file says.

It uses the unit's command, variables, signal and time limits. It leaves out what needs systemd
itself: the user, the sandbox, and the restart after a crash.
"""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.deploy.unit_file import UnitFile

BINARY = "/opt/byzanz/.venv/bin/byzanz"
SETTINGS = "/etc/byzanz/byzanz.toml"


def start(folder: Path, template: UnitFile, number: str) -> None:
    """Start a process of the current release."""
    ports, admin_ports = os.environ["PORTS"].split()
    words = template.command(number)
    assert words[0] == BINARY
    assert words.count(SETTINGS) == 1
    words = [word.replace(SETTINGS, str(folder / "byzanz.toml")) for word in words]
    words = [re.sub(r"^877(?=\d$)", ports, re.sub(r"^878(?=\d$)", admin_ports, w)) for w in words]
    unit_variables = {
        name: value.replace("/var/cache/byzanz", str(folder / "cache"))
        for name, value in template.environment.items()
    }
    release = (folder / "current").resolve()
    with (folder / f"log{number}").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "byzanz", *words[1:]],
            env={**os.environ, **unit_variables, "PYTHONPATH": str(release)},
            cwd=folder / "state", stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip
    (folder / f"pid{number}").write_text(str(process.pid))


def stop(folder: Path, template: UnitFile, number: str) -> None:
    """End a process with SIGTERM, which goes to it alone, and wait for its end."""
    assert template.one("Service", "KillMode") == "mixed"
    process = int((folder / f"pid{number}").read_text())
    if not _is_alive(process):
        return
    with (folder / "restarts").open("a") as restarts:
        restarts.write(f"{time.time()} {number}\n")
    os.kill(process, signal.SIGTERM)
    end = time.monotonic() + int(template.one("Service", "TimeoutStopSec"))
    while _is_alive(process):
        assert time.monotonic() < end, f"byzanz@{number} does not end"
        time.sleep(0.02)


def _is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def main(action: str, unit: str) -> None:
    match = re.fullmatch(r"(byzanz@)(\d)(\.service)", unit)
    assert match, unit
    template, number = UnitFile(match[1] + match[3]), match[2]
    folder = Path(os.environ["INSTALLATION"])
    if action in ("stop", "restart"):
        stop(folder, template, number)
    if action in ("start", "restart"):
        start(folder, template, number)


if __name__ == "__main__":
    main(*sys.argv[1:])
