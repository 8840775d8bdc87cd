"""A position as plain sentences, one per line, for pipes and screen readers."""

from collections.abc import Iterator

from byzanz.cli.render.phrases import STALL_NAMES, Phrase, cards_phrase, counted, lot_phrase, spaced
from byzanz.cli.render.position_drawing import ORDINALS
from byzanz.game.phase import Phase
from byzanz.game.view import View


def view_phrases(view: View) -> Iterator[Phrase]:
    """Yield the view of a seat as sentences, without its options."""
    assert view.own is not None
    yield (f"Round {view.round} of {view.rounds}, {view.draw_pile_count} cards in the draw pile",)
    if view.lot is not None:
        head = f"Lot of offer {view.lot.offer}: "
        yield (head, *spaced(view.lot.cards), ", ", *lot_phrase(view.lot, view))
    yield _market(view)
    for seat in range(len(view.seats)):
        if seat != view.seat:
            yield _seat(view, seat)
    yield from _own_phrases(view)


def _market(view: View) -> Phrase:
    parts: list[str] = []
    for stall in view.market:
        if stall.cards:
            parts += ["; ", f"{STALL_NAMES[stall.stall]} ", *spaced(stall.cards)]
    return ("Market: ", *(parts[1:] or ("empty",)))


def _seat(view: View, seat: int) -> Phrase:
    public = view.seats[seat]
    parts: list[str] = [f"{public.name}: {counted(public.hand_count, 'card')} in hand"]
    parts.append(f", {counted(public.profit_count, 'set')} sold")
    if public.offer is not None:
        parts.append(f", has offer {public.offer}")
    if public.takes_at is not None and view.phase == Phase.TAKE:
        parts.append(f", takes {ORDINALS[public.takes_at - 1]}")
    if public.bid:
        parts += [f", bids {public.bid_value} with ", *spaced(public.bid)]
    if public.has_passed and view.phase == Phase.BID:
        parts.append(", has passed")
    return tuple(parts)


def _own_phrases(view: View) -> Iterator[Phrase]:
    assert view.own is not None
    assert view.seat is not None
    public = view.seats[view.seat]
    if public.offer is not None:
        yield (f"You have offer {public.offer}",)
    if public.bid:
        yield (f"Your bid: {public.bid_value} with ", *spaced(public.bid))
    profit = f"; profit {view.own.profit}, {counted(public.profit_count, 'set')} sold"
    yield ("Your hand: ", *cards_phrase(view.own.hand), profit)
