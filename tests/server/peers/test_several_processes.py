"""Several processes on one store behave like one."""

import asyncio

import msgspec
import pytest

from byzanz.rooms.bid_plan import current_auction
from byzanz.rooms.entries import DECODER, Moved, WentAway
from byzanz.server.peers.messages import Counted
from byzanz.store.rows import ProcessRow
from byzanz.wire.answers import Presence, Reacted
from byzanz.wire.commands import AllowListing, BidPlan, React, Reaction
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import MoveClock, Pace
from tests.server.peers.processes import messages, processes


async def entries(host, room):
    return [DECODER.decode(row.body) for row in await host.store.log(room)]


async def test_a_person_connected_to_any_process_is_not_away():
    async with processes() as host:
        one, two, three = [await host.start() for _ in range(3)]
        room, people = await host.table([one, two, three], clock=MoveClock(600))
        outboxes = [
            await process.ask("follow", person, room=room, after=0)
            for process, person in zip((one, two, three), people, strict=True)
        ]
        await asyncio.sleep(300)
        assert not [each for each in await entries(host, room) if isinstance(each, WentAway)]
        state = (await one.ask("update", people[0], room=room, after=0)).room
        assert [seat.gone_since for seat in state.seats] == [None] * 3
        last = [each for each in messages(outboxes[0]) if isinstance(each, Presence)][-1]
        assert last.connected == (0, 1, 2)


async def test_a_person_who_disconnects_is_gone_at_all_processes():
    async with processes() as host:
        one, two = [await host.start() for _ in range(2)]
        room, people = await host.table([one, two, two])
        await one.ask("follow", people[0], room=room, after=0)
        outbox = await two.ask("follow", people[1], room=room, after=0)
        await two.ask("follow", people[2], room=room, after=0)
        await asyncio.sleep(70)
        state = (await one.ask("update", people[0], room=room, after=0)).room
        assert not any(seat.gone_since for seat in state.seats)
        await two.service.rooms.unfollow(room, outbox)
        await asyncio.sleep(62)
        state = (await one.ask("update", people[0], room=room, after=0)).room
        gone = host.seat(room, people[1])
        assert [seat.gone_since is not None for seat in state.seats] == [
            number == gone for number in range(3)
        ]


async def test_people_of_a_crashed_process_are_gone_after_a_minute():
    async with processes() as host:
        one, two = [await host.start() for _ in range(2)]
        room, people = await host.table([one, two, two])
        await one.ask("follow", people[0], room=room, after=0)
        await two.ask("follow", people[1], room=room, after=0)
        await asyncio.sleep(100)
        two.crash()
        await asyncio.sleep(50)
        state = (await one.ask("update", people[0], room=room, after=0)).room
        assert state.seats[host.seat(room, people[1])].gone_since is None
        await asyncio.sleep(15)
        state = (await one.ask("update", people[0], room=room, after=0)).room
        assert state.seats[host.seat(room, people[1])].gone_since is not None


async def test_every_process_lists_the_game_until_its_host_withdraws():
    async with processes() as host:
        one, two, three = [await host.start() for _ in range(3)]
        room, people = await host.table([one, two], bots=1, pace=Pace.PAUSED)
        visitor = await host.visitor(three)
        for process, is_allowed in ((one, True), (two, False), (three, True)):
            allow = AllowListing(host.next_id(), is_allowed)
            await process.ask("command", people[0], room=room, body=allow)
            for each in (one, two, three):
                games = (await each.ask("listed_games", visitor)).games
                assert [game.room for game in games] == [room] * is_allowed
        two.crash()
        await asyncio.sleep(5)
        games = (await one.ask("listed_games", visitor)).games
        assert [game.person_count for game in games] == [2]


async def test_no_game_is_listed_while_a_process_lives_that_could_not_read_it():
    async with processes() as host:
        one, older = [await host.start() for _ in range(2)]
        room, people = await host.table([one, older], bots=1, pace=Pace.PAUSED)
        row = ProcessRow(older.service.rooms.peers.process, 2**60, level=2, connections="[0,{}]")
        await host.store.renew_process(row)
        older.crash()
        await asyncio.sleep(1)
        allow = AllowListing(host.next_id())
        with pytest.raises(RequestRefused) as refused:
            await one.ask("command", people[0], room=room, body=allow)
        assert refused.value.code is Code.BUSY
        await host.store.renew_process(msgspec.structs.replace(row, until=0))
        await asyncio.sleep(1)
        await one.ask("command", people[0], room=room, body=allow)
        assert (await one.ask("listed_games", people[1])).games


@pytest.mark.parametrize("ending", ["crash", "stop"])
async def test_another_process_plays_the_bots_within_three_seconds(ending):
    async with processes() as host:
        one, two = [await host.start() for _ in range(2)]
        room, people = await host.table([one, two], bots=2, pace=Pace.QUICK)
        for process, person in zip((one, two), people, strict=True):
            await process.ask("follow", person, room=room, after=0)
        await asyncio.sleep(20)  # until a person must decide
        (holder,) = host.holders(room)
        other = two if holder is one else one
        if ending == "crash":
            holder.crash()
        else:
            await holder.stop()
        await asyncio.sleep(3)
        assert host.holders(room) == [other]
        for person in people:  # their seats come before those of the bots
            await host.play(other, person, room, "pass")
        before = len(await entries(host, room))
        await asyncio.sleep(20)
        assert len(await entries(host, room)) > before, "no bot has moved"


async def test_each_bot_moves_once():
    async with processes() as host:
        both = [await host.start() for _ in range(2)]
        room, people = await host.table(both, bots=2, pace=Pace.QUICK)
        for process, person in zip(both, people, strict=True):
            await process.ask("follow", person, room=room, after=0)
        for _ in range(30):
            await asyncio.sleep(10)
            assert len(host.holders(room)) == 1
            if host.database.read(room).game.turn not in [host.seat(room, each) for each in people]:
                continue
            on_turn = host.on_turn(room, people)
            options = (await both[0].ask("update", people[on_turn], room=room, after=0)).options
            if options.bid is None:
                break
            await host.play(both[1], people[on_turn], room, "pass")
        tasks = [task for each in both for task in each.service.bots.tasks]
        seen = [(task.seed, task.view.decision) for task in tasks]
        assert len(seen) == len(set(seen))


async def test_a_plan_withdrawn_at_another_process_is_not_executed():
    async with processes() as host:
        one, two = [await host.start() for _ in range(2)]
        room, people = await host.table([one, one, one])
        for person in people:
            await one.ask("follow", person, room=room, after=0)
        await asyncio.sleep(1)
        assert host.holders(room) == [] or host.holders(room) == [one]
        on_turn = host.on_turn(room, people)
        waiting = people[(on_turn + 1) % 3]
        auction = current_auction(host.database.read(room).game)[0]
        await one.ask("wish", waiting, room=room, body=BidPlan(auction, above=0))
        await two.ask("wish", waiting, room=room, body=BidPlan(auction, above=None))
        cards = str(
            host.database.read(room).game.options(host.seat(room, people[on_turn])).bid.cheapest[0]
        )
        await host.play(one, people[on_turn], room, f"bid {cards}")
        await asyncio.sleep(30)
        moves = [each for each in await entries(host, room) if isinstance(each, Moved)]
        assert len(moves) == 1


async def test_a_plan_set_at_another_process_is_executed_once():
    async with processes() as host:
        one, two = [await host.start() for _ in range(2)]
        room, people = await host.table([one, one, one])
        for person in people:
            await one.ask("follow", person, room=room, after=0)
        on_turn = host.on_turn(room, people)
        game = host.database.read(room).game
        following = (game.turn + 1) % 3
        waiting = next(each for each in people if host.seat(room, each) == following)
        await two.ask("wish", waiting, room=room, body=BidPlan(current_auction(game)[0], above=0))
        card = game.options(game.turn).bid.cheapest[0]
        await host.play(one, people[on_turn], room, f"bid {card}")
        await asyncio.sleep(30)
        moves = [each for each in await entries(host, room) if isinstance(each, Moved)]
        assert [(each.seat, each.move) for each in moves[1:]] == [(following, "pass")]


async def test_reactions_are_pushed_at_all_processes():
    async with processes() as host:
        one, two = [await host.start() for _ in range(2)]
        room, people = await host.table([one, two, two])
        await asyncio.sleep(2)
        outbox = await two.ask("follow", people[1], room=room, after=0)
        messages(outbox)
        await one.ask("react", people[0], room=room, body=React(next(iter(Reaction))))
        await asyncio.sleep(1)
        reacted = [each for each in messages(outbox) if isinstance(each, Reacted)]
        assert [each.seat for each in reacted] == [host.seat(room, people[0])]


async def test_a_skip_requested_at_another_process_is_executed():
    async with processes() as host:
        one, two = [await host.start() for _ in range(2)]
        room, people = await host.table([one], bots=3, pace=Pace.CALM)
        await one.ask("follow", people[0], room=room, after=0)
        await asyncio.sleep(0.5)
        seat = host.seat(room, people[0])
        while host.database.read(room).game.options(seat).has_decision:
            await host.play(one, people[0], room, "pass")
        (holder,) = host.holders(room)
        assert holder is one
        await two.ask("skip", people[0], room=room)
        await asyncio.sleep(3.5)
        assert host.database.read(room).game.options(seat).has_decision


async def test_any_process_shows_the_entries_that_another_has_acknowledged():
    async with processes() as host:
        one, two = [await host.start() for _ in range(2)]
        room, people = await host.table([one, one, one])
        await two.ask("update", people[0], room=room, after=0)
        host.database.injects_faults = True  # notifications may be lost
        host.database.dice.random = lambda: 1.0  # all of them are lost
        for _ in range(2):
            on_turn = host.on_turn(room, people)
            accepted = await host.play(one, people[on_turn], room, "pass")
            update = await two.ask("update", people[0], room=room, after=0)
            assert update.seq == accepted.seq


async def test_a_seat_has_at_most_four_connections_at_all_processes_together():
    async with processes() as host:
        one, two = [await host.start() for _ in range(2)]
        room, people = await host.table([one, one, one])
        for process in (one, one, two, two):
            await process.ask("follow", people[0], room=room, after=0)
        await asyncio.sleep(2)
        for process in (one, two):
            with pytest.raises(RequestRefused) as refused:
                await process.ask("follow", people[0], room=room, after=0)
            assert refused.value.code is Code.TOO_FAST


async def test_rate_limits_count_the_requests_at_all_processes():
    async with processes() as host:
        one, two = [await host.start() for _ in range(2)]
        limiters = [each.service.handlers.visitors.limiters["commands"] for each in (one, two)]
        for limiter in limiters:
            limiter._per_minute = 100
        for _ in range(99):
            limiters[0].count_request("somebody")
        await asyncio.sleep(1)
        limiters[1].count_request("somebody")
        with pytest.raises(RequestRefused):
            limiters[1].count_request("somebody")


async def test_a_limit_that_only_a_newer_version_has_is_ignored():
    async with processes() as host:
        one, two = [await host.start() for _ in range(2)]
        await asyncio.sleep(5)  # until they know each other
        for limit in ("later", "reads"):
            one.service.rooms.peers.post(Counted(limit, {"203.0.113.7": 1}))
        await asyncio.sleep(5)
        assert "203.0.113.7" in two.service.handlers.visitors.limiters["reads"].sources()
