"""Games that were played without a server are sent, listed with a mark, and never rated."""

from byzanz.rooms.finished_game import parse_finished_game
from byzanz.server.call import Visitor
from byzanz.server.ops.clock import DAY
from byzanz.server.ops.config import Config
from byzanz.server.results import sent_games
from byzanz.server.results.rating import rate_next
from byzanz.server.service import Service
from byzanz.wire.games import KeepGame, PlayAgain, SendGame
from byzanz.wire.problems import Code
from byzanz.wire.room import BotId, SeatKind
from tests.rooms.test_offline_game import offline_record
from tests.server.hosting.harness import NONCE, refusal
from tests.server.hosting.test_looking_back import ReplayRequests

ENDED = 900_000_000_000


def sending(ended=ENDED, **named) -> SendGame:
    return SendGame(offline_record(**named).decode(), ended)


async def listed(requests, visitor=None):
    page = await requests.ask("my_games", visitor or requests.anna, skip=0, opponents=0)
    return page.games


async def test_a_sent_game_is_listed_once_with_its_mark(harness):
    requests = await ReplayRequests.of(harness)
    first = await requests.ask("send_game", requests.anna, body=sending())
    again = await requests.ask("send_game", requests.anna, body=sending(ended=ENDED + 5))
    assert (first.is_new, again.is_new, again.room) == (True, False, first.room)
    (game,) = await listed(requests)
    assert (game.room, game.ended, game.seat) == (first.room, ENDED, 0)
    assert (game.was_offline, game.has_record, game.is_counted) == (True, True, False)
    assert [seat.bot for seat in game.seats] == [None, BotId.SOLID, BotId.GREEDY]


async def test_a_game_from_the_future_ended_now(harness):
    requests = await ReplayRequests.of(harness)
    await requests.ask("send_game", requests.anna, body=sending(ended=10**14))
    (game,) = await listed(requests)
    assert game.ended == harness.clock.now()


async def test_threat_48_sent_games_are_neither_rated_nor_counted(harness):
    requests = await ReplayRequests.of(harness)
    await requests.ask(
        "send_game", requests.anna, body=sending(headers="bot 1 solid\nbot 2 solid\n")
    )
    assert not await rate_next(harness.store)
    progress = await requests.ask("my_progress", requests.anna)
    assert (progress.trends, progress.friends, progress.rating) == ((), (), None)


async def test_threat_48_two_people_who_send_the_same_game_are_strangers(harness):
    requests = await ReplayRequests.of(harness)
    ben = Visitor("1.2.3.5", (await requests.ask("new_person")).key)
    for visitor in (requests.anna, ben):
        await requests.ask("send_game", visitor, body=sending())
    assert (await requests.ask("my_progress", ben)).friends == ()
    assert (await listed(requests, ben))[0].room != (await listed(requests))[0].room


async def test_a_sent_game_can_be_looked_at_kept_analysed_and_played_again(harness):
    requests = await ReplayRequests.of(harness)
    game = (await requests.ask("send_game", requests.anna, body=sending())).room
    text = await requests.ask("replay_record", replay=game)
    assert parse_finished_game(text).names[0] == "Livia"
    assert (await requests.ask("replay", replay=game, eyes=1)).is_finished
    await requests.ask("keep_game", requests.anna, room=game, body=KeepGame(is_kept=True))
    begun = await requests.ask("begin_analysis", requests.anna, replay=game)
    await harness.wait(begun.total + 2)
    assert (await requests.ask("analysis", replay=game, after=0)).report is not None
    (kept,) = await listed(requests)
    assert kept.is_kept
    again = PlayAgain("again-01", "Livia", NONCE)
    room = (await requests.ask("play_again", requests.anna, room=game, body=again)).room
    kinds = [seat.kind for seat in (await harness.room(room)).seats]
    assert sorted(kinds) == [SeatKind.BOT, SeatKind.BOT, SeatKind.PERSON]


async def test_threat_48_sent_games_are_limited(harness, monkeypatch):
    monkeypatch.setattr(sent_games, "MOST_SENT", 1)
    requests = await ReplayRequests.of(harness, replays=4)
    assert (await refusal(requests.ask("send_game", body=sending()))).code is Code.NOT_KNOWN
    await requests.ask("send_game", requests.anna, body=sending())
    refused = await refusal(requests.ask("send_game", requests.anna, body=sending(name="Li")))
    assert (refused.code, refused.facts) == (Code.TOO_MANY_SENT, {"most": 1})
    assert not (await requests.ask("send_game", requests.anna, body=sending())).is_new
    wrong = await refusal(requests.ask("send_game", requests.anna, body=SendGame("x", 0)))
    assert wrong.code is Code.BAD_RECORD
    fast = await refusal(requests.ask("send_game", requests.anna, body=sending()))
    assert fast.code is Code.TOO_FAST


async def test_records_are_kept_as_long_as_finished_games(harness):
    service = Service(harness.store, Config(), harness.clock)
    requests = await ReplayRequests.of(harness)
    await requests.ask("send_game", requests.anna, body=sending())
    await harness.wait(89 * DAY / 1000)
    await service._delete_old()
    assert (await listed(requests))[0].has_record
    await harness.wait(2 * DAY / 1000)
    await service._delete_old()
    (game,) = await listed(requests)
    assert (game.has_record, game.was_offline) == (False, True)
    assert not (await requests.ask("send_game", requests.anna, body=sending())).is_new
