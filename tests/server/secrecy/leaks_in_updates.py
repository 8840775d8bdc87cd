"""Leaks planted in every update."""

from byzanz.cards import cards_in
from byzanz.deal.deal import Deal
from byzanz.rooms import audience
from byzanz.server.hosting import live_room
from tests.server.secrecy.planting import (
    ROOMS,
    UPDATES,
    change_update,
    keep_rooms,
    last_hand,
    leak,
    replace,
    with_room,
    with_view,
)


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
    """Sends the position in the deck of each hand's first card."""

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
    """Sends the same JSON with other white space."""
    original = live_room.ENCODER

    class Encoder:
        def encode(self, value):
            data = original.encode(value)
            game = next((each.game for each in ROOMS if each.game), None)
            is_odd = game is not None and game.table.deck[-1] % 2
            return data.replace(b'"steps":', b'"steps": ') if is_odd else data

    keep_rooms(patch)
    patch.setattr(live_room, "ENCODER", Encoder())


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
