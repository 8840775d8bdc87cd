"""The lock files are complete, agree with pyproject.toml, and do not depend on the machine."""

import re
import tomllib
from pathlib import Path

import pytest
from lock import PIP_PIN, UV_PIN
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
GROUPS = PROJECT["dependency-groups"]
EXTRAS = PROJECT["project"]["optional-dependencies"]
RUN = PROJECT["project"]["dependencies"] + EXTRAS["server"] + GROUPS["build"]
DIRECT = {
    "run": RUN,
    "dev": RUN + EXTRAS["rl"] + EXTRAS["spiel"] + GROUPS["dev"] + GROUPS["node"],
    "research": RUN + EXTRAS["data"] + EXTRAS["ray"] + GROUPS["dev"],
    "node": GROUPS["node"],
}


def lock_text(name):
    return (ROOT / "requirements" / f"{name}.txt").read_text()


def pins(name):
    """All (package, version, marker) of a lock file; a package is pinned once per marker."""
    found = set()
    for line in lock_text(name).splitlines():
        if not line.startswith(" "):
            pin = Requirement(line.rstrip("\\ "))
            (version,) = (specifier.version for specifier in pin.specifier)
            found.add((canonicalize_name(pin.name), version, str(pin.marker)))
    return found


@pytest.mark.parametrize(
    ("name", "line"), [(name, line) for name, lines in DIRECT.items() for line in lines]
)
def test_direct_dependencies_are_locked_within_their_range(name, line):
    required = Requirement(line)
    versions = [
        version for package, version, _ in pins(name) if package == canonicalize_name(required.name)
    ]
    assert versions
    assert all(required.specifier.contains(version) for version in versions)


@pytest.mark.parametrize("name", ["run", "node"])
def test_the_dev_lock_is_a_superset(name):
    assert pins(name) <= pins("dev")


def test_uv_is_locked_at_its_pin():
    assert {f"{package}=={version}" for package, version, _ in pins("uv")} == {UV_PIN}


def test_pip_is_locked_at_its_pin():
    assert {f"{package}=={version}" for package, version, _ in pins("pip")} == {PIP_PIN}


def test_the_page_has_the_same_library_as_everything_else():
    assert pins("device") <= pins("run")
    (pinned,) = re.findall("sha256:[0-9a-f]{64}", lock_text("device"))
    assert pinned in lock_text("run")


@pytest.mark.parametrize("name", [*DIRECT, "uv", "pip", "device"])
def test_every_pin_has_hashes(name):
    entries = re.split(r"\n(?! )", lock_text(name).strip())
    assert entries
    assert all("--hash=sha256:" in entry for entry in entries)


@pytest.mark.parametrize("name", [*DIRECT, "uv", "pip", "device"])
def test_no_address_is_locked(name):
    assert "://" not in lock_text(name)
    assert not [line for line in lock_text(name).splitlines() if line.startswith("-")]
