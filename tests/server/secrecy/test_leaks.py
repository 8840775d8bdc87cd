"""Leaks planted in the server, one at a time: the comparison of worlds catches each of them."""

import json
import logging
from itertools import count

import msgspec
import pytest
import structlog

from byzanz.cards import cards_in
from byzanz.deal.deal import Deal
from byzanz.game.game import Game
from byzanz.game.record import write_record
from byzanz.rooms import audience, listing
from byzanz.rooms.finished_game import make_replay, parse_finished_game
from byzanz.rooms.history import History
from byzanz.rooms.room import Room
from byzanz.rooms.seat import Seat
from byzanz.server import handlers
from byzanz.server.hosting import live_room, registry
from byzanz.server.http.app import App
from byzanz.server.ops.metrics import Metrics
from byzanz.wire.answers import Presence
from byzanz.wire.problems import RequestRefused
from byzanz.wire.room import Status
from tests.server.secrecy.in_process import two_in_process
from tests.server.secrecy.short_scenes import first_difference

replace = msgspec.structs.replace


@pytest.fixture(scope="module")
def servers(tmp_path_factory, numbers):
    handlers, level = logging.root.handlers[:], logging.root.level
    with two_in_process(tmp_path_factory.mktemp("leaks")) as servers:
        yield servers
        assert first_difference(servers, numbers, 1) is None, "a leak was left behind"
    structlog.reset_defaults()
    logging.root.handlers[:] = handlers
    logging.root.setLevel(level)


@pytest.fixture(scope="module")
def numbers():
    """The numbers of scenes; each gives ids of its own."""
    return count()


LEAKS = {}
UPDATES = ("update", "push")
REFUSALS = ("refused", "nothing", "record", "hint", "replay")


def leak(*sources):
    """Register a planted leak with the sources in which it may be seen."""

    def register(function):
        LEAKS[function.__name__] = (function, frozenset(sources))
        return function

    return register


def last_hand(game: Game) -> tuple:
    return cards_in(game.table.hands[game.seat_count - 1])


@pytest.mark.slow
def test_without_a_leak_there_is_no_difference(servers, numbers):
    assert first_difference(servers, numbers) is None


@pytest.mark.slow
def test_there_are_many_leaks():
    assert len(LEAKS) >= 20


# --- in every update ----------------------------------------------------------------------------


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


@leak(*UPDATES)
def the_state_has_the_secret(patch):
    change_update(patch, lambda made, room, seat: with_room(made, code=room.secret))


@leak(*UPDATES)
def the_deal_shows_its_secret_too_early(patch):
    original = audience.deal_state

    def leaking(room):
        return replace(original(room), secret=room.secret)

    patch.setattr(audience, "deal_state", leaking)


@leak(*UPDATES)
def the_nonces_are_shown_before_the_end(patch):
    original = audience.deal_state

    def leaking(room):
        return replace(original(room), nonces=tuple([seat.nonce for seat in room.seats]))

    patch.setattr(audience, "deal_state", leaking)


@leak(*UPDATES)
def the_commitment_is_made_from_the_deck(patch):
    def commitment(deal):
        cards = " ".join(deal.deck("1")) if deal.nonces and all(deal.nonces) else "none"
        return f"{hash(cards):064x}"

    patch.setattr(Deal, "commitment", property(commitment))


@leak(*UPDATES)
def the_commitment_contains_the_secret(patch):
    patch.setattr(Deal, "commitment", property(lambda deal: deal.secret.hex()[:8].rjust(64, "0")))


@leak(*UPDATES)
def hidden_cards_have_ids(patch):
    """The updates have the position in the deck of each hand's first card."""

    def change(made, room, seat):
        table = room.game.table
        hands = table.hands[: room.game.seat_count]
        positions = [table.deck.index(cards_in(hand)[0].kind) for hand in hands if cards_in(hand)]
        return with_room(made, abort_asked=tuple(positions))

    change_update(patch, change)


@leak(*UPDATES)
def seats_are_sorted_by_their_hands(patch):
    def change(made, room, seat):
        order = sorted(range(room.game.seat_count), key=room.game.table.hands.__getitem__)
        return with_room(made, abort_asked=tuple(order))

    change_update(patch, change)


@leak(*UPDATES)
def the_next_card_is_counted(patch):
    def change(made, room, seat):
        return with_view(made, draw_pile_count=room.game.table.deck[-1])

    change_update(patch, change)


@leak(*UPDATES)
def only_the_length_differs(patch):
    def change(made, room, seat):
        value = sum(card.kind for card in last_hand(room.game)) % 7
        return with_room(made, rematch="x" * value)

    change_update(patch, change)


@leak(*UPDATES)
def the_bytes_differ_but_not_the_json(patch):
    original = live_room.ENCODER

    class Encoder:
        def encode(self, value):
            data = original.encode(value)
            game = next((each.game for each in ROOMS if each.game), None)
            is_odd = game is not None and game.table.deck[-1] % 2
            return data.replace(b'"steps":', b'"steps": ') if is_odd else data

    keep_rooms(patch)
    patch.setattr(live_room, "ENCODER", Encoder())


ROOMS: list[Room] = []


def keep_rooms(patch):
    """Keep the room that changed last in ROOMS."""
    original = Room.add

    def add(room, at, entry, move=None):
        original(room, at, entry, move)
        ROOMS[:] = [room]

    patch.setattr(Room, "add", add)


@leak(*UPDATES)
def another_hand_is_in_an_event(patch):
    patch.setattr("byzanz.game.game.seen_by", lambda event, seat: event)


@leak(*UPDATES)
def the_memory_of_another_seat_is_shown(patch):
    def change(made, room, seat):
        return with_view(made, memory=room.game.memory(room.game.seat_count - 1))

    change_update(patch, change)


@leak(*UPDATES)
def the_options_of_the_seat_on_turn_are_shown(patch):
    def change(made, room, seat):
        return replace(made, options=room.game.options(room.game.turn))

    change_update(patch, change)


@leak(*UPDATES)
def the_legal_moves_of_all_seats_are_counted(patch):
    def change(made, room, seat):
        return with_room(made, due=len(room.game.legal()))

    change_update(patch, change)


@leak(*UPDATES)
def spectators_see_what_seat_0_sees(patch):
    original = audience.updates

    def leaking(room, seats, after, now, gone):
        return {seat: original(room, [seat or 0], after, now, gone)[seat or 0] for seat in seats}

    patch.setattr(audience, "updates", leaking)
    patch.setattr(live_room, "updates", leaking)


@leak(*UPDATES)
def the_room_row_is_pushed_with_its_persons(patch):
    def change(made, room, seat):
        return with_room(made, code="".join(room.persons)[:200])

    change_update(patch, change)


# --- in some answers only -----------------------------------------------------------------------


@leak(*UPDATES)
def a_resumed_socket_gets_the_secret(patch):
    """The first message of every socket after the first one has the secret."""
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
    """Every update is sent as after an undo."""

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


PLANS: dict[str, object] = {}


def keep_plans(patch):
    original = registry.planning_seat

    def leaking(room, person, plan):
        PLANS["last"] = plan
        return original(room, person, plan)

    PLANS.clear()
    patch.setattr(registry, "planning_seat", leaking)


@leak(*UPDATES)
def the_bid_plan_of_another_seat_is_shown(patch):
    keep_plans(patch)
    change_update(patch, lambda made, room, seat: with_room(made, rematch=str(PLANS)))


@leak("log")
def a_line_of_the_log_has_a_hand(patch):
    original = App._note

    def leaking(app, *facts):
        original(app, *facts)
        for room in ROOMS:
            if room.game:
                hand = " ".join(last_hand(room.game))
                structlog.get_logger().info("moved", hand=hand)

    keep_rooms(patch)
    patch.setattr(App, "_note", leaking)


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
    original = handlers._hint_task

    def leaking(room, person, decision, expert):
        task = original(room, person, decision, expert)
        truth = room.game.at(len(room.game.moves))  # with a table of its own
        seat = truth.table.turn = (task.view.seat + 1) % truth.seat_count
        return replace(task, view=truth.view(seat), options=truth.options(seat))

    patch.setattr(handlers, "_hint_task", leaking)


@leak("hint")
def a_hint_counts_the_next_card(patch):
    original = handlers.Handlers.hint

    async def leaking(self, visitor, room, body):
        hint = await original(self, visitor, room, body)
        async with self.rooms.held(room) as held:
            return replace(hint, decision=held.room.game.table.deck[-1])

    patch.setattr(handlers.Handlers, "hint", leaking)


@leak("record")
def the_record_of_a_running_game_has_its_deck(patch):
    original = handlers.room_record
    patch.setattr(
        handlers,
        "room_record",
        lambda room: write_record(room.game) if room.game else original(room),
    )


@leak("replay")
def a_running_game_has_a_replay(patch):
    original = handlers.Handlers.replay

    async def leaking(self, visitor, replay, eyes):
        game = (await self._replays._room(replay)).game
        if game is None:
            return await original(self, visitor, replay, eyes)
        return make_replay(parse_finished_game(write_record(game)), 0)

    patch.setattr(handlers.Handlers, "replay", leaking)


@leak("replay")
def the_replay_of_a_running_game_counts_its_sets(patch):
    original = handlers.Replays.find

    async def leaking(self, replay, person):
        game = (await self._room(replay)).game
        if game is None:
            return await original(self, replay, person)
        raise RequestRefused(handlers.Code.RUNNING, sets=len(game.legal()))

    patch.setattr(handlers.Replays, "find", leaking)


@leak("my rooms")
def a_list_of_rooms_counts_sales(patch):
    original = listing.room_line

    def leaking(room, person):
        line = original(room, person)
        return replace(line, changed=len(room.game.legal())) if room.game else line

    patch.setattr(handlers, "room_line", leaking)


@leak("push")
def presence_counts_the_sales_of_all_seats(patch):
    original = live_room.LiveRoom.push

    def leaking(held, push):
        game = held.room.game
        if isinstance(push, Presence) and game is not None:
            sets = sum(str(move).startswith("sell") for _, move in game.legal())
            push = Presence(push.connected, push.spectators + sets)
        original(held, push)

    patch.setattr(live_room.LiveRoom, "push", leaking)


@leak("done")
def an_acknowledgement_has_the_hash_of_a_person(patch):
    original = handlers.Handlers.answer

    async def leaking(self, name, call):
        answer = await original(self, name, call)
        for room in ROOMS:
            if isinstance(answer, registry.Accepted) and room.turn is not None:
                return replace(answer, room=answer.room + str(room.turn.person)[:4])
        return answer

    keep_rooms(patch)
    patch.setattr(handlers.Handlers, "answer", leaking)


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
    def failing(room):
        if room.status is Status.RUNNING:
            raise RequestRefused(handlers.Code.RUNNING, why=json.dumps(room.game.table.deck))
        raise RequestRefused(handlers.Code.NOT_RUNNING)

    patch.setattr(handlers, "room_record", failing)


@pytest.mark.slow
@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_found(name, servers, numbers, monkeypatch):
    plant, sources = LEAKS[name]
    plant(monkeypatch)
    difference = first_difference(servers, numbers)
    assert difference is not None
    assert difference.sources <= sources, difference.first
