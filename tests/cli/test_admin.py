"""`byzanz admin` with both databases."""

import asyncio
import json
import re
import shlex
import sqlite3
from pathlib import Path

from byzanz.cli.room_inspection import due_text, duration_text
from byzanz.deal.deal import Deal
from byzanz.store.opening import open_store
from tests.cli.calling import call, output, printed_json, refused
from tests.cli.stores import ANNA, START, deal_secrets, make_rooms


def test_rooms_are_listed_by_status(store, rooms):
    lines = output("admin", "list", "--store", store).splitlines()
    assert lines[0].split() == ["status", "room", "age", "due", "seats"]
    assert [line.split()[:2] for line in lines[1:-1]] == [
        ["waiting", rooms["waiting"]], ["running", rooms["running"]],
    ]  # fmt: skip
    seats = lines[2].split("  ")[-1].strip().split(", ")
    assert sorted(re.sub(r"\w+ \(", "(", seat) for seat in seats) == ["(greedy)", "(solid)", "Anna"]
    assert lines[-1] == "1 waiting, 1 running, 1 finished, 2 aborted"
    found = printed_json("admin", "list", "--store", store, "--status", "aborted")
    assert {room["room"] for room in found["rooms"]} == {rooms["aborted"], rooms["unbegun"]}
    assert {room["made"] for room in found["rooms"]} == {START}
    assert found["counts"] == {"waiting": 1, "running": 1, "finished": 1, "aborted": 2}
    assert "(left)" in " ".join(found["rooms"][0]["seats"] + found["rooms"][1]["seats"])


def test_an_empty_store_has_no_rooms(store):
    asyncio.run(create_empty_store(store))
    assert output("admin", "list", "--store", store) == (
        "0 waiting, 0 running, 0 finished, 0 aborted\n"
    )


async def create_empty_store(url):
    await (await open_store(url)).close()


def test_a_room_is_shown_without_secrets(store, rooms):
    text = output("admin", "show", rooms["running"], "--store", store)
    assert "status   running\n" in text
    assert "clock    1 h for each decision\n" in text
    assert re.search(r"^ +12  2023-11-14 22:13:20 UTC  moved, seat \d: \w+", text, re.MULTILINE)
    assert "(automatic)" in text
    found = printed_json("admin", "show", rooms["running"], "--store", store)
    assert found["state"]["status"] == "running"
    assert found["entries"][0] == {"seq": 1, "at": START, "type": "created"}
    assert len(found["entries"]) == 12
    for shown in (text, json.dumps(found)):
        assert not [secret for secret in deal_secrets(store) if secret in shown]
        assert ANNA[:16] not in shown
        assert not re.search('hand|deck|nonce"|view', shown.replace('"hands": []', ""))


def test_a_finished_room_shows_its_secret(store, rooms):
    text = output("admin", "show", f"https://example.org/r/{rooms['finished']}/", "--store", store)
    secret = re.search(r"^secret   (\w{64})$", text, re.MULTILINE)[1]
    assert secret in deal_secrets(store)
    deal, shown = re.search(
        r"^deal     (\w{32}), commitment (\w{64})$", text, re.MULTILINE
    ).groups()
    assert Deal(deal, bytes.fromhex(secret), version=2).commitment == shown
    assert "clock    10 min for all decisions of a seat\n" in text


def test_a_game_is_aborted_once(store, rooms):
    for status in ("waiting", "running"):
        assert output("admin", "abort", rooms[status], "--store", store).startswith("Aborted by ")
        assert "status   aborted" in output("admin", "show", rooms[status], "--store", store)
        again = refused(1, "admin", "abort", rooms[status], "--store", store)
        assert again == "byzanz: the game is already over: it was aborted"
    assert "it was finished" in refused(1, "admin", "abort", rooms["finished"], "--store", store)
    counts = printed_json("admin", "list", "--store", store)["counts"]
    assert counts == {"waiting": 0, "running": 0, "finished": 1, "aborted": 4}


def test_a_game_under_other_rules_can_be_aborted(store, rooms, tmp_path):
    """Such a room prevents a newer server from starting."""
    connection = sqlite3.connect(store)
    connection.execute("UPDATE room SET rules = '0'")
    connection.commit()
    connection.close()
    text = output("admin", "show", rooms["running"], "--store", store)
    assert "\nrules    0: this program plays rules 1 and cannot replay this game\n" in text
    assert "\n    12  " in text
    output("admin", "abort", rooms["running"], "--store", store)
    result = call("admin", "export", tmp_path / "records", "--store", store)
    assert result.exit_code == 0
    assert result.stdout == f"0 records written to {tmp_path / 'records'}\n"
    assert result.stderr == (
        "3 games have other rules: export them with the program that played them\n"
    )


def test_exported_records_are_valid(store, rooms, tmp_path):
    folder = tmp_path / "deep" / "records"
    assert output("admin", "export", folder, "--store", store) == f"2 records written to {folder}\n"
    files = sorted(folder.iterdir())
    assert len(files) == 2
    for file in files:
        assert re.fullmatch(r"[0-9a-f]{32}\.byz", file.name)
        assert file.stem not in rooms.values()
        assert not [room for room in rooms.values() if room in file.read_text()]
        assert "deck verified" in output("check", "--deal", file)
    before = [file.read_text() for file in files]
    output("admin", "export", folder, "--store", store)
    assert [file.read_text() for file in sorted(folder.iterdir())] == before


def shown_rooms(store, rooms):
    return [printed_json("admin", "show", room, "--store", store) for room in rooms.values()]


def test_a_backup_is_restored(store, rooms, tmp_path):
    file, other = tmp_path / "backup.jsonl", tmp_path / "other.db"
    assert output("admin", "backup", file, "--store", store).startswith(f"The backup is {file}, ")
    assert output("admin", "restore", file, "--store", other) == f"Restored from {file}\n"
    assert shown_rooms(other, rooms) == shown_rooms(store, rooms)
    again = refused(1, "admin", "restore", file, "--store", other)
    assert again == "byzanz: nothing was restored: the store is not empty"


def test_every_command_works_with_postgres(postgres_url, store, tmp_path):
    rooms = make_rooms(postgres_url)
    options = ["--store", postgres_url]
    output("admin", "abort", rooms["running"], *options)
    counts = printed_json("admin", "list", *options)["counts"]
    assert counts == {"waiting": 1, "running": 0, "finished": 1, "aborted": 3}
    assert output("admin", "export", tmp_path / "records", *options).startswith("3 records")
    output("admin", "backup", tmp_path / "b.jsonl", *options)
    assert "not empty" in refused(1, "admin", "restore", tmp_path / "b.jsonl", *options)
    output("admin", "restore", tmp_path / "b.jsonl", "--store", store)
    assert shown_rooms(store, rooms) == shown_rooms(postgres_url, rooms)
    absent = postgres_url.replace("/postgres?", "/nowhere?")
    assert absent != postgres_url
    sentence = refused(1, "admin", "list", "--store", absent)
    assert sentence.startswith("byzanz: the store is not answering: PostgreSQL: ")
    assert '"nowhere" does not exist' in sentence


def test_the_store_is_read_from_the_servers_settings(store, rooms, tmp_path, monkeypatch):
    (tmp_path / "byzanz.toml").write_text(f'store = "{store}"\n')
    assert "1 running" in output("admin", "list", "--config", tmp_path / "byzanz.toml")
    monkeypatch.setenv("BYZANZ_STORE", store)
    assert "1 running" in output("admin", "list")
    assert "there is no setting" in refused(1, "admin", "list", "--config", bad_config(tmp_path))


def bad_config(folder: Path) -> Path:
    (folder / "bad.toml").write_text("stroe = 1\n")
    return folder / "bad.toml"


def test_every_help_has_a_valid_example(store, rooms, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name in ("list", "show", "abort", "export", "backup", "restore"):
        text = re.sub(r"\x1b\[[0-9;]*m", "", output("admin", name, "--help"))
        arguments = shlex.split(re.search(r"Example: byzanz (.*)", text)[1])
        assert arguments[:2] == ["admin", name]
        result = call(*arguments)
        if "--store" in arguments:
            assert (result.exit_code, result.stderr) == (0, "")
        else:  # the example's room is not in this store
            assert "there is no store byzanz.db" in result.stderr


def test_durations_are_rounded_down():
    assert [duration_text(length) for length in (-5, 0, 59_999, 60_000, 7_200_000, 10**9)] == [
        "0 s", "0 s", "59 s", "1 min", "2 h", "11 d",
    ]  # fmt: skip
    assert (due_text(5, 5), due_text(61_000, 0)) == ("now", "in 1 min")
