"""The updates of a room: its state as each seat and the spectators may see it."""

from collections.abc import Collection, Mapping

import msgspec

from byzanz.cards import Cards
from byzanz.game.events import Event, is_public
from byzanz.game.game import Game
from byzanz.game.options import Options
from byzanz.rooms.history import EventSpan
from byzanz.rooms.room import Room
from byzanz.wire.answers import Update, UpdateStep
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import OVER, DealState, MemoryAid, RoomState, Status


def may_watch(room: Room, person: str | None) -> bool:
    """Return whether a person without a seat may watch."""
    if is_closed(room, person):
        return False
    is_host = person is not None and person == room.host
    return is_host or room.status is Status.WAITING or room.setup.spectators


def is_closed(room: Room, person: str | None) -> bool:
    """Whether a room is closed to a person for ever, because others play its deal.

    The room of a challenge is open to nobody but its own person. Others see what came of it
    through the challenge, once they have played.
    """
    return room.challenge is not None and (
        person is None or all(seat.person != person for seat in room.seats)
    )


def audience_of(room: Room, person: str | None) -> int | None:
    """Return a person's seat, or None for a spectator; raises `RequestRefused` if forbidden."""
    seat = room.seat_of(person)
    if seat is None and not may_watch(room, person):
        raise RequestRefused(Code.NOT_FOUND)
    return seat


NOBODY: Mapping[int, int] = {}


def room_state(room: Room, gone: Mapping[int, int] = NOBODY) -> RoomState:
    """The room as a spectator sees it; `gone` maps a seat to when its person was last seen."""
    host = room.seat_of(room.host)
    return RoomState(
        room=room.id,
        status=room.status,
        setup=room.setup,
        seats=tuple([each.state(gone.get(seat)) for seat, each in enumerate(room.seats)]),
        seat=None,
        host=host,
        code=room.code,
        deal=deal_state(room),
        due=room.due,
        may_undo=False,
        may_set_pace=False,
        may_skip=False,
        abort_asked=tuple(sorted(room.abort_asked)),
        ends_at=room.ends_at,
        is_live=room.is_live,
        rematch=room.rematch,
        next_names=tuple([each.name for each in room.seat_requests]),
        may_ask_seat=room.may_ask_seat,
        asks_seat=False,
        hands=_hands(room) if room.status in OVER and room.day is None else (),
        day=room.day or msgspec.UNSET,
        allows_listing=room.allows_listing or msgspec.UNSET,
        challenge=room.challenge or msgspec.UNSET,
    )


def _hands(room: Room) -> tuple[Cards, ...]:
    """All hands by seat. The caller checks that the reader may see them."""
    if room.game is None:
        return ()
    views = room.game.views(range(len(room.seats)), memory=False)
    return tuple([view.own.hand for view in views if view.own is not None])


def deal_state(room: Room) -> DealState | None:
    """The deal, with its secret once the game is over.

    A room of the deal of a day never shows it: others may still play the same cards.
    """
    deal = room.deal
    if deal is None:
        return None
    if room.status not in OVER or room.day is not None:
        return DealState(deal=deal.id, commitment=deal.commitment, secret=None, nonces=())
    return DealState(
        deal=deal.id,
        commitment=deal.commitment,
        secret=deal.secret.hex(),
        nonces=tuple([deal.nonces[place].hex() for place in room.former_seats]),
        draw=None if room.game is None else deal.draw,
        places=room.former_seats,
    )


def update(
    room: Room, seat: int | None, after: int, now: int, gone: Mapping[int, int] = NOBODY
) -> Update:
    """The update of a seat, or of a spectator, that has the entries up to `after` already."""
    return updates(room, [seat], after, now, gone)[seat]


def personal_update(room: Room, person: str | None, common: Update) -> Update:
    """The common update, with this person's own rights and request for a seat."""
    if not has_own_update(room, person):
        return common
    state = msgspec.structs.replace(
        common.room,
        may_set_pace=room.may_set_pace(person),
        asks_seat=room.asks_seat(person),
        hands=_hands(room) if room.may_see_hands(person) else common.room.hands,
    )
    return msgspec.structs.replace(common, room=state)


def has_own_update(room: Room, person: str | None) -> bool:
    """Whether this spectator's update differs from that of the other spectators."""
    return room.may_set_pace(person) or room.asks_seat(person)


def updates(
    room: Room,
    seats: Collection[int | None],
    after: int,
    now: int,
    gone: Mapping[int, int] = NOBODY,
) -> dict[int | None, Update]:
    """The updates of several seats; the part common to all of them is computed once."""
    game = room.game
    is_running = room.status is Status.RUNNING
    has_aid = room.setup.memory_aid is MemoryAid.FULL
    state, spans = room_state(room, gone), room.history.spans_after(after)
    views = [None] * len(seats) if game is None else game.views(seats, memory=has_aid)
    options = {
        seat: game.options(seat) if game and is_running and seat is not None else None
        for seat in seats
    }
    steps = _all_steps(room, seats, spans, after)
    return {
        seat: Update(
            after=after,
            seq=room.seq,
            now=now,
            is_rewound=after < room.history.rewound_at,
            steps=steps[seat],
            room=state if seat is None else _state_for_seat(room, state, seat, options[seat]),
            view=view,
            options=options[seat],
        )
        for seat, view in zip(seats, views, strict=True)
    }


def _state_for_seat(room: Room, state: RoomState, seat: int, options: Options | None) -> RoomState:
    if len(room.persons) > 1:  # people who play together may not undo, skip or set the pace of bots
        return msgspec.structs.replace(state, seat=seat, may_ask_seat=False)
    is_free = options is not None and not options.has_decision
    return msgspec.structs.replace(
        state,
        seat=seat,
        may_undo=room.moves_kept_by_undo(seat) is not None,
        may_set_pace=room.may_set_pace(room.seats[seat].person),
        may_skip=is_free and room.present == {seat} and len(room.persons) == 1,
        may_ask_seat=False,
    )


def _all_steps(
    room: Room, seats: Collection[int | None], spans: list[EventSpan], after: int
) -> dict[int | None, tuple[UpdateStep, ...]]:
    """The steps of each seat; the same ones for all if none has cards of one seat alone."""
    if room.game is None or all(is_public(event) for event in _events(room.game, spans)):
        return dict.fromkeys(seats, _steps(room, None, spans, after))
    return {seat: _steps(room, seat, spans, after) for seat in seats}


def _events(game: Game, spans: list[EventSpan]) -> list[Event]:
    return game.events[spans[0].first :] if spans else []


def _steps(
    room: Room, seat: int | None, spans: list[EventSpan], after: int
) -> tuple[UpdateStep, ...]:
    if not spans:
        return ()
    befores = (after, *[span.seq for span in spans[:-1]])
    start = spans[0].first
    events = () if room.game is None else room.game.events_for(seat, after=start)
    return tuple(
        [
            UpdateStep(
                seq,
                events[first - start : end - start],
                room.changes_between(before, seq) or msgspec.UNSET,
            )
            for before, (seq, first, end) in zip(befores, spans, strict=True)
        ]
    )
