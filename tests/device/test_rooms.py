"""Games on a device: the same commands, answers and refusals as on a server."""

import json
import re

import msgspec
import pytest

from byzanz.device.bots import OFFERED
from byzanz.device.requests import Requests
from byzanz.device.shelf import Shelf
from byzanz.game.record import load_game
from byzanz.wire.answers import Update
from byzanz.wire.endpoints import ARGUMENTS, ENDPOINTS
from tests.device.page import Page, Refused, new_game, play, play_command, send, simple_move


def refusal(page: Page, operation: str, body: object = None, **parameters) -> str:
    with pytest.raises(Refused) as refused:
        page.ask(operation, body, **parameters)
    return refused.value.code


def at_own_decision(page: Page, room: str) -> dict:
    while page.play_next(room):
        pass
    return page.update(room)


def test_a_game_is_played_to_its_end_and_can_be_looked_at():
    page = Page()
    room = new_game(page, "beginner", "greedy", "solid")
    play(page, room)
    update = page.update(room)
    assert update["room"]["status"] == "finished"
    (game,) = page.ask("my_games", skip=0, opponents=0)["games"]
    assert game["room"] == room
    assert [seat["bot"] for seat in game["seats"]].count(None) == 1
    record = page.ask("record", room=room)
    assert load_game(record).is_over
    assert page.ask("replay_record", replay=room) == record
    replay = page.ask("replay", replay=room, eyes=1)
    assert len(replay["frames"]) == record.count("\nmove ") + 1


def test_every_update_is_one_of_the_protocol():
    page = Page()
    room = new_game(page)
    for _ in range(5):
        play(page, room, 1)
        text = json.dumps(page.update(room, after=3))
        update = msgspec.json.decode(text, type=Update)
        assert update.room.seat is not None
        assert update.room.code is None


def test_ids_are_none_of_a_server():
    page = Page()
    assert re.fullmatch("device-[0-9a-f]{32}", new_game(page))
    assert not re.fullmatch(ARGUMENTS["room"], new_game(page))


def test_a_command_sent_again_is_done_once():
    page = Page()
    room = new_game(page)
    assert new_game(page) == room
    update = at_own_decision(page, room)
    move = simple_move(page, room)
    first = send(page, room, move, update)
    seq = page.update(room)["seq"]
    assert send(page, room, move, update) == first
    assert page.update(room)["seq"] == seq
    assert refusal(page, "command", play_command("done", update), room=room) == "command_conflict"


def test_undo_takes_moves_back():
    page = Page()
    room = new_game(page)
    before = at_own_decision(page, room)
    send(page, room, simple_move(page, room), before)
    at_own_decision(page, room)
    page.ask("command", {"type": "undo", "command": "undo-once"}, room=room)
    after = page.update(room)
    assert after["view"] == before["view"]
    assert after["is_rewound"]


def test_a_skip_leads_to_the_next_decision_at_once():
    page = Page()
    room = new_game(page, *["beginner"] * 5)
    if page.update(room)["options"]["bid"]:
        play(page, room, 1)
    page.ask("skip", {}, room=room)
    update = page.update(room)
    assert update["view"]["turn"] == update["room"]["seat"]
    assert refusal(page, "skip", {}, room=room) == "your_turn"


def test_a_bid_plan_passes():
    page = Page()
    room = new_game(page)
    update = at_own_decision(page, room)
    while update["view"]["lot"] is None or not update["options"]["bid"]:
        play(page, room, 1)
        update = at_own_decision(page, room)
    view = update["view"]
    auction = {"round": view["round"], "number": view["lot"]["number"]}
    page.ask("wish", {"auction": auction, "above": 0, "up_to": None}, room=room)
    again = Page(page.database, now=page.now)
    if again.update(room)["view"]["lot"]["beat"] > 0:
        assert again.play_next(room)
    assert refusal(page, "wish", {"auction": auction, "above": None, "up_to": 999}, room=room) in (
        "beyond_hand",
        "stale",
    )


def test_a_hint_is_logged_once():
    page = Page()
    room = new_game(page)
    update = at_own_decision(page, room)
    decision = update["view"]["decision"]
    hint = page.ask("hint", {"decision": decision}, room=room)
    assert hint["explanation"]["candidates"]
    seq = page.update(room)["seq"]
    assert seq == update["seq"] + 1
    page.ask("hint", {"decision": decision}, room=room)
    assert page.update(room)["seq"] == seq
    assert refusal(page, "hint", {"decision": decision + 1}, room=room) == "stale"


def test_a_rematch_waits_without_a_code_and_starts():
    page = Page()
    room = new_game(page)
    play(page, room)
    body = {"type": "rematch", "command": "rematch-1", "nonce": "0f" * 16}
    made = page.ask("command", body, room=room)["room"]
    assert made != room
    state = page.update(made)["room"]
    assert (state["status"], state["code"]) == ("waiting", None)
    page.ask("command", {"type": "start", "command": "start-it"}, room=made)
    assert page.update(made)["room"]["status"] == "running"
    assert page.update(room)["room"]["rematch"] == made


def test_a_finished_game_is_played_on_and_again():
    page = Page()
    room = new_game(page)
    play(page, room)
    body = {"command": "play-on-1", "name": "Ada", "nonce": "0f" * 16}
    on = page.ask("play_on", {**body, "seat": 1, "number": 5, "bot": "greedy"}, replay=room)["room"]
    assert page.update(on)["room"]["seat"] == 1
    again = page.ask("play_again", {**body, "command": "again-01"}, room=room)["room"]
    assert page.update(again)["room"]["status"] == "waiting"
    expert = {**body, "seat": 1, "number": 5, "bot": "expert"}
    assert refusal(page, "play_on", expert, replay=room) == "bad_bot"


def test_a_record_is_kept_and_shown():
    page = Page()
    room = new_game(page)
    play(page, room)
    record = page.ask("record", room=room)
    replay = page.ask("add_replay", record)["replay"]
    other = Page(page.database)
    assert other.ask("replay", replay=replay, eyes=0) == page.ask("replay", replay=room, eyes=0)
    assert refusal(other, "replay", replay="device-" + "0" * 32, eyes=0) == "not_found"
    assert refusal(other, "add_replay", "nonsense") == "bad_record"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"seats": [{"bot": "expert"}] * 3}, "bad_bot"),
        ({"seats": [{"bot": None}] * 3}, "seats_open"),
        ({"name": "\u200b"}, "bad_name"),
        ({"setup": {"clock": {"type": "move", "seconds": 60}}}, "bad_request"),
        ({"seats": []}, "bad_request"),
    ],
)
def test_rooms_that_cannot_be_made_here(body, code):
    page = Page()
    good = {"command": "new-game", "name": "Ada", "nonce": "0f" * 16, "start": True}
    good["seats"] = [{"bot": None}, *[{"bot": "solid"}] * 2]
    assert refusal(page, "create", {**good, **body}) == code
    assert page.ask("my_rooms")["rooms"] == []
    assert page.database.entries == {}


def test_what_only_a_server_can_do_is_not_allowed():
    names = Requests(Shelf({}, "p"), bytes).names
    assert {endpoint.name for endpoint in ENDPOINTS} > names
    page = Page()
    for endpoint in ENDPOINTS:
        if endpoint.name not in names:
            assert refusal(page, endpoint.name, "{}") == "not_allowed"


def test_the_bots_that_are_offered_play_to_the_end():
    page = Page()
    for bot in OFFERED[:3]:
        room = new_game(page, bot, bot, command=f"game-of-{bot}")
        play(page, room)
        assert page.update(room)["room"]["status"] == "finished"


def test_a_removed_room_leaves_nothing():
    page = Page()
    room, other = new_game(page), new_game(page, command="other-game")
    page.remove_room(room)
    assert list(page.database.entries) == [other]
    assert not any(room in key for key in page.database.rows)
    assert refusal(page, "update", room=room, after=0) == "not_found"
    assert refusal(Page(page.database), "update", room=room, after=0) == "not_found"


def test_a_game_of_bots_is_watched_by_its_host():
    page = Page()
    body = {"command": "bots-only", "name": "Ada", "nonce": "0f" * 16, "start": True}
    room = page.ask("create", {**body, "seats": [{"bot": "greedy"}] * 3})["room"]
    while page.play_next(room):
        pass
    state = page.update(room)["room"]
    assert (state["status"], state["seat"]) == ("finished", None)
    assert page.ask("my_rooms")["rooms"] == []
