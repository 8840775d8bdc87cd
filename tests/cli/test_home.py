"""`byzanz` without a command: settings, browser and greeting."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from byzanz.cli.commands.home import data_folder, has_screen, home_settings, running_at
from tests.server.http.running import free_port


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {}, Path.home() / ".local/share/byzanz"),
        ("linux", {"XDG_DATA_HOME": "/data"}, Path("/data/byzanz")),
        ("darwin", {}, Path.home() / "Library/Application Support/Byzanz"),
        ("win32", {"LOCALAPPDATA": "/local"}, Path("/local/Byzanz")),
    ],
)
def test_the_data_folder_follows_the_convention_of_the_system(platform, environment, folder):
    assert data_folder(environment, platform) == folder


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "1.2.3.4"}, False),
        ("darwin", {}, True),
        ("darwin", {"CI": "true"}, False),
        ("win32", {}, True),
    ],
)
def test_a_browser_is_opened_only_where_it_is_seen(platform, environment, expected):
    assert has_screen(environment, platform) == expected


def test_the_settings_of_one_household(tmp_path):
    settings = home_settings({"XDG_DATA_HOME": str(tmp_path)}, port=None, lan=False)
    assert settings.store == str(tmp_path / "byzanz" / "games.db")
    assert (settings.host, settings.port, settings.admin_port) == ("127.0.0.1", 8765, 0)
    assert settings.may_open_lan
    environment = {"BYZANZ_STORE": "x.db", "BYZANZ_MAY_OPEN_LAN": "false"}
    settings = home_settings(environment, port=7, lan=True)
    assert (settings.store, settings.host, settings.port) == ("x.db", "0.0.0.0", 7)
    assert not settings.may_open_lan


def test_a_free_port_has_no_server():
    assert running_at(free_port()) is None


def test_a_second_start_finds_the_running_server(tmp_path):
    port = str(free_port())
    environment = {
        **os.environ, "XDG_DATA_HOME": str(tmp_path), "BYZANZ_PORT": port, "BYZANZ_SEARCH": "false",
    }  # fmt: skip
    arguments = [sys.executable, "-m", "byzanz", "--no-browser"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            url = f"http://127.0.0.1:{port}"
            assert process.stdout.readline() == f"Byzanz is at {url}\n"
            assert str(tmp_path) in process.stdout.readline()
            assert httpx.get(url).headers["content-type"] == "text/html; charset=utf-8"
            second = subprocess.run(
                arguments, capture_output=True, text=True, env=environment, check=False
            )
            assert second.stdout == f"Byzanz is already at {url}\n"
            assert second.returncode == 0
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
