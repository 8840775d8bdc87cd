"""A page that is killed at any moment loses nothing that was shown, and doubles nothing."""

import json
from random import Random

import pytest

from byzanz.device.device import LOG_ROW
from byzanz.device.own_room import OwnRoom
from byzanz.rooms.entries import LEVEL
from tests.device.page import Conflict, Database, Killed, Page, Refused, new_game, play


def seqs(database: Database, room: str) -> list[int]:
    return [LOG_ROW.decode(row).seq for row in database.log(room)]


def play_with_kills(seed: int, kills: int) -> tuple[Database, str]:
    """Play a game; the page is killed at random steps and loaded again."""
    dice, database, shown, now = Random(seed), Database(), 0, 1_000_000
    room = None
    while True:
        page = Page(database, seed=seed, now=now)
        page.kill_at = dice.randrange(12) if kills > 0 else None
        try:
            room = new_game(page)
            assert page.update(room)["seq"] >= shown
            play(page, room)
            return database, room
        except Killed:
            kills -= 1
            if room is not None:
                assert seqs(database, room) == list(range(1, len(database.entries[room]) + 1))
                shown = len(database.entries[room])
        now = page.now


@pytest.mark.parametrize("seed", range(3))
def test_a_game_with_kills_is_the_game_without(seed):
    plain, room = play_with_kills(seed, kills=0)
    killed, same = play_with_kills(seed, kills=30)
    assert same == room
    # Only the times may differ: bots count them from the moment at which the page came back.
    bodies = [LOG_ROW.decode(row).body for row in plain.log(room)]
    assert [LOG_ROW.decode(row).body for row in killed.log(room)] == bodies


def test_a_failed_commit_changes_nothing():
    database = Database()
    page = Page(database)
    room = new_game(page)
    play(page, room, 2)
    before, rows = database.log(room), dict(database.rows)
    page.kill_at = 0
    with pytest.raises(Killed):
        play(page, room)
    assert database.log(room) == before
    assert database.rows == rows
    play(Page(database), room, 1)
    assert database.log(room)[: len(before)] == before
    assert len(database.log(room)) > len(before)


def test_a_second_tab_cannot_add_the_same_entry():
    database = Database()
    one, other = Page(database), Page(database)
    room = new_game(one)
    other.device.reread(changed(room, database))
    assert other.update(room)["seq"] == one.update(room)["seq"]
    play(one, room, 1)
    with pytest.raises(Conflict):
        play(other, room, 1)


def test_a_tab_follows_the_other_one():
    database = Database()
    one, other = Page(database), Page(database)
    room = new_game(one)
    play(one, room, 2)
    other.device.reread(changed(room, database))
    assert other.update(room)["seq"] == one.update(room)["seq"]
    one.remove_room(room)
    other.device.reread(changed(room, database))
    with pytest.raises(Refused, match="not_found"):
        other.update(room)


def changed(room: str, database: Database) -> str:
    """What another tab tells about a room that it has changed."""
    key = f"room:{room}"
    return json.dumps({key: database.rows.get(key)})


def test_damaged_logs_are_refused_and_harm_no_other_room():
    database = Database()
    page = Page(database)
    room, other = new_game(page), new_game(page, command="other-game")
    play(page, room, 2)
    play(page, other, 1)
    log = database.entries[room]
    whole = dict(log)
    for break_it in (
        lambda: log.pop(2),
        lambda: log.update({2: log[2][:-9]}),
        lambda: log.update({3: log[3].replace('"type":"moved"', '"type":"flew"')}),
        lambda: log.update({3: log[3].replace('"move":"', '"move":"take G1 ')}),
        log.clear,
    ):
        log.update(whole)
        break_it()
        with pytest.raises(Refused, match="damaged"):
            Page(database).update(room)
        assert Page(database).update(other)["seq"] > 1
    log.update(whole)
    assert Page(database).update(room)["seq"] == len(whole)


def test_entries_of_a_newer_program_are_not_misread():
    database = Database()
    page = Page(database)
    room = new_game(page)
    play(page, room, 1)
    log = database.entries[room]
    log[2] = log[2].replace('"level":1', f'"level":{LEVEL + 1}')
    with pytest.raises(Refused, match="other_version"):
        Page(database).update(room)


def test_a_fold_of_the_log_is_the_room_that_was_played():
    database = Database()
    page = Page(database)
    room = new_game(page, "beginner", "greedy")
    play(page, room, 4)
    own = OwnRoom(room, [LOG_ROW.decode(row) for row in database.log(room)])
    assert own.room.game.events == page.device._shelf.room(room).room.game.events
    assert Page(database, now=page.now).update(room) == page.update(room)
