"""Nobody sees the cards of a challenge before they have played it."""

import msgspec
import pytest

from byzanz.rooms.audience import may_watch
from byzanz.rooms.finished_game import read_finished_game
from byzanz.server.previews.link_targets import Kind
from byzanz.wire.challenges import MakeChallenge
from byzanz.wire.commands import (
    AllowListing,
    AskHint,
    AskSeat,
    BidPlan,
    Join,
    React,
    Rematch,
)
from byzanz.wire.endpoints import ENDPOINTS
from byzanz.wire.problems import Code
from byzanz.wire.replays import PlayOn
from byzanz.wire.room import BotId, Setup
from tests.server.hosting.challenge_table import STRANGER, ChallengeTable
from tests.server.hosting.finished_games import GAMES, play_out, record
from tests.server.hosting.harness import NONCE, Harness, refusal

UNKNOWN = "0" * 32

REQUESTS = {
    "update": {"after": 0},
    "command": {"body": Join("join-1", "Eve", NONCE)},
    "wish": {"body": BidPlan("", 0)},
    "skip": {},
    "hint": {"body": AskHint(1)},
    "react": {"body": React("thanks")},
    "record": {},
    "replay": {"eyes": 0},
    "replay_record": {},
    "play_on": {"body": PlayOn("play-on-1", 0, 0, "Eve", NONCE)},
    "make_challenge": {"body": MakeChallenge("Eve", 0)},
    "begin_analysis": {},
    "analysis": {"after": 0},
    "follow": {"after": 0},
}
"""A request of every endpoint that takes the id of a room or of a replay."""

OF_RESULTS = {"keep_game", "play_again", "game_puzzles"}
"""Endpoints that read the person's own results and nothing else."""


def test_every_endpoint_with_a_room_is_tried():
    names = {each.name for each in ENDPOINTS if "{room}" in each.path or "{replay}" in each.path}
    assert names - OF_RESULTS == set(REQUESTS) - {"follow"}


async def refusals(table, person: str | None, room: str) -> list[bytes]:
    """Return the problems with which all requests about a room or replay are refused."""
    problems = []
    for name, values in REQUESTS.items():
        argument = "replay" if "replay" in _path(name) else "room"
        refused = await refusal(table.ask(person, name, **{argument: room}, **values))
        problems.append(msgspec.json.encode((name, refused.problem)))
    for command in (AskSeat("ask-1", "Eve"), Rematch("re-1", NONCE), AllowListing("allow-1")):
        refused = await refusal(table.ask(person, "command", room=room, body=command))
        problems.append(msgspec.json.encode((command, refused.problem)))
    return problems


def _path(name: str) -> str:
    return next((each.path for each in ENDPOINTS if each.name == name), "{room}")


@pytest.mark.parametrize("ending", [None, "finish", "abort", "leave"])
async def test_threat_45_the_room_of_a_friend_is_like_no_room(harness, ending):
    """Before and after the friend's game, for those who play, have played or do not know of it."""
    table = ChallengeTable(harness)
    challenge = await table.sent()
    await table.play("Cleo", challenge)
    await table.finish("Dora", challenge)
    room = await table.play("Ben", challenge)
    if ending == "finish":
        await play_out(harness, room)
    elif ending is not None:
        await getattr(harness, ending)("Ben", room)
    await harness.meet("Eve")
    for person in ("Anna", "Cleo", "Dora", "Eve", None):
        assert await refusals(table, person, room) == await refusals(table, person, UNKNOWN)
    lists = [
        await table.ask("Cleo", name, **values)
        for name, values in (
            ("my_rooms", {}),
            ("open_rooms", {}),
            ("listed_games", {}),
            ("my_games", {"skip": 0, "opponents": 0}),
            ("my_progress", {}),
        )
    ]
    assert room not in str(lists)
    for kind in (Kind.TABLE, Kind.REPLAY, Kind.ANALYSIS):
        target = await table.targets.find(room, kind, STRANGER)
        assert target == await table.targets.find(UNKNOWN, kind, STRANGER)
    await table.analyses.stop()


async def test_a_person_sees_the_own_game_after_its_end(harness):
    table = ChallengeTable(harness)
    room = await table.play("Ben", await table.sent())
    assert (await refusal(table.ask("Ben", "replay", replay=room, eyes=0))).code is Code.RUNNING
    assert "\ndeck " not in await table.ask("Ben", "record", room=room)
    await play_out(harness, room)
    assert (await table.ask("Ben", "replay", replay=room, eyes=0)).frames
    assert "\ndeck " in await table.ask("Ben", "replay_record", replay=room)


async def test_who_left_sees_the_own_game_too(harness):
    table = ChallengeTable(harness)
    room = await table.play("Ben", await table.sent())
    await harness.leave("Ben", room)
    assert (await table.ask("Ben", "replay", replay=room, eyes=0)).frames


async def test_no_setting_opens_the_room_of_a_challenge(harness):
    table = ChallengeTable(harness)
    room = await harness.room(await table.play("Ben", await table.sent()))
    room.setup = Setup(spectators=True)
    assert not may_watch(room, table.key("Cleo"))
    assert may_watch(room, table.key("Ben"))


async def landing(seed: int, name: str) -> tuple[bytes, str, str]:
    """Return what a friend gets before the game, the deck and the dice of a deal."""
    harness = await Harness.open(seed=seed)
    table = ChallengeTable(harness)
    replay = (await table.ask("Anna", "add_replay", body=record(name).encode())).replay
    challenge = await table.make("Anna", replay, seat=1, bot=BotId.SOLID)
    await table.finish("Dora", challenge)
    shown = [await table.show(person, challenge) for person in ("Cleo", None)]
    row = await harness.store.challenge(challenge)
    await harness.close()
    return msgspec.json.encode(shown), row.deck, row.dice


async def test_threat_45_a_challenge_tells_nothing_of_its_cards_and_results():
    """Two worlds with other cards and other games of a friend: the same bytes."""
    names = sorted(path.stem for path in GAMES.glob("3p-*.byz"))[:3]
    assert len({read_finished_game(record(name).encode()).deck for name in names}) == 3
    worlds = [await landing(11, name) for name in names]
    assert len({shown for shown, _, _ in worlds}) == 1
    for shown, deck, dice in worlds:
        assert deck[:8].encode() not in shown
        assert dice[:16].encode() not in shown
