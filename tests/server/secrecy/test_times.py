"""Virtual time: when bots answer, and when somebody is away, tells nothing of hidden cards."""

import asyncio
from random import Random

import pytest

from byzanz import Game
from byzanz.cards import cards_in
from byzanz.game.record import RULES_VERSION
from byzanz.server import conductor
from byzanz.server.conductor import Conductor
from byzanz.server.entries import Created
from byzanz.server.live import ENCODER
from byzanz.server.pace import GRID, LEAST, LONG_THOUGHTS, SKIP_TIME
from byzanz.server.people import person_of
from byzanz.server.room import Room
from byzanz.server.rooms import room_row
from byzanz.store.entry import Append, Entry
from byzanz.wire.room import BotWord, MoveClock, Pace, Setup
from tests.secrecy.worlds import other_world
from tests.server.core.house import House

NAMES = ("Anna", "Ben", "Cleo")
MOVES = 30  # the game is far from over
CLOCK = MoveClock(60)


async def given_room(house: House, deck, bots) -> str:
    """A waiting room with this deck, as the hook for tests makes it."""
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
    room = Room("a" * 32, house.rooms.outages)
    room.add(house.clock.now(), created)
    entry = Entry(1, house.clock.now(), "test", b"", ENCODER.encode(created))
    await house.store.append(Append(entry, room_row(room), ()))
    return room.id


def thinking_time(game: Game, most: int) -> float:
    """Seconds that tell what is hidden: other ones for other cards; under so many milliseconds."""
    hands = [sum(card.kind for card in cards_in(hand)) for hand in game.table.hands]
    return (sum(hands) * 31 + sum(game.table.deck[-20:])) * 7 % most / 1000


class Scene:
    """Anna watches, Cleo is there too, or a bot; Ben is a bot, or a person who never comes."""

    def __init__(self, bots, *, skips=False) -> None:
        self.bots = bots
        self.skips = skips
        self.most = SKIP_TIME if skips else LONG_THOUGHTS.get(bots[1], LEAST)
        self.script: dict[int, str] = {}  # what Anna and Cleo do, by decision

    async def play(self, deck) -> tuple[list[tuple[int, bytes]], Game]:
        """What Anna sees and when, and the game; bots think as long as hidden cards make them."""
        house = await House.open()
        try:
            room = await given_room(house, deck, self.bots)
            for seat, name in enumerate(NAMES):
                if self.bots[seat] is None:
                    await house.join(name, room, seat=seat)
            await house.start("Anna", room)
            house.bots.pause = lambda view: thinking_time(truth(house, room), self.most)
            if self.bots[2] is None:
                await house.follow("Cleo", room)
            feed = await house.rooms.follow(person_of("Anna"), room, 0)
            return await self._seen(house, room, feed), truth(house, room)
        finally:
            await house.close()

    async def _seen(self, house, room, feed) -> list[tuple[int, bytes]]:
        messages = []

        async def read():
            while (message := await feed.next()) is not None:
                messages.append((house.now(), message))

        reading = asyncio.ensure_future(read())
        while len(truth(house, room).moves) < MOVES:
            await house.wait(2)
            game = truth(house, room)
            if self.skips and not game.options(0).is_asked:
                await house.rooms.skip(person_of("Anna"), room)
            elif self.bots[game.turn] is None and game.turn != 1:
                legal = [str(move) for _, move in game.legal(game.turn)]
                move = self.script.setdefault(game.decision, legal[0])
                await house.play(NAMES[game.turn], room, move)
        reading.cancel()
        return messages

    async def both(self, number: int):
        """What Anna sees in two worlds; bots see the same in both."""
        deck = Game.new(NAMES, seed=number).deck
        first, game = await self.play(deck)
        twin = other_world(game, 0, Random(number), also=[1, *[2] * (self.bots[2] is not None)])
        assert twin is not None
        assert twin.table.hands != game.table.hands or twin.deck[-9:] != deck[-9:]
        second, _ = await self.play(twin.deck)
        return first, second


def truth(house: House, room: str) -> Game:
    (live,) = [live for live in house.rooms.live if live.room.id == room]
    return live.room.game


TABLES = {
    "a bot": (None, BotWord.SOLID, None),
    "an expert": (None, BotWord.EXPERT, None),
    "nobody": (None, None, None),
}
ALONE = (None, BotWord.SOLID, BotWord.SOLID)


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


async def test_planted_in_a_skip(monkeypatch):
    """A skip whose moves leave when they are ready."""
    monkeypatch.setattr(conductor, "skip_time", lambda bots: 0)
    answer_when_ready(monkeypatch)
    for number in range(6):
        first, second = await Scene(ALONE, skips=True).both(number)
        if first != second:
            return
    pytest.fail("the leak was not seen")


def answer_when_ready(patch):
    patch.setattr(conductor, "next_point", lambda pace, asked_at, drawn_at, ready_at: ready_at)


def answer_a_little_late(patch):
    """On the grid, but the thinking time is added."""
    patch.setattr(
        conductor,
        "next_point",
        lambda pace, asked_at, drawn_at, ready_at: ready_at + GRID[Pace.CALM],
    )


def draw_after_looking_at_the_cards(patch):
    original = Conductor._bots_move

    async def leaking(self, live, room):
        if room.game.table.deck[-1] % 2:
            await self._clock.until(room.at + 5 * GRID[Pace.CALM])
        return await original(self, live, room)

    patch.setattr(Conductor, "_bots_move", leaking)


def clocks_that_wait_for_good_hands(patch):
    original = Room.due.fget

    def leaking(room):
        due = original(room)
        return due and due + room.game.table.deck[-1]

    patch.setattr(Room, "due", property(leaking))


def patience_by_hand(patch):
    original = Conductor._next_gone

    def leaking(self, live, room):
        at, seat = original(self, live, room)
        return at and at + room.game.table.deck[-1], seat

    patch.setattr(Conductor, "_next_gone", leaking)


@pytest.mark.parametrize(
    ("bots", "plant"),
    [
        ("a bot", answer_when_ready),
        ("nobody", answer_when_ready),
        ("a bot", answer_a_little_late),
        ("nobody", draw_after_looking_at_the_cards),
        ("nobody", clocks_that_wait_for_good_hands),
        ("nobody", patience_by_hand),
    ],
)
async def test_planted(bots, plant, monkeypatch):
    plant(monkeypatch)
    for number in range(6):
        first, second = await Scene(TABLES[bots]).both(number)
        if first != second:
            return
    pytest.fail("the leak was not seen")
