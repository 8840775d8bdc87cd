"""`byzanz serve` as a process: start, failed start, settings and shutdown."""

import asyncio
import signal
import socket
import sqlite3
import time
from ipaddress import ip_address

import httpx
import pytest

from byzanz.cli.commands.serve import greeting
from byzanz.server.http.sockets import lan_address
from byzanz.server.ops.config import BadConfig, Config, Limits, print_config, read_config
from byzanz.store.opening import open_store
from tests.cli.calling import output, refused
from tests.server.http.running import Person, RunningServer, close_code


def test_threat_38_a_signal_ends_the_server_gracefully(tmp_path):
    """This signal is SIGINT; other tests end their servers with SIGTERM."""
    server = RunningServer(tmp_path)
    anna = Person(server)
    room = anna.create()
    with (
        anna.push(room) as push,
        Person(server, stranger=True).push(room) as other,
        socket.create_connection(("127.0.0.1", server.port)) as silent,  # never reads
    ):
        silent.sendall(
            f"GET /api/rooms/{room}/push HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\n"
            "connection: upgrade\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        push.recv(timeout=5)
        began = time.monotonic()
        assert server.stop(signal.SIGINT) == 0
        assert time.monotonic() - began < 6
        assert close_code(push) == close_code(other) == 1012
    server.check_log()
    assert len(server.entries(room)) == 1


@pytest.fixture
def start_error(monkeypatch):
    """A function that runs `byzanz serve`, which must fail to start, and returns the message."""
    monkeypatch.setattr("byzanz.server.ops.logs.set_up_logs", lambda level, stream: None)

    def run(*arguments) -> str:
        text = refused(1, "serve", "--admin-port", "0", *map(str, arguments))
        assert text.startswith("byzanz: ")
        return text.removeprefix("byzanz: ")

    return run


def test_a_taken_port_is_explained(server, start_error, tmp_path):
    message = start_error("--port", server.port, "--store", tmp_path / "x.db")
    assert message == f"port {server.port} is taken: give another one with --port"
    message = start_error(
        "--port", 0, "--admin-port", server.admin_port, "--store", tmp_path / "x.db"
    )
    expected = "is taken: give another one with --admin-port, or 0 for none"
    assert message == f"port {server.admin_port} {expected}"
    assert not (tmp_path / "x.db").exists()


@pytest.mark.parametrize("host", ["256.1.1.1", "192.0.2.7", "no host"])
def test_a_host_of_another_machine_is_refused(host, start_error, tmp_path):
    message = start_error("--host", host, "--port", 0, "--store", tmp_path / "x.db")
    assert message == f"host '{host}' is not an address of this machine"


def test_threat_33_an_unusable_store_is_refused(start_error, tmp_path):
    begins = "the store can't be used: "
    message = start_error("--port", 0, "--store", ":memory:")
    assert message == begins + "a store in memory loses everything when it is closed: give a path"
    assert start_error("--port", 0, "--store", "mysql://x").startswith(
        begins + "unknown type of store"
    )
    newer = tmp_path / "newer.db"
    connection = sqlite3.connect(newer)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    assert "newer" in start_error("--port", 0, "--store", newer)
    assert start_error("--port", 0, "--store", tmp_path / "no" / "x.db").startswith(begins)
    text = tmp_path / "text.db"
    text.write_text("This is not a database, however long it may be.\n" * 100)
    assert start_error("--port", 0, "--store", text) == begins + "SQLite: file is not a database"
    locked = tmp_path / "locked.db"
    connection = sqlite3.connect(locked, isolation_level=None)
    connection.execute("BEGIN EXCLUSIVE")
    assert start_error("--port", 0, "--store", locked).startswith(begins)
    connection.close()


def test_a_store_with_another_server_is_refused(server, start_error, tmp_path):
    begins = "the store can't be used: another server is using "
    link = tmp_path / "link.db"
    link.symlink_to(server.store)
    for path in (server.store, link):
        message = start_error("--port", 0, "--store", path)
        assert message == f"{begins}{path}: stop it, or give another file"
    assert output("admin", "list", "--store", server.store)


def test_threat_38_a_server_with_other_rules_does_not_start(start_error, tmp_path):
    path = tmp_path / "games.db"
    asyncio.run(open_and_close(str(path)))
    connection = sqlite3.connect(path)
    connection.execute(
        "INSERT INTO room (room, head, status, changed, is_public, rules) "
        "VALUES ('0123456789abcdef', 1, 'running', 0, 0, '0')"
    )
    connection.commit()
    connection.close()
    message = start_error("--port", 0, "--store", path)
    assert "0123456789abcdef" in message
    assert "rules other than" in message


async def open_and_close(path: str) -> None:
    await (await open_store(path)).close()


# --- settings -----------------------------------------------------------------------------------


def test_settings_come_from_file_environment_and_flags(tmp_path):
    file = tmp_path / "byzanz.toml"
    file.write_text('port = 1\nstore = "a.db"\nhost = "::1"\n[limits]\nrooms = 5\nhints = 6\n')
    environment = {
        "BYZANZ_PORT": "2", "BYZANZ_LIMITS__ROOMS": "7", "BYZANZ_TRUSTED_PROXIES": "10.0.0.1,::1",
        "BYZANZ_CACHE_DIR": "/x", "PATH": "/bin",
    }  # fmt: skip
    config = read_config(file, environment, {"store": "b.db", "host": None})
    assert config == Config(
        port=2, store="b.db", host="::1", trusted_proxies=("10.0.0.1", "::1"),
        limits=Limits(rooms=7, hints=6),
    )  # fmt: skip
    file.write_text(print_config(config))
    assert read_config(file, {}, {}) == config


@pytest.mark.parametrize(
    ("text", "environment", "expected"),
    [
        ("port = 'x'", {}, "FILE: port is wrong: expected int, got str"),
        ("port = 70000", {}, "FILE: port is wrong: expected int <= 65535"),
        ("prot = 1", {}, "FILE: there is no setting prot"),
        ("limits.room = 1", {}, "FILE: limits is wrong: there is no setting room"),
        ("limits.rooms = 0", {}, "FILE: limits.rooms is wrong: expected int >= 1"),
        ("limits = 1", {}, "FILE: limits is wrong: expected object, got int"),
        ("port =", {}, "FILE: expected TOML"),
        ("log_level = 'loud'", {}, "FILE: log_level is wrong: invalid enum value 'loud'"),
        ("", {"BYZANZ_PORT": "x"}, "BYZANZ_PORT: port is wrong: expected int, got str"),
        ("", {"BYZANZ_LIMITS": "x"}, "BYZANZ_LIMITS: limits is wrong: expected object, got str"),
        ("port = 1", {"BYZANZ_PORT__X": "1"}, "BYZANZ_PORT__X: there is no such setting"),
        ("", {"BYZANZ_LIMITS__X": "1"}, "BYZANZ_LIMITS__X: limits is wrong: there is no setting x"),
    ],
)
def test_bad_settings_have_a_clear_message(tmp_path, text, environment, expected):
    file = tmp_path / "byzanz.toml"
    file.write_text(text)
    with pytest.raises(BadConfig) as bad:
        read_config(file, environment, {})
    assert str(bad.value).startswith(expected.replace("FILE", str(file)))


def test_options_override_settings_and_bad_ones_are_explained(tmp_path, monkeypatch):
    monkeypatch.setenv("BYZANZ_PORT", "81")
    text = output("serve", "--print-config", "--store", "x.db", "--lan")
    assert 'store = "x.db"\n' in text
    assert "port = 81\n" in text
    assert 'host = "0.0.0.0"\n' in text
    assert refused(1, "serve", "--config", str(tmp_path / "no")) == (
        f"byzanz: {tmp_path / 'no'}: No such file or directory"
    )
    assert refused(2, "serve", "--port", "x").endswith(
        "expected a whole number from 0 to 65535, not 'x'"
    )
    assert "not both" in refused(2, "serve", "--lan", "--host", "::1")


def test_the_greeting_has_the_address(monkeypatch):
    assert greeting(Config(), 80) == "Byzanz is at http://127.0.0.1:80"
    assert greeting(Config(host="::1"), 80) == "Byzanz is at http://[::1]:80"
    assert greeting(Config(url="https://x"), 80) == "Byzanz is at https://x"
    monkeypatch.setattr("byzanz.server.http.sockets.lan_address", lambda: "10.0.0.7")
    assert greeting(Config(host="0.0.0.0"), 80) == "Byzanz is at http://10.0.0.7:80"


def test_the_address_in_the_local_network_is_ipv4():
    address = lan_address()
    assert address is None or ip_address(address).version == 4


def test_threat_9_only_the_proxy_may_forward_addresses(narrow):
    def create_person(address, headers=None):
        forwarded = {"x-forwarded-for": address, "x-forwarded-proto": "https"}
        url, headers = f"{narrow.url}/api/people", {**forwarded, **(headers or {})}
        return httpx.post(url, headers=headers)

    answer = create_person("10.1.1.1", {"origin": "https://byzanz.example"})
    assert "secure" in answer.headers["set-cookie"].lower()
    assert [create_person("10.1.1.1").status_code for _ in range(3)] == [200, 200, 429]
    assert create_person("10.1.1.2").status_code == 200
    inside = [create_person(f"2001:db8::{number}").status_code for number in range(4)]
    assert inside == [200, 200, 200, 429]  # one subscriber owns the whole IPv6 network
    eve = Person(narrow)  # not a trusted proxy: her header is ignored
    claims = [{"x-forwarded-for": f"10.2.2.{number}"} for number in range(3)]
    assert [eve.http.post("/api/people", headers=claim).status_code for claim in claims] == [
        200, 200, 429,
    ]  # fmt: skip
