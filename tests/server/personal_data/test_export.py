"""The file with everything that the server has about a person."""

import json

import msgspec

from byzanz.game.record import load_game
from byzanz.server.hosting.people import person_of
from byzanz.wire.games import SendGame
from byzanz.wire.personal_data import PersonalData
from byzanz.wire.problems import Code
from tests.rooms.test_offline_game import offline_record
from tests.server.hosting.harness import refusal
from tests.server.personal_data.people import servers, whole
from tests.store.test_alerts import device


async def test_the_file_has_all_games_with_their_records(url):
    async with servers(url) as at:
        anna, ben = await at.person(), await at.person()
        room = await at.table({"Anna": anna, "Ben": ben}, bots=1)
        await at.play_out(room, [anna, ben])
        other = await at.table({"Anna": anna}, bots=2, starts=False)
        data = msgspec.json.decode(await at.export(anna, at.last), type=PersonalData)
        (game,) = data.games
        assert game.room == room
        assert load_game(game.record).scores == (await at.room(room)).game.scores
        (listed,) = (await at.ask("my_games", anna, skip=0, opponents=0)).games
        assert listed == type(listed)(
            **{name: getattr(game, name) for name in listed.__struct_fields__}
        )
        assert [line.room for line in data.tables] == [other]
        assert [(friend.name, friend.games) for friend in data.friends] == [("Ben", 1)]
        assert data.format == "byzanz-data-1"
        assert data.since <= data.made
        assert json.loads(await at.export(ben))["games"][0]["seat"] != game.seat


async def test_the_file_has_games_that_were_played_without_a_server(url):
    async with servers(url) as at:
        anna = await at.person()
        sent = SendGame(offline_record(name="Anna").decode(), 5)
        room = (await at.ask("send_game", anna, body=sent)).room
        (game,) = msgspec.json.decode(await at.export(anna, at.last), type=PersonalData).games
        assert (game.room, game.was_offline, game.ended) == (room, True, 5)
        assert game.record == await at.ask("replay_record", replay=room, visitor=anna)
        assert load_game(game.record).names[0] == "Anna"


async def test_the_file_has_neither_key_nor_other_people(url):
    async with servers(url) as at:
        anna, ben = await at.person(), await at.person()
        room = await at.table({"Anna": anna, "Ben": ben}, bots=1)
        await at.play_out(room, [anna, ben])
        text = (await at.export(anna)).decode()
        for visitor in (anna, ben):
            assert visitor.key not in text
            assert person_of(visitor.key) not in text


async def test_the_file_has_the_devices_but_not_their_addresses(url):
    async with servers(url) as at:
        anna, ben = await at.person(), await at.person()
        room = await at.table({"Anna": anna, "Ben": ben}, bots=1)
        await at.play_out(room, [anna, ben])
        person, other = person_of(anna.key), person_of(ben.key)
        store = at.first.store
        await store.set_subscription(device("hers", person), most=1)
        await store.set_opt_in(person, other, 1, is_wanted=True)
        await store.mute_invitations(person, is_muted=True)
        text = await at.export(anna)
        data = msgspec.json.decode(text, type=PersonalData)
        (listed,) = data.devices
        assert (listed.device, listed.language) == ("hers", device("hers", person).language)
        assert device("hers", person).address not in text.decode()
        assert data.has_muted_invitations
        assert [friend.is_opted_in for friend in data.friends] == [True]
        others = msgspec.json.decode(await at.export(ben), type=PersonalData)
        assert (others.devices, others.has_muted_invitations) == ((), False)


async def test_a_running_game_is_only_a_line(url):
    async with servers(url) as at:
        anna, ben = await at.person(), await at.person()
        room = await at.table({"Anna": anna, "Ben": ben}, bots=1)
        data = json.loads(await at.export(anna))
        assert data["games"] == []
        assert data["tables"][0].keys() == {
            *("room", "status", "names", "seat_count", "open_seats"),
            *("is_my_turn", "changed", "is_invited"),
        }
        secret = (await at.room(room)).secret
        assert secret not in json.dumps(data)


async def test_a_second_request_is_refused_while_the_file_is_made(url):
    async with servers(url) as at:
        anna, ben = await at.person(), await at.person()
        room = await at.table({"Anna": anna, "Ben": ben}, bots=1)
        await at.play_out(room, [anna, ben])
        answer = await at.ask("my_data", anna)
        refused = await refusal(at.ask("my_data", anna))
        assert refused.code is Code.BEING_MADE
        assert json.loads(await whole(await at.ask("my_data", ben)))["games"]
        first = json.loads(await whole(answer))
        second = json.loads(await at.export(anna))
        assert {**first, "made": 0} == {**second, "made": 0}


async def test_an_abandoned_file_does_not_block_the_next_one(url):
    async with servers(url) as at:
        anna = await at.person()
        answer = await at.ask("my_data", anna)
        await answer.parts.aclose()
        assert json.loads(await at.export(anna))["games"] == []


async def test_without_a_known_key_there_is_no_file(url):
    async with servers(url) as at:
        anna = await at.person()
        for key in (None, "0" * 32):
            refused = await refusal(at.ask("my_data", anna._replace(key=key)))
            assert refused.code is Code.NOT_KNOWN


async def test_a_record_that_can_not_be_read_is_left_out(url):
    async with servers(url) as at:
        anna, ben = await at.person(), await at.person()
        room = await at.table({"Anna": anna, "Ben": ben}, bots=1)
        await at.play_out(room, [anna, ben])
        await at.first.store._write(
            "UPDATE log SET body = $2 WHERE room = $1 AND seq = 3", room, b"{"
        )
        (game,) = json.loads(await at.export(anna))["games"]
        assert game["record"] is None
        assert game["room"] == room
