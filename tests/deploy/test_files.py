"""The files of `deploy/` agree with each other and with the program."""

import os
import re
import shutil
import subprocess
import sys

import pytest
import yaml

from tests.deploy.installation import ROOT, Installation
from tests.deploy.unit_file import DEPLOY, UnitFile

SINGLE, SEVERAL = UnitFile("byzanz.service"), UnitFile("byzanz@.service")
WORKER = UnitFile("byzanz-worker@.service")
OWN = {"Description", "PartOf", "ExecStart", "WantedBy"}  # settings in which the units differ
UPSTREAM = re.compile(r"^\s*server ([\d.]+):(\d+) ", re.MULTILINE)
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
CONTAINERFILE = (DEPLOY / "Containerfile").read_text()


def upstream(name: str) -> list[tuple[str, str]]:
    """The addresses and ports of an upstream."""
    return UPSTREAM.findall((DEPLOY / name).read_text())


def option(words: list[str], name: str) -> str:
    return words[words.index(name) + 1]


def settings_of(unit: UnitFile) -> dict[tuple[str, str], list[str]]:
    return {key: value for key, value in unit.values.items() if key[1] not in OWN}


def test_the_units_differ_only_where_they_must():
    assert settings_of(SINGLE) == settings_of(SEVERAL)
    worker = settings_of(WORKER)
    assert worker.pop(("Service", "Nice")) == ["10"]
    without_sockets = settings_of(SEVERAL)
    del without_sockets["Service", "LimitNOFILE"]
    assert worker == without_sockets


@pytest.mark.parametrize("number", "123")
def test_a_unit_starts_what_nginx_and_the_script_expect(number):
    words = SEVERAL.command(number)
    port, admin_port = option(words, "--port"), option(words, "--admin-port")
    assert upstream("nginx-upstream-several.conf")[int(number) - 1] == ("127.0.0.1", port)
    script = (DEPLOY / "rolling-restart").read_text()
    assert f"127.0.0.1:{admin_port[:-1]}$1/health" in script
    assert "set -- 1 2 3" in script
    words = [str(DEPLOY / "byzanz.toml") if each.endswith(".toml") else each for each in words[1:]]
    printed = subprocess.run(
        [sys.executable, "-m", "byzanz", *words, "--print-config"],
        capture_output=True, text=True, check=True, timeout=60,
    ).stdout  # fmt: skip
    assert f"\nport = {port}\nadmin_port = {admin_port}\n" in printed


def test_nginx_reaches_the_single_process_at_its_default_port():
    assert upstream("nginx-upstream.conf") == [("127.0.0.1", "8765")]


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
@pytest.mark.parametrize(
    "name", ["nginx-upstream.conf", "nginx-upstream-several.conf", "nginx-upstream-containers.conf"]
)
def test_nginx_accepts_its_files(tmp_path, name):
    installation = Installation(tmp_path, "unused")
    shutil.copy(DEPLOY / name, tmp_path / "byzanz-upstream.conf")
    command = ["nginx", "-t", "-c", str(installation.folder / "nginx.conf")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_database_is_durable():
    text = (DEPLOY / "postgresql.conf").read_text()
    for setting in ("fsync", "full_page_writes", "synchronous_commit"):
        assert f"\n{setting} = on\n" in text


# --- the script -------------------------------------------------------------------------------


def run_script(tmp_path, *, sick: str) -> tuple[int, list[str]]:
    """Run the script; process `sick` never becomes healthy. Returns the exit code and the calls."""
    commands = {
        "systemctl": 'echo "$@" >> calls',
        "curl": f'case "$*" in *:878{sick}/*) exit 22 ;; esac',
        "sleep": "",
    }
    for name, text in commands.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(
        [DEPLOY / "rolling-restart"], cwd=tmp_path, env={**os.environ, "PATH": path},
        capture_output=True, check=False, timeout=30,
    )  # fmt: skip
    return done.returncode, (tmp_path / "calls").read_text().splitlines()


def test_the_script_restarts_one_process_after_the_other(tmp_path):
    code, calls = run_script(tmp_path, sick="none")
    assert code == 0
    assert calls == [f"restart byzanz@{number}.service" for number in (1, 2, 3)]


def test_the_script_stops_at_a_process_that_does_not_become_healthy(tmp_path):
    code, calls = run_script(tmp_path, sick="2")
    assert code == 1
    assert calls == [f"restart byzanz@{number}.service" for number in (1, 2)]


# --- containers -------------------------------------------------------------------------------


def test_the_image_has_two_stages_a_user_and_a_health_check():
    stages = CONTAINERFILE.split("\nFROM ")[1:]
    assert len(stages) == 2
    final = stages[1]
    assert re.search(r"^USER byzanz$", final, re.MULTILINE)
    assert re.search(r"^HEALTHCHECK .*http://127\.0\.0\.1:8766/health", final, re.MULTILINE)
    for path in re.findall(r"^COPY (?!--from)(\S+)", CONTAINERFILE, re.MULTILINE):
        assert (ROOT / path).exists()


def test_the_services_of_compose_find_each_other():
    services = COMPOSE["services"]
    servers = [services[f"server-{number}"] for number in (1, 2, 3)]
    addresses = [(each["networks"]["inside"]["ipv4_address"], "8765") for each in servers]
    assert addresses == upstream("nginx-upstream-containers.conf")
    proxy = services["nginx"]["networks"]["inside"]["ipv4_address"]
    for server in (*servers, services["worker"]):
        assert server["environment"]["BYZANZ_TRUSTED_PROXIES"] == proxy
        assert "@postgres/byzanz" in server["environment"]["BYZANZ_STORE"]
        assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).is_file()
    assert services["worker"]["command"] == ["worker"]
    assert {each for each in services if not each.startswith("server-")} == {
        *("worker", "postgres", "nginx")
    }


def test_the_files_that_compose_mounts_are_there():
    for name, service in COMPOSE["services"].items():
        for volume in service["volumes"]:
            source = volume.partition(":")[0]
            if not source.startswith("./"):
                assert source in COMPOSE["volumes"], name
            elif source != "./certificates":  # the operator's own
                assert (DEPLOY / source).is_file(), name
