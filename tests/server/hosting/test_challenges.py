"""Challenges: the same deal for friends, one try each, and results for those who have played."""

import msgspec
import pytest

from byzanz.rooms import results
from byzanz.rooms.finished_game import read_finished_game
from byzanz.server.personal_data.export import DataExport
from byzanz.server.results import challenges as challenges_module
from byzanz.wire.challenges import ChallengeState, TryState
from byzanz.wire.personal_data import PersonalData
from byzanz.wire.problems import Code
from byzanz.wire.room import BotId, Status
from tests.server.hosting.challenge_table import ChallengeTable
from tests.server.hosting.finished_games import finished_room, play_out, record, truncated
from tests.server.hosting.harness import refusal

BOTS = "solid beginner greedy"


async def test_a_friend_gets_the_same_cards_seat_and_bots(harness):
    table = ChallengeTable(harness)
    source = await finished_room(harness, "Anna", BOTS)
    challenge = await table.make("Anna", source)
    made = await harness.room(source)
    room = await harness.room(await table.play("Ben", challenge))
    assert room.game.deck == made.game.deck
    assert [seat.bot for seat in room.seats] == [seat.bot for seat in made.seats]
    assert room.seat_of(table.key("Ben")) == made.seat_of(table.key("Anna"))
    assert room.challenge == challenge
    assert room.status is Status.RUNNING
    assert (await harness.update("Ben", room.id)).room.challenge == challenge
    assert source not in str(await table.show("Ben", challenge))


async def test_one_game_has_one_challenge_which_is_sent_on(harness):
    table = ChallengeTable(harness)
    source = await finished_room(harness, "Anna", BOTS)
    challenge = await table.make("Anna", source)
    assert await table.make("Anna", source, name="Anne") == challenge
    room = await table.finish("Ben", challenge)
    assert await table.make("Ben", room) == challenge


async def test_results_are_shown_to_those_who_have_played(harness):
    table = ChallengeTable(harness)
    challenge = await table.sent(BOTS)
    await table.finish("Cleo", challenge)
    room = await table.play("Ben", challenge)
    for person, state in (("Ben", ChallengeState.RUNNING), ("Dora", ChallengeState.OPEN)):
        shown = await table.show(person, challenge)
        assert (shown.state, shown.players, shown.player_count) == (state, (), 3)
    assert (await table.show(None, challenge)).players == ()
    shown = await table.show("Cleo", challenge)
    assert [player.state for player in shown.players] == ["finished", "finished", "playing"]
    assert shown.players[2].seats == shown.players[2].rounds == ()
    await play_out(harness, room)
    shown = await table.show("Ben", challenge)
    assert shown.state is ChallengeState.OVER
    assert shown.room == room
    assert [player.name for player in shown.players] == ["Anna", "Cleo", "Ben"]
    assert [player.is_mine for player in shown.players] == [False, False, True]
    assert [player.is_maker for player in shown.players] == [True, False, False]
    game = (await harness.room(room)).game
    assert [seat.profit for seat in shown.players[2].seats] == list(game.scores)
    assert len((await table.show("Anna", challenge)).players) == 3


async def test_the_profits_of_the_rounds_add_up(harness):
    table = ChallengeTable(harness)
    challenge = await table.sent(BOTS)
    await table.finish("Ben", challenge)
    shown = await table.show("Ben", challenge)
    for player in shown.players:
        profit = player.seats[shown.seat].profit
        assert sum(line.profit for line in player.rounds) == profit
        assert [line.round for line in player.rounds] == list(range(1, len(player.rounds) + 1))
        outcomes = {line.outcome for each in player.rounds for line in each.auctions}
        assert "won" in outcomes
        assert "passed" in outcomes


@pytest.mark.parametrize("ending", ["abort", "leave"])
async def test_who_gives_up_sees_the_others_and_has_no_second_try(harness, ending):
    table = ChallengeTable(harness)
    challenge = await table.sent()
    room = await table.play("Ben", challenge)
    assert not (await table.show("Ben", challenge)).players
    await getattr(harness, ending)("Ben", room)
    shown = await table.show("Ben", challenge)
    assert [player.state for player in shown.players] == [TryState.FINISHED, TryState.ENDED]
    assert (await refusal(table.play("Ben", challenge))).code is Code.ALREADY_PLAYED


async def test_everybody_has_one_try(harness):
    table = ChallengeTable(harness)
    challenge = await table.sent()
    room = await table.play("Ben", challenge)
    assert await table.play("Ben", challenge) == room
    await play_out(harness, room)
    for person in ("Ben", "Anna"):
        assert (await refusal(table.play(person, challenge))).code is Code.ALREADY_PLAYED
    assert (await table.show("Ben", challenge)).player_count == 2


async def test_a_seventh_person_is_refused(harness):
    table = ChallengeTable(harness)
    challenge = await table.sent()
    for person in ("Ben", "Cleo", "Dora", "Emil", "Fay"):
        await table.play(person, challenge)
    assert (await table.show("Gus", challenge)).state is ChallengeState.FULL
    assert (await refusal(table.play("Gus", challenge))).code is Code.CHALLENGE_FULL
    assert (await table.show("Fay", challenge)).player_count == 6


async def test_a_deal_of_another_version_is_not_played(harness, monkeypatch):
    table = ChallengeTable(harness)
    challenge = await table.sent()
    await table.finish("Cleo", challenge)
    room = await table.play("Ben", challenge)
    for module in (results, challenges_module):
        monkeypatch.setattr(module, "VERSION", "2.0")
    refused = await refusal(table.play("Dora", challenge))
    assert (refused.code, refused.facts["version"]) == (Code.OTHER_VERSION, "1.1")
    assert (await table.show("Dora", challenge)).state is ChallengeState.OUTDATED
    assert await table.play("Ben", challenge) == room
    await play_out(harness, room)
    shown = await table.show("Ben", challenge)
    assert [player.is_compared for player in shown.players] == [True, False, False]


async def test_a_game_with_hints_or_undo_is_marked(harness):
    table = ChallengeTable(harness)
    room = await harness.table("Anna", "solid solid")
    while (await harness.room(room)).turn.is_automatic:
        await harness.wait(1)
    await harness.play("Anna", room, "pass")
    await harness.undo("Anna", room)
    await play_out(harness, room)
    challenge = await table.make("Anna", room)
    await table.finish("Ben", challenge)
    shown = await table.show("Ben", challenge)
    assert [player.is_helped for player in shown.players] == [True, False]


async def test_an_uploaded_record_is_sent_by_somebody_who_knows_it(harness):
    table = ChallengeTable(harness)
    replay = (await table.ask("Anna", "add_replay", body=record().encode())).replay
    assert (await refusal(table.make("Anna", replay))).code is Code.BAD_REQUEST
    assert (await refusal(table.make("Anna", replay, seat=3))).code is Code.BAD_REQUEST
    challenge = await table.make("Anna", replay, seat=1, bot=BotId.GREEDY)
    assert await table.make("Anna", replay, seat=1, bot=BotId.GREEDY) == challenge
    assert await table.make("Anna", replay, seat=2) != challenge
    assert (await refusal(table.play("Anna", challenge))).code is Code.ALREADY_PLAYED
    room = await harness.room(await table.finish("Ben", challenge))
    assert room.game.deck == read_finished_game(record().encode()).deck
    assert [seat.bot for seat in room.seats] == ["greedy", None, "greedy"]
    shown = await table.show("Anna", challenge)
    assert [player.name for player in shown.players] == ["Ben"]
    unfinished = truncated(record(), 20)
    replay = (await table.ask("Anna", "add_replay", body=unfinished.encode())).replay
    assert await table.make("Anna", replay, seat=0)


async def test_only_a_persons_own_finished_game_against_bots_is_sent(harness):
    table = ChallengeTable(harness)
    source = await finished_room(harness, "Anna", "solid solid")
    assert (await refusal(table.make("Ben", source))).code is Code.NOT_ALLOWED
    both = await finished_room(harness, "Anna Ben", "solid")
    assert (await refusal(table.make("Anna", both))).code is Code.NOT_AGAINST_BOTS
    running = await harness.table("Anna", "solid solid")
    assert (await refusal(table.make("Anna", running))).code is Code.UNFINISHED
    await harness.abort("Anna", running)
    assert (await refusal(table.make("Anna", running))).code is Code.UNFINISHED
    assert (await refusal(table.make("Anna", "0" * 32))).code is Code.NOT_FOUND
    assert (await refusal(table.make("Anna", source, name="\u200b"))).code is Code.BAD_NAME


async def test_a_deal_that_is_gone_is_not_found(harness):
    table = ChallengeTable(harness)
    challenge = await table.sent()
    assert (await refusal(table.show("Ben", "0" * 32))).code is Code.NOT_FOUND
    await harness.store.delete_challenges(made_before=2**50)
    assert (await refusal(table.show("Ben", challenge))).code is Code.NOT_FOUND
    assert (await refusal(table.play("Ben", challenge))).code is Code.NOT_FOUND


async def test_results_outlive_the_rooms(harness):
    table = ChallengeTable(harness)
    challenge = await table.sent()
    await table.finish("Ben", challenge)
    before = (await table.show("Ben", challenge)).players
    await harness.store.delete_rooms(Status.FINISHED, changed_before=2**50)
    await harness.restart()
    table = ChallengeTable(harness)
    await harness.wait(2 * 3600)
    after = (await table.show("Ben", challenge)).players
    assert after[0] == before[0]
    assert after[1] == msgspec.structs.replace(before[1], rounds=())


async def test_a_server_that_cannot_search_refuses_bots_that_do(harness):
    table = ChallengeTable(harness, may_search=False)
    challenge = await table.sent("expert solid")
    assert (await refusal(table.play("Ben", challenge))).code is Code.NO_SEARCH
    assert (await table.show("Ben", challenge)).player_count == 1


async def test_a_try_whose_room_was_not_made_begins_with_the_next_request(harness, monkeypatch):
    table = ChallengeTable(harness)
    challenge = await table.sent()
    make = harness.rooms.make

    async def crash(*_):
        raise ConnectionError

    monkeypatch.setattr(harness.rooms, "make", crash)
    with pytest.raises(ConnectionError):
        await table.play("Ben", challenge)
    assert (await table.show("Ben", challenge)).state is ChallengeState.OPEN
    monkeypatch.setattr(harness.rooms, "make", make)
    room = await table.play("Ben", challenge)
    assert (await harness.room(room)).challenge == challenge
    assert (await table.show("Ben", challenge)).player_count == 2


async def test_there_are_no_hints_and_no_undo(harness):
    table = ChallengeTable(harness)
    room = await table.play("Ben", await table.sent())
    while (await harness.room(room)).turn.is_automatic:
        await harness.wait(1)
    await harness.play("Ben", room, "pass")
    assert (await refusal(harness.undo("Ben", room))).code is Code.NO_UNDO
    state = (await harness.update("Ben", room)).room
    assert (state.may_undo, state.setup.hints) == (False, False)


async def test_the_file_with_all_data_has_the_challenges(harness):
    table = ChallengeTable(harness)
    challenge = await table.sent()
    await table.play("Ben", challenge)
    for person in ("Anna", "Ben"):
        parts = await DataExport(harness.rooms).begin(table.key(person))
        data = msgspec.json.decode(b"".join([part async for part in parts]), type=PersonalData)
        assert [(each.challenge, each.name) for each in data.challenges] == [(challenge, person)]


async def test_a_challenge_is_deleted_with_its_maker_and_a_try_with_its_person(harness):
    table = ChallengeTable(harness)
    challenge = await table.sent()
    await table.play("Cleo", challenge)
    room = await table.play("Ben", challenge)
    await table.handlers.deletion.delete(table.key("Cleo"))
    assert (await table.show("Anna", challenge)).player_count == 2
    await table.handlers.deletion.delete(table.key("Anna"))
    assert (await refusal(table.show("Ben", challenge))).code is Code.NOT_FOUND
    await play_out(harness, room)
    assert (await harness.room(room)).status is Status.FINISHED
