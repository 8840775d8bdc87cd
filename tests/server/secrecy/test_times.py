"""The times of bots' answers and of absences reveal nothing of hidden cards; in virtual time."""

import asyncio
from random import Random

import pytest

from byzanz import Game
from byzanz.cards import cards_in
from byzanz.game.record import RULES_VERSION
from byzanz.rooms.bot_timing import GRID, LEAST, LEAST_BY_BOT, SKIP_TIME
from byzanz.rooms.entries import Created
from byzanz.rooms.room import Room
from byzanz.server.hosting import autoplay
from byzanz.server.hosting.autoplay import Autoplay
from byzanz.server.hosting.people import person_of
from byzanz.server.log_entries import ENCODER, room_row
from byzanz.store.rows import Append, LogRow
from byzanz.wire.room import BotId, MoveClock, Pace, Setup
from tests.secrecy.worlds import other_world
from tests.server.hosting.harness import Harness

NAMES = ("Anna", "Ben", "Cleo")
MOVES = 30  # too few for the end of a game
CLOCK = MoveClock(60)


async def given_room(harness: Harness, deck, bots) -> str:
    """Create a waiting room with this deck, as the test hook does."""
    names = [name if bot else "" for name, bot in zip(NAMES, bots, strict=True)]
    created = Created(
        rules=RULES_VERSION,
        setup=Setup(clock=CLOCK),
        bots=bots,
        names=tuple(names),
        host=None,
        joined=None,
        deal="0" * 32,
        secret="1" * 64,
        deck=deck,
    )
    room = Room("a" * 32, harness.rooms.heartbeat.outages)
    room.add(harness.clock.now(), created)
    entry = LogRow(1, harness.clock.now(), "test", b"", ENCODER.encode(created))
    await harness.store.append(Append(entry, room_row(room), ()))
    return room.id


def thinking_time(game: Game, limit: int) -> float:
    """Return a time in seconds, below `limit` milliseconds, that depends on hidden cards."""
    hands = [sum(card.kind for card in cards_in(hand)) for hand in game.table.hands]
    return (sum(hands) * 31 + sum(game.table.deck[-20:])) * 7 % limit / 1000


class Scene:
    """Anna is the viewer, Cleo a person or a bot. Ben is a bot, or a person who never connects."""

    def __init__(self, bots, *, skips=False) -> None:
        self.bots = bots
        self.skips = skips
        self.longest_thinking = SKIP_TIME if skips else LEAST_BY_BOT.get(bots[1], LEAST)
        self.script: dict[int, str] = {}  # moves of Anna and Cleo, by decision

    async def play(self, deck) -> tuple[list[tuple[int, bytes]], Game]:
        """Play with delays that depend on hidden cards; returns Anna's messages and the game."""
        harness = await Harness.open()
        try:
            room = await given_room(harness, deck, self.bots)
            for seat, name in enumerate(NAMES):
                if self.bots[seat] is None:
                    await harness.join(name, room, seat=seat)
            await harness.start("Anna", room)
            limit = self.longest_thinking
            harness.bots.delay = lambda view: thinking_time(truth(harness, room), limit)
            if self.bots[2] is None:
                await harness.follow("Cleo", room)
            outbox = await harness.rooms.follow(person_of("Anna"), room, 0)
            return await self._messages(harness, room, outbox), truth(harness, room)
        finally:
            await harness.close()

    async def _messages(self, harness, room, outbox) -> list[tuple[int, bytes]]:
        messages = []

        async def read():
            while (message := await outbox.next()) is not None:
                messages.append((harness.now(), message))

        reading = asyncio.ensure_future(read())
        while len(truth(harness, room).moves) < MOVES:
            await harness.wait(2)
            game = truth(harness, room)
            if self.skips and not game.options(0).has_decision:
                await harness.rooms.skip(person_of("Anna"), room)
            elif self.bots[game.turn] is None and game.turn != 1:
                legal = [str(move) for _, move in game.legal(game.turn)]
                move = self.script.setdefault(game.decision, legal[0])
                await harness.play(NAMES[game.turn], room, move)
        reading.cancel()
        return messages

    async def both(self, number: int):
        """Return Anna's messages in two worlds that look the same to the bots."""
        deck = Game.new(NAMES, seed=number).deck
        first, game = await self.play(deck)
        twin = other_world(game, 0, Random(number), also=[1, *[2] * (self.bots[2] is not None)])
        assert twin is not None
        assert twin.table.hands != game.table.hands or twin.deck[-9:] != deck[-9:]
        second, _ = await self.play(twin.deck)
        return first, second


def truth(harness: Harness, room: str) -> Game:
    (live,) = [live for live in harness.rooms.live if live.room.id == room]
    return live.room.game


TABLES = {
    "a bot": (None, BotId.SOLID, None),
    "an expert": (None, BotId.EXPERT, None),
    "nobody": (None, None, None),
}
ALONE = (None, BotId.SOLID, BotId.SOLID)


@pytest.mark.parametrize("bots", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("number", range(4))
async def test_threat_28_hidden_cards_change_no_time(bots, number):
    first, second = await Scene(bots).both(number)
    assert first == second
    assert len(first) > 20
    if bots[1] is None:
        assert b'"is_away":true' in first[-1][1]
    assert any(b'"turn":1' in message for _, message in first)


@pytest.mark.parametrize("number", range(4))
async def test_hidden_cards_change_no_time_of_a_skip(number):
    first, second = await Scene(ALONE, skips=True).both(number)
    assert first == second
    assert len(first) > 20


async def test_a_leak_planted_in_a_skip_is_found(monkeypatch):
    """Here the moves of a skip are sent as soon as they are ready."""
    monkeypatch.setattr(autoplay, "skip_time", lambda bots: 0)
    answer_when_ready(monkeypatch)
    for number in range(6):
        first, second = await Scene(ALONE, skips=True).both(number)
        if first != second:
            return
    pytest.fail("the leak was not found")


def answer_when_ready(patch):
    patch.setattr(autoplay, "next_point", lambda pace, requested_at, drawn_at, ready_at: ready_at)


def answer_a_little_late(patch):
    """Send answers one grid step after they are ready, instead of at a grid point."""
    patch.setattr(
        autoplay,
        "next_point",
        lambda pace, requested_at, drawn_at, ready_at: ready_at + GRID[Pace.CALM],
    )


def delay_that_depends_on_the_deck(patch):
    original = Autoplay._bots_move

    async def leaking(self, rooms, live, room):
        if room.game.table.deck[-1] % 2:
            await self._clock.until(room.at + 5 * GRID[Pace.CALM])
        return await original(self, rooms, live, room)

    patch.setattr(Autoplay, "_bots_move", leaking)


def deadlines_that_depend_on_the_deck(patch):
    original = Room.due.fget

    def leaking(room):
        due = original(room)
        return due and due + room.game.table.deck[-1]

    patch.setattr(Room, "due", property(leaking))


def absence_that_depends_on_the_deck(patch):
    original = autoplay._next_away

    def leaking(live, room):
        at, seat = original(live, room)
        return at and at + room.game.table.deck[-1], seat

    patch.setattr(autoplay, "_next_away", leaking)


@pytest.mark.parametrize(
    ("bots", "plant"),
    [
        ("a bot", answer_when_ready),
        ("nobody", answer_when_ready),
        ("a bot", answer_a_little_late),
        ("nobody", delay_that_depends_on_the_deck),
        ("nobody", deadlines_that_depend_on_the_deck),
        ("nobody", absence_that_depends_on_the_deck),
    ],
)
async def test_a_planted_leak_is_found(bots, plant, monkeypatch):
    plant(monkeypatch)
    for number in range(6):
        first, second = await Scene(TABLES[bots]).both(number)
        if first != second:
            return
    pytest.fail("the leak was not found")
