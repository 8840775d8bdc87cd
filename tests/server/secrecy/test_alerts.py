"""Alerts are the same in two worlds that differ only in hidden cards, before they are encrypted."""

from random import Random

import msgspec
import pytest

from byzanz.game.game import Game
from byzanz.rooms.bid_plan import current_auction
from byzanz.rooms.creation import given_deck_room
from byzanz.rooms.room import Room
from byzanz.server.alerts import messages, sender
from byzanz.server.hosting.people import person_of
from byzanz.server.log_entries import append_of, log_row
from byzanz.wire.commands import BidPlan
from tests.server.alerts.browser import Browser
from tests.server.alerts.sending import DAY, Alerting
from tests.server.hosting.harness import Harness
from tests.server.secrecy.scenes import Scene, scenes

HUNDREDS = range(5)


async def make_room(harness: Harness, scene: Scene, world: int) -> str:
    """Create a room with the deck of a world; everything random is the same in both."""
    people = [None] * len(scene.names)
    entry = given_deck_room(scene.names, people, scene.decks[world], harness.random_bytes)
    room = Room(harness.random_bytes(16).hex(), harness.rooms.heartbeat.outages)
    now = harness.clock.now()
    room.add(now, entry)
    await harness.store.append(append_of(log_row(1, now, "test", entry), room))
    for seat, name in enumerate(scene.names):
        await harness.join(name, room.id, seat=seat)
    await harness.change_setup(scene.names[0], room.id, clock=DAY)
    await harness.start(scene.names[0], room.id)
    return room.id


async def play(scene: Scene, world: int, browsers: dict[str, Browser]) -> list[bytes]:
    """Play a scene in one of its worlds; returns all that push services get, before encryption."""
    harness = await Harness.open(scene.number)
    try:
        alerts = Alerting(harness)
        for name, browser in browsers.items():
            await harness.store.add_person(person_of(name), 1)
            await alerts.devices.add(person_of(name), browser.device())
        room = await make_room(harness, scene, world)
        game, dice = Game(scene.names, scene.decks[world]), Random(scene.number)
        for seat, move in scene.moves:
            await alerts.run(dice.choice((5, 40, 4000)), step=20)
            await do_hidden(harness, room, game, seat, world)
            await harness.play(scene.names[seat], room, str(move), game.decision)
            game.play(seat, move)
        await alerts.run(4000, step=20)
        lines = alerts.metrics.text().split(b"\n")
        return [
            *[
                msgspec.json.encode((address, *message, at))
                for address, message, at in sent(alerts)
            ],
            *[line for line in lines if b"byzanz_alerts" in line and b"created" not in line],
        ]
    finally:
        await harness.close()


def sent(alerts: Alerting):
    return alerts.delivery.sent


async def do_hidden(harness, room: str, game: Game, turn: int, world: int) -> None:
    """Let the others set bid plans that never take effect, unequal by world."""
    auction, _ = current_auction(game)
    if auction is None:
        return
    for seat, name in enumerate(game.names):
        if seat not in (turn, game.turn):
            plan = BidPlan(auction, above=500 + 7 * world)
            await harness.rooms.set_bid_plan(person_of(name), room, plan)


async def check(amount: int, seed: int, first: int = 0) -> int:
    """Compare the worlds of some scenes; returns the number of messages."""
    count = 0
    for scene in scenes(amount, seed=seed, first=first):
        browsers = {name: Browser(f"{scene.number}-{name}") for name in scene.names}
        one, two = [await play(scene, world, browsers) for world in (0, 1)]
        assert one == two, scene.number
        count += sum(b"push.test" in line for line in one)
    return count


@pytest.mark.slow
async def test_threats_26_27_alerts_show_no_hidden_card():
    assert await check(30, seed=41) > 60


@pytest.mark.long
@pytest.mark.parametrize("hundred", HUNDREDS)
async def test_alerts_show_no_hidden_card_in_many_scenes(hundred):
    assert await check(100, seed=1000 + hundred, first=100 * hundred) > 200


@pytest.mark.slow
@pytest.mark.parametrize("leak", ["text", "length", "topic", "time"])
async def test_a_leak_in_an_alert_is_found(monkeypatch, leak):
    """A leak that depends on somebody's hand, as a mistake in the code could make it."""
    plain, deal_with = messages.message_of, sender.AlertSender._send
    hands: dict[str, str] = {}

    def leaking(alert, due, now):
        message, hand = plain(alert, due, now), hands[alert.room]
        text = {"text": hand.encode(), "length": b" " * (hash(hand) % 99)}.get(leak, b"")
        topic = f"{message.topic}{hand}" if leak == "topic" else message.topic
        return message._replace(text=message.text + text, topic=topic)

    async def watching(self, alert, room):
        hands[alert.room] = str([room.game.view(seat).own for seat in range(len(room.seats))])
        if leak == "time":
            await self._clock.until(self._clock.now() + hash(hands[alert.room]) % 1000)
        await deal_with(self, alert, room)

    monkeypatch.setattr(sender, "message_of", leaking)
    monkeypatch.setattr(sender.AlertSender, "_send", watching)
    with pytest.raises(AssertionError):
        await check(5, seed=7)
