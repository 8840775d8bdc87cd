"""Results of finished games: what is stored, what is listed, and playing with the same people."""

import msgspec
import pytest

from byzanz.progress.friends import tie_id
from byzanz.server.call import Visitor
from byzanz.server.handlers.dispatch import Handlers
from byzanz.server.hosting.people import People, person_of
from byzanz.server.ops.config import Limits
from byzanz.server.results.backfill import ResultBackfill
from byzanz.server.results.game_history import GameHistory
from byzanz.server.results.rating import rate_next
from byzanz.wire.games import PlayAgain
from byzanz.wire.problems import Code
from byzanz.wire.room import BotId, Status
from tests.server.hosting.finished_games import finished_room, play_out
from tests.server.hosting.harness import NONCE, handled, refusal

ANNA, BEN, CLEO = map(person_of, ("Anna", "Ben", "Cleo"))


async def games(harness, person=ANNA, *, skip=0, choice=0):
    return await GameHistory(harness.rooms).page(person, skip, choice)


async def test_a_finished_game_is_listed_for_each_person(harness):
    room = await finished_room(harness, "Anna Ben", "solid")
    standings = {each.seat: each for each in (await harness.room(room)).game.standings()}
    for name in ("Anna", "Ben"):
        page = await games(harness, person_of(name))
        (game,) = page.games
        assert (game.room, game.seat) == (room, await harness.seat(name, room))
        assert (page.count, page.kept) == (1, 0)
        assert game.ended == page.since == (await harness.room(room)).at
        for number, line in enumerate(game.seats):
            assert (line.place, line.profit) == (standings[number].place, standings[number].profit)
        assert sorted(line.name for line in game.seats if line.bot is None) == ["Anna", "Ben"]
        assert [line.bot for line in game.seats].count(BotId.SOLID) == 1
        assert game.is_counted
        assert game.has_record
    assert (await games(harness, CLEO)).games == ()


async def test_a_person_who_left_has_a_result_too(harness):
    room = await harness.table("Anna Ben Cleo")
    await harness.leave("Cleo", room)
    await play_out(harness, room)
    assert (await games(harness, CLEO)).count == 1


async def test_an_ended_game_and_one_of_bots_have_no_result(harness):
    room = await harness.table("Anna", "solid solid")
    await harness.abort("Anna", room)
    assert (await harness.room(room)).status is Status.ABORTED
    assert (await games(harness)).count == 0


async def test_a_hint_is_logged_once_and_the_game_does_not_count(harness):
    room = await harness.table("Anna", "solid solid")
    async with harness.rooms.held(room) as live:
        seat = live.room.seat_of(ANNA)
        await harness.rooms.log_hint(live, seat)
        await harness.rooms.log_hint(live, seat)
    tags = [type(entry).__name__ for entry in await harness.log(room)]
    assert tags.count("HintAsked") == 1
    assert (await harness.room_from_log(room)).hinted == {seat}
    await play_out(harness, room)
    assert not (await games(harness)).games[0].is_counted


async def test_a_game_with_moves_taken_back_does_not_count(harness):
    room = await harness.table("Anna", "solid solid")
    while (await harness.room(room)).moves_kept_by_undo(await harness.seat("Anna", room)) is None:
        if (await harness.room(room)).turn.bot:
            await harness.wait(1)
        else:
            await harness.play("Anna", room, "pass")
    await harness.undo("Anna", room)
    await play_out(harness, room)
    assert not (await games(harness)).games[0].is_counted


async def test_pages_follow_each_other(harness, monkeypatch):
    monkeypatch.setattr("byzanz.server.results.game_history.PAGE", 2)
    rooms = [await finished_room(harness, "Anna", "solid solid") for _ in range(3)]
    rooms.append(await finished_room(harness, "Anna Ben", "solid"))
    assert [game.room for game in (await games(harness)).games] == rooms[:1:-1]
    assert [game.room for game in (await games(harness, skip=2)).games] == rooms[1::-1]
    assert [game.room for game in (await games(harness, choice=2)).games] == rooms[3:]
    assert (await games(harness, choice=1)).count == 3
    assert (await refusal(games(harness, choice=3))).code is Code.BAD_REQUEST


async def test_a_game_that_its_player_keeps_is_not_deleted(harness, monkeypatch):
    monkeypatch.setattr("byzanz.server.results.game_history.MOST_KEPT", 1)
    history = GameHistory(harness.rooms)
    first, second = [await finished_room(harness, "Anna", "solid solid") for _ in range(2)]
    await history.keep(ANNA, first, is_kept=True)
    refused = await refusal(history.keep(ANNA, second, is_kept=True))
    assert (refused.code, refused.facts) == (Code.TOO_MANY_KEPT, {"most": 1})
    assert (await refusal(history.keep(BEN, first, is_kept=True))).code is Code.NOT_FOUND
    await harness.store.delete_rooms("finished", changed_before=harness.clock.now() + 1)
    kept = {game.room: game.has_record for game in (await games(harness)).games}
    assert kept == {first: True, second: False}
    await history.keep(ANNA, first, is_kept=False)
    assert (await refusal(history.keep(ANNA, second, is_kept=True))).code is Code.NOT_FOUND


async def test_games_of_an_earlier_release_are_filled_in(harness):
    room = await finished_room(harness, "Anna Ben", "solid")
    before = await games(harness)
    await harness.store._write("DELETE FROM result")
    await harness.store._write("UPDATE room SET has_results = 0")
    backfill = ResultBackfill(harness.store)
    assert await backfill.fill_in_next()
    assert not await backfill.fill_in_next()
    assert await games(harness) == before
    assert (await games(harness, BEN)).games[0].room == room


async def test_rating_goes_on_until_all_games_are_rated(harness, monkeypatch):
    monkeypatch.setattr("byzanz.server.results.rating.AT_ONCE", 3)
    for _ in range(3):
        await finished_room(harness, "Anna Ben", "solid")
    rounds = 0
    while await rate_next(harness.store):
        rounds += 1
    assert rounds == 3
    progress = await GameHistory(harness.rooms).progress(ANNA)
    assert progress.rating.games == 3
    assert progress.rating.sigma < 25_000 / 3


async def test_two_processes_rate_a_game_once(harness):
    await finished_room(harness, "Anna", "solid solid")
    turn = await harness.store.rating_turn()
    await rate_next(harness.store)
    assert await harness.store.rating_turn() == turn + 1
    assert not await harness.store.store_ratings(turn, [])


async def test_friends_and_trends(harness):
    await finished_room(harness, "Anna Ben", "solid")
    await finished_room(harness, "Anna", "solid solid")
    progress = await GameHistory(harness.rooms).progress(ANNA)
    (friend,) = progress.friends
    assert (friend.name, friend.games, friend.tie) == ("Ben", 1, tie_id(ANNA, BEN))
    (trend,) = progress.trends
    assert (trend.level, trend.games, trend.fair) == (BotId.SOLID, 1, 333_333)


def again(name="Anna"):
    return PlayAgain("again-0001", name, NONCE)


async def test_the_same_people_play_again(harness):
    history = GameHistory(harness.rooms)
    old = await finished_room(harness, "Anna Ben Cleo", "greedy", memory_aid="full")
    new = (await history.play_again(ANNA, old, again())).room
    assert (await history.play_again(ANNA, old, again())).room == new
    made = await harness.room(new)
    assert made.host == ANNA
    assert made.setup == (await harness.room(old)).setup
    assert {each.person for each in made.held_seats} == {BEN, CLEO}
    assert [seat.bot for seat in made.seats].count(BotId.GREEDY) == 1
    assert made.is_invited(BEN)
    assert not made.is_invited(ANNA)
    assert new in [row.room for row in await harness.store.rooms_of(BEN)]
    await harness.join("Ben", new)
    assert not (await harness.room(new)).is_invited(BEN)


async def test_a_cut_tie_holds_no_seat(harness):
    history = GameHistory(harness.rooms)
    old = await finished_room(harness, "Anna Ben Cleo")
    await history.cut_tie(BEN, tie_id(BEN, ANNA))
    assert [friend.name for friend in (await history.progress(ANNA)).friends] == ["Cleo"]
    made = await harness.room((await history.play_again(ANNA, old, again())).room)
    assert {each.person for each in made.held_seats} == {CLEO}
    assert made.free_seats(None) == [await harness.seat("Ben", old)]
    assert (await refusal(history.cut_tie(BEN, tie_id(BEN, ANNA)))).code is Code.NOT_FOUND
    assert (await refusal(history.cut_tie(BEN, tie_id(ANNA, CLEO)))).code is Code.NOT_FOUND


async def test_people_play_again_though_the_old_room_is_deleted(harness):
    history = GameHistory(harness.rooms)
    old = await finished_room(harness, "Anna Ben Cleo", memory_aid="full")
    await harness.store.delete_rooms("finished", changed_before=harness.clock.now() + 1)
    for live in harness.rooms.live:
        harness.rooms.drop(live)
    made = await harness.room((await history.play_again(ANNA, old, again())).room)
    assert {each.person for each in made.held_seats} == {BEN, CLEO}


async def test_somebody_elses_game_is_not_found(harness):
    history = GameHistory(harness.rooms)
    old = await finished_room(harness, "Anna Ben", "solid")
    assert (await refusal(history.play_again(CLEO, old, again("Cleo")))).code is Code.NOT_FOUND
    assert (await refusal(history.play_again(ANNA, "f" * 32, again()))).code is Code.NOT_FOUND


@pytest.mark.parametrize("name", ["my_games", "my_progress"])
async def test_without_a_key_there_are_no_games(harness, name):
    people = People(harness.store, harness.clock)
    handlers = Handlers(harness.rooms, people, harness.bots, None, Limits(), None)
    answer = await handled(handlers, name, Visitor("1.2.3.4", None), skip=0, opponents=0)
    assert b"room" not in msgspec.json.encode(answer)
