"""The client with a running server."""

import asyncio
from contextlib import aclosing

import pytest

from byzanz.bots.roster import make_bot
from byzanz.client.client import Client
from byzanz.client.errors import Unreachable
from byzanz.game.record import load_game
from byzanz.wire.answers import Reacted, Update
from byzanz.wire.commands import Leave, Play, Reaction, Start
from byzanz.wire.games import PlayAgain
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.replays import PlayOn
from byzanz.wire.room import BotId, MemoryAid, Pace, Setup, Status
from tests.client.rooms import join_as, open_room, plan, token
from tests.rooms.test_offline_game import offline_record
from tests.server.hosting.finished_games import record


async def test_requests_about_people_and_rooms(url):
    async with Client(url) as host, Client(url) as guest, Client(url) as phone:
        await host.new_person()
        await guest.new_person()
        room = (await host.create(plan(None, None, BotId.SOLID))).room
        seen = await host.update(room)
        assert (await guest.find_code(seen.room.code)).room == room
        assert (await guest.open_rooms()).rooms == ()
        command = join_as("Ben")
        assert await guest.command(room, command) == await guest.command(room, command)
        assert [line.room for line in (await guest.my_rooms()).rooms] == [room]
        code = (await guest.device_code()).code
        assert (await phone.claim_code(code)).key == guest.key
        assert (await phone.update(room, after=1)).room.seat is not None
        with pytest.raises(RequestRefused) as refused:
            await guest.record(room)
        assert refused.value.code is Code.NOT_RUNNING
        with pytest.raises(RequestRefused) as refused:
            await guest.hint(room, 0)
        assert refused.value.code is Code.NOT_RUNNING


async def test_requests_about_replays(url):
    async with Client(url) as host, Client(url) as stranger:
        await host.new_person()
        found = (await stranger.add_replay(record())).replay
        moves = load_game(record()).moves
        assert len((await stranger.replay(found)).frames) == len(moves) + 1
        assert (await stranger.replay(found, eyes=2)).frames[0].view.seat == 1
        assert load_game(await stranger.replay_record(found)).moves == moves
        command = PlayOn(token(), number=10, seat=1, name="Ada", nonce=token(), bot=BotId.SOLID)
        made = await host.play_on(found, command)
        assert made == await host.play_on(found, command)
        with pytest.raises(RequestRefused) as refused:
            await stranger.replay(made.room)
        assert refused.value.code is Code.RUNNING
        analysis = await stranger.analysis(found, after=3)
        assert (analysis.total, analysis.count, analysis.is_begun) == (len(moves) + 1, 0, False)
        with pytest.raises(RequestRefused) as refused:
            await stranger.begin_analysis(found)
        assert refused.value.code is Code.NOT_KNOWN
        with pytest.raises(RequestRefused) as refused:
            await stranger.add_replay("format byzanz-1\nplayer\n")
        assert refused.value.code is Code.BAD_RECORD
        assert refused.value.facts["line"] == 2


async def play_out(clients, room):
    """Play a game to its end; all people move as the bot greedy does."""
    bot = make_bot("greedy")
    while True:
        for client in clients:
            update = await client.update(room)
            if update.room.status is not Status.RUNNING:
                return
            if update.options.has_decision:
                move = str(bot.choose(update.view, update.options))
                command = Play(token(), move=move, decision=update.options.decision)
                await client.command(room, command)
        await asyncio.sleep(0.02)


async def test_requests_about_finished_games(url):
    async with Client(url) as ada, Client(url) as ben:
        assert (await ben.my_games()).games == ()
        for client in (ada, ben):
            await client.new_person()
        quick = Setup(pace=Pace.QUICK, memory_aid=MemoryAid.FULL)
        room = (await ada.create(plan(None, None, BotId.BEGINNER, setup=quick))).room
        await ben.command(room, join_as("Ben"))
        await ada.command(room, Start(token()))
        await play_out((ada, ben), room)
        page = await ben.my_games(opponents=2)
        (game,) = page.games
        assert (game.room, page.count) == (room, 1)
        assert game.seats[game.seat].name == "Ben"
        assert (await ben.my_games(skip=1)).games == ()
        (friend,) = (await ben.my_progress()).friends
        assert friend.name == "Ada"
        await ben.keep_game(room)
        assert (await ben.my_games()).kept == 1
        command = PlayAgain(token(), name="Ben", nonce=token())
        made = await ben.play_again(room, command)
        assert made == await ben.play_again(room, command)
        (line,) = [line for line in (await ada.my_rooms()).rooms if line.room == made.room]
        assert line.is_invited
        await ada.cut_tie((await ada.my_progress()).friends[0].tie)
        assert (await ben.my_progress()).friends == ()
        for request in (ada.keep_game("0" * 32), ada.cut_tie("0" * 32)):
            with pytest.raises(RequestRefused) as refused:
                await request
            assert refused.value.code is Code.NOT_FOUND


async def test_a_game_that_was_played_without_a_server_is_sent(url):
    async with Client(url) as ada:
        await ada.new_person()
        sent = await ada.send_game(offline_record().decode(), 5)
        assert sent.is_new
        assert not (await ada.send_game(offline_record().decode(), 6)).is_new
        (game,) = (await ada.my_games()).games
        assert (game.room, game.ended, game.was_offline) == (sent.room, 5, True)


async def test_a_followed_room_pushes_updates_and_reactions(url):
    async with Client(url) as host, Client(url) as guest:
        await host.new_person()
        await guest.new_person()
        room = await open_room(host, 3)
        seq = 0
        async with aclosing(guest.follow(room)) as pushes:
            async for push in pushes:
                if isinstance(push, Reacted):
                    assert push.reaction is Reaction.HELLO
                    break
                if isinstance(push, Update):
                    assert push.after == seq
                    if seq == 0:
                        await guest.command(room, join_as("Ben"))
                    elif push.room.seat is not None:
                        await guest.react(room, Reaction.HELLO)
                    seq = push.seq
        accepted = await guest.command(room, Leave("leaving-now"))
        assert (await guest.update(room, after=seq)).seq == accepted.seq
        assert (await host.update(room)).room.status is Status.WAITING


async def test_a_missing_server_is_reported():
    async with Client("http://127.0.0.1:1", retry_seconds=0.5) as client:
        with pytest.raises(Unreachable, match="does not answer"):
            await client.new_person()
