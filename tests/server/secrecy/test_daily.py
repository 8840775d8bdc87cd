"""Before the end of a day nobody learns a hidden card of its deal, in whatever way they ask."""

import asyncio
import logging
from itertools import count

import pytest
import structlog

from byzanz.rooms.bot_task import BotAnswer
from byzanz.server.hosting.sealed_days import SealedDays
from byzanz.server.workers.bot_pool import BotPool
from tests.server.secrecy.daily_player import WAYS, DailyPlayer
from tests.server.secrecy.daily_scenes import daily_scene
from tests.server.secrecy.in_process import two_in_process
from tests.server.secrecy.observations import difference
from tests.server.secrecy.processes import START

DAYS = 3  # from one scene to the next
turns = count(1)  # the clock of the servers never goes back, in whatever order the tests run


@pytest.fixture(scope="module")
def servers(tmp_path_factory):
    handlers, level = logging.root.handlers[:], logging.root.level
    with two_in_process(tmp_path_factory.mktemp("daily")) as servers:
        yield servers
    structlog.reset_defaults()
    logging.root.handlers[:] = handlers
    logging.root.setLevel(level)


def observed(servers, monkeypatch, number: int, ask) -> object:
    """Play a scene in both worlds; returns the difference of what `ask` shows."""
    scene = daily_scene(number)
    answers = scene.answers

    async def scripted(pool, task, urgency, room):
        await asyncio.sleep(0)
        return BotAnswer(answers[task.view.decision], None)

    monkeypatch.setattr(BotPool, "answer", scripted)
    start = START + DAYS * next(turns) * 86_400_000

    def play(server, world: int):
        player = DailyPlayer(server, scene, world, start)
        try:
            ask(player, len(scene.moves))
        finally:
            player.close()
        return player.observations

    return difference(*map(play, servers, (0, 1)))  # one after the other: they share a log


def all_day(player: DailyPlayer, moves: int) -> None:
    """One person plays to the end, another one ends the game early."""
    player.sit_down(1)
    player.play(moves // 3)
    player.ask_all()
    player.play(moves)
    player.ask_all()
    asyncio.run(player.ask_as_operator())
    player.sit_down(2)
    player.play(moves // 2)
    player.end_early()
    player.ask_all()
    asyncio.run(player.ask_as_operator())


def evening(player: DailyPlayer, moves: int) -> None:
    """A person plays to the end, and asks then."""
    player.sit_down(1)
    player.play(moves)
    player.ask_all()


def test_there_are_many_ways_to_ask():
    assert WAYS >= 30


@pytest.mark.slow
def test_threat_46_a_deal_of_the_day_stays_hidden(servers, monkeypatch):
    assert observed(servers, monkeypatch, 1, all_day) is None


@pytest.mark.long
@pytest.mark.parametrize("number", range(10, 30))
def test_threat_46_many_deals_of_the_day_stay_hidden(servers, monkeypatch, number):
    assert observed(servers, monkeypatch, number, all_day) is None


@pytest.mark.long
def test_an_open_deck_is_a_difference(servers, monkeypatch):
    """The comparison would notice a leak: after the day everybody may see the cards."""

    def opened(player: DailyPlayer, moves: int) -> None:
        player.sit_down(1)
        player.play(moves)
        player.open_day()
        player.ask_all()

    found = observed(servers, monkeypatch, 2, opened)
    assert {"GET /api/replays/{room}", "GET /api/replays/{room}/record"} <= found.sources


@pytest.mark.long
def test_an_unsealed_room_is_a_difference(servers, monkeypatch):
    async def is_open(_days, _day) -> bool:
        return True

    monkeypatch.setattr(SealedDays, "is_open", is_open)
    found = observed(servers, monkeypatch, 3, evening)
    assert {"GET /api/replays/{room}", "GET /api/rooms/{room}/record"} <= found.sources
    assert "GET /api/me/data" in found.sources
