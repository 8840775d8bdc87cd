"""Registers leaks that tests plant in a running server."""

import msgspec

from byzanz.cards import cards_in
from byzanz.game.game import Game
from byzanz.rooms import audience
from byzanz.rooms.room import Room
from byzanz.server.hosting import live_room, registry

replace = msgspec.structs.replace

LEAKS = {}
UPDATES = ("update", "push")
REFUSALS = ("refused", "nothing", "record", "hint", "replay")


def leak(*sources):
    """Register a leak with the sources in which it may show."""

    def register(function):
        LEAKS[function.__name__] = (function, frozenset(sources))
        return function

    return register


def last_hand(game: Game) -> tuple:
    return cards_in(game.table.hands[game.seat_count - 1])


def change_update(patch, change):
    """Apply `change(update, room, seat)` to every update."""
    original = audience.updates

    def leaking(room, seats, after, now, gone):
        made = original(room, seats, after, now, gone)
        if room.game is None:
            return made
        return {seat: change(update, room, seat) for seat, update in made.items()}

    patch.setattr(audience, "updates", leaking)
    patch.setattr(live_room, "updates", leaking)


def with_view(made, **facts):
    return replace(made, view=replace(made.view, **facts))


def with_room(made, **facts):
    return replace(made, room=replace(made.room, **facts))


ROOMS: list[Room] = []


def keep_rooms(patch):
    """Keep the room that changed last in ROOMS."""
    original = Room.add

    def add(room, at, entry, move=None):
        original(room, at, entry, move)
        ROOMS[:] = [room]

    patch.setattr(Room, "add", add)


PLANS: dict[str, object] = {}


def keep_plans(patch):
    original = registry.planning_seat

    def leaking(room, person, plan):
        PLANS["last"] = plan
        return original(room, person, plan)

    PLANS.clear()
    patch.setattr(registry, "planning_seat", leaking)
