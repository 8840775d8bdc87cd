"""Leaks planted in single types of answers, in the log and in the metrics."""

import json

import structlog

from byzanz.game.game import Game
from byzanz.game.record import write_record
from byzanz.game.standings import Standing
from byzanz.pictures.facts import GameFacts
from byzanz.rooms import audience, listing
from byzanz.rooms.finished_game import make_replay, parse_finished_game
from byzanz.rooms.history import History
from byzanz.rooms.room import Room
from byzanz.rooms.seat import Seat
from byzanz.server.handlers import room_handlers
from byzanz.server.handlers.dispatch import Handlers
from byzanz.server.hosting import listed_games, live_room, registry
from byzanz.server.hosting.replays import Replays
from byzanz.server.http import link_previews
from byzanz.server.http.app import App
from byzanz.server.ops.metrics import Metrics
from byzanz.server.previews import link_targets
from byzanz.server.previews.link_targets import Kind, Target
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import Status
from tests.server.secrecy.planting import (
    PLANS,
    REFUSALS,
    ROOMS,
    UPDATES,
    change_update,
    keep_plans,
    keep_rooms,
    last_hand,
    leak,
    replace,
    with_room,
)


@leak(*UPDATES)
def a_resumed_socket_gets_the_secret(patch):
    """Leaks only in the first message of a socket, and only if the client resumes."""
    original = registry.update

    def leaking(room, seat, after, now, gone):
        made = original(room, seat, after, now, gone)
        return with_room(made, rematch=str(room.secret)) if after and room.game else made

    patch.setattr(registry, "update", leaking)


@leak(*UPDATES)
def an_update_with_the_deal_has_whole_events(patch):
    original = audience._steps

    def leaking(room, seat, spans, after):
        if room.game is None or not spans or spans[0].seq > 1:
            return original(room, seat, spans, after)
        events = room.game.events
        return tuple([audience.UpdateStep(seq, tuple(events[a:b])) for seq, a, b in spans])

    patch.setattr(audience, "_steps", leaking)


@leak(*UPDATES)
def a_rewound_update_has_whole_events(patch):
    """Sends every update as after an undo."""

    def leaking(room, seat, spans, after):
        return (audience.UpdateStep(room.seq, tuple(room.game.events if room.game else ())),)

    patch.setattr(History, "rewound_at", property(lambda _: 1, lambda _, value: None))
    patch.setattr(audience, "_steps", leaking)


@leak(*REFUSALS)
def a_refusal_names_cards(patch):
    original = RequestRefused.problem.fget

    def leaking(refusal):
        held = [" ".join(last_hand(room.game)) for room in ROOMS if room.game]
        facts = {**refusal.facts, "held": str(held)}
        return replace(original(refusal), facts=facts)

    keep_rooms(patch)
    patch.setattr(RequestRefused, "problem", property(leaking))


@leak("refused")
def a_refusal_counts_the_moves_of_another_seat(patch):
    original = Game.refusal

    def leaking(game, seat, move):
        refused = original(game, seat, move)
        if refused is not None:
            refused.facts["sets"] = len(game.legal((seat + 1) % game.seat_count))
        return refused

    patch.setattr(Game, "refusal", leaking)


@leak(*REFUSALS)
def a_refusal_has_the_bid_plans(patch):
    keep_plans(patch)
    original = RequestRefused.problem.fget
    patch.setattr(
        RequestRefused,
        "problem",
        property(lambda refusal: replace(original(refusal), facts={"plans": str(PLANS)})),
    )


@leak(*UPDATES)
def the_bid_plan_of_another_seat_is_shown(patch):
    keep_plans(patch)
    change_update(patch, lambda made, room, seat: with_room(made, rematch=str(PLANS)))


@leak("log")
def a_line_of_the_log_has_a_hand(patch):
    original = App._log_request

    def leaking(app, *facts):
        original(app, *facts)
        for room in ROOMS:
            if room.game:
                hand = " ".join(last_hand(room.game))
                structlog.get_logger().info("moved", hand=hand)

    keep_rooms(patch)
    patch.setattr(App, "_log_request", leaking)


@leak("log")
def the_log_has_a_line_for_every_seat_that_may_sell(patch):
    original = Room.add

    def leaking(room, at, entry, move=None):
        original(room, at, entry, move)
        game = room.game
        for seat in range(game.seat_count if game else 0):
            if any(str(move).startswith("sell") for _, move in game.legal(seat)):
                structlog.get_logger().info("may sell")

    patch.setattr(Room, "add", leaking)


@leak("metrics")
def the_deck_is_a_label_of_a_metric(patch):
    original = Metrics.text

    def leaking(metrics):
        decks = [" ".join(room.game.deck) for room in ROOMS if room.game]
        return original(metrics) + f'byzanz_deck{{cards="{decks}"}} 1.0\n'.encode()

    keep_rooms(patch)
    patch.setattr(Metrics, "text", leaking)


@leak("hint")
def a_hint_uses_the_view_of_the_next_seat(patch):
    """Computes the hint for the next seat instead of the viewer's."""
    original = room_handlers.hint_task

    def leaking(room, person, decision, expert):
        own, task = original(room, person, decision, expert)
        truth = room.game.at(len(room.game.moves))  # a copy
        seat = truth.table.turn = (task.view.seat + 1) % truth.seat_count
        return own, replace(task, view=truth.view(seat), options=truth.options(seat))

    patch.setattr(room_handlers, "hint_task", leaking)


@leak("hint")
def a_hint_counts_the_next_card(patch):
    original = Handlers.answer

    async def leaking(self, name, call):
        answer = await original(self, name, call)
        if name != "hint":
            return answer
        async with self.rooms.held(call.room) as held:
            return replace(answer, decision=held.room.game.table.deck[-1])

    patch.setattr(Handlers, "answer", leaking)


@leak("record")
def the_record_of_a_running_game_has_its_deck(patch):
    original = room_handlers.room_record
    patch.setattr(
        room_handlers,
        "room_record",
        lambda room: write_record(room.game) if room.game else original(room),
    )


@leak("replay")
def a_running_game_has_a_replay(patch):
    original = Handlers.answer

    async def leaking(self, name, call):
        game = (await Replays(self.rooms).room(call.replay)).game if name == "replay" else None
        if game is None:
            return await original(self, name, call)
        return make_replay(parse_finished_game(write_record(game)), 0)

    patch.setattr(Handlers, "answer", leaking)


@leak("replay")
def the_replay_of_a_running_game_counts_its_sets(patch):
    original = Replays.find

    async def leaking(self, replay, person):
        game = (await self.room(replay)).game
        if game is None:
            return await original(self, replay, person)
        raise RequestRefused(Code.RUNNING, sets=len(game.legal()))

    patch.setattr(Replays, "find", leaking)


@leak("my rooms")
def a_list_of_rooms_counts_sales(patch):
    original = listing.room_line

    def leaking(room, person):
        line = original(room, person)
        return replace(line, changed=len(room.game.legal())) if room.game else line

    patch.setattr(room_handlers, "room_line", leaking)


@leak("listed games")
def the_list_of_games_to_watch_counts_sales(patch):
    original = listed_games.listed_game

    def leaking(room):
        return replace(original(room), person_count=len(room.game.legal()))

    patch.setattr(listed_games, "listed_game", leaking)


@leak("preview")
def the_preview_of_a_running_game_has_a_hand(patch):
    """Leaks in the title of the page and in the picture."""
    original = link_previews.texts

    def leaking(target, language):
        said = original(target, language)
        held = [" ".join(last_hand(room.game)) for room in ROOMS if room.game]
        return said._replace(title=f"{said.title} {held}")

    keep_rooms(patch)
    patch.setattr(link_previews, "texts", leaking)


@leak("preview")
def the_preview_of_a_running_game_has_its_result(patch):
    """Shows the profits so far as if the game were over, from a view of everything."""
    original = link_targets._target_of

    def leaking(room, otherwise):
        game = room.game
        if game is None:
            return original(room, otherwise)
        hands = tuple([" ".join(map(str, game.view(seat).own.hand)) for seat in (0, 1, 2)])
        standings = tuple(
            [Standing(seat + 1, seat, 0, 0, (), by_tie_break=False) for seat in (0, 1, 2)]
        )
        return Target(Kind.RESULT, GameFacts(hands, standings, None, 1))

    patch.setattr(link_targets, "_target_of", leaking)


@leak("push")
def presence_counts_the_sales_of_all_seats(patch):
    original = live_room.LiveRoom.push

    def leaking(held, message):
        game, push = held.room.game, json.loads(message)
        if push["type"] == "presence" and game is not None:
            push["spectators"] += sum(str(move).startswith("sell") for _, move in game.legal())
            message = json.dumps(push).encode()
        original(held, message)

    patch.setattr(live_room.LiveRoom, "push", leaking)


@leak("done")
def an_acknowledgement_has_the_hash_of_a_person(patch):
    original = Handlers.answer

    async def leaking(self, name, call):
        answer = await original(self, name, call)
        for room in ROOMS:
            if isinstance(answer, registry.Accepted) and room.turn is not None:
                return replace(answer, room=answer.room + str(room.turn.person)[:4])
        return answer

    keep_rooms(patch)
    patch.setattr(Handlers, "answer", leaking)


@leak(*UPDATES)
def a_name_has_the_hash_of_its_person(patch):
    original = Seat.state
    patch.setattr(
        Seat,
        "state",
        lambda seat, gone: replace(original(seat, gone), name=f"{seat.name} {seat.person}"),
    )


@leak("record")
def a_refusal_quotes_the_deck(patch):
    """Refuses a record with facts that quote the deck."""

    def failing(room):
        if room.status is Status.RUNNING:
            raise RequestRefused(Code.RUNNING, why=json.dumps(room.game.table.deck))
        raise RequestRefused(Code.NOT_RUNNING)

    patch.setattr(room_handlers, "room_record", failing)
