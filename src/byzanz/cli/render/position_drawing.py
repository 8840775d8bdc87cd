"""A position drawn as lines for the terminal, as a seat or a spectator may see it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import assert_never

import msgspec
from rich.cells import cell_len
from rich.text import Text

from byzanz.cards import Card
from byzanz.cli.render import phrases
from byzanz.cli.render.palette import (
    FAINT,
    GOOD_STYLES,
    HEADER,
    HEADER_SIDE,
    MARK,
    PLAIN,
    RULE,
    STRONG,
    card_text,
    styled,
    styled_phrase,
)
from byzanz.cli.render.text_lines import both_ends, fitted, rule
from byzanz.game.events import Event
from byzanz.game.game import Game
from byzanz.game.options import Options
from byzanz.game.phase import Phase
from byzanz.game.standings import Standing
from byzanz.game.view import OfferState, OfferView, Own, SeatView, StallView, View

LEAST_WIDTH = 60  # cells
MOST_WIDTH = 100  # cells
LABEL = 9  # cells of the first column: Offers, Lot, Hand, …
HAND, SETS, OFFER = 6, 11, 7  # cells of the columns of the seats
LONGEST_NAME = 20  # cells
STALL_HEIGHT = 2  # lines
EVENT_COUNT = 6  # events shown if no height is given
ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th")


class Scene(msgspec.Struct, frozen=True):
    """Everything that a drawing shows."""

    view: View
    options: Options | None  # the options of the view's seat
    events: Sequence[Event]
    caption: str = ""  # text at the right end of the header


def scene_of(game: Game, seat: int | None, caption: str) -> Scene:
    """Return the scene of a game for a seat, or for a spectator if the seat is None."""
    options = None if seat is None else game.options(seat)
    return Scene(game.view(seat), options, game.events_for(seat), caption)


def draw(scene: Scene, width: int, height: int | None = None) -> list[Text]:
    """Draw a scene in lines of at most `width` cells; events fill the rest of `height`."""
    width = max(LEAST_WIDTH, min(width, MOST_WIDTH))
    view = scene.view
    lines = [_header(view, scene.caption, width), _wait(view, width)]
    if view.phase == Phase.OVER:
        lines += _standings(view, width)
    elif view.phase == Phase.CLOSE:
        lines += _seats(view, width)
    else:
        lines += [_offers(view, width), _lot(view, width)]
        lines += [*_market(view, width), *_seats(view, width)]
    if view.own is not None and scene.options is not None:
        lines += _own_lines(view, view.own, scene.options, width)
    if not scene.events:
        return lines
    lines.append(rule("Last events", width))
    event_count = EVENT_COUNT if height is None else max(1, height - len(lines))
    return lines + _events(scene.events, _names(view), width, event_count)


def _names(view: View) -> list[str]:
    return [seat.name for seat in view.seats]


def _header(view: View, caption: str, width: int) -> Text:
    facts = [f"round {view.round} of {view.rounds}"]
    if view.lot is not None:
        facts.append(f"auction {view.lot.number} of {len(view.seats)}")
    facts.append(f"draw pile {view.draw_pile_count}")
    left = styled(" BYZANZ  ", HEADER).append(" · ".join(facts), HEADER_SIDE)
    return both_ends(left, styled(f"{caption} ", HEADER_SIDE), width, style=HEADER_SIDE)


def _wait(view: View, width: int) -> Text:
    line = styled(" ▶ ", MARK).append_text(styled_phrase(phrases.wait_phrase(view), STRONG))
    return fitted(line, width)


def _labelled(label: str, content: Text, width: int) -> Text:
    return fitted(styled(f" {label:<{LABEL - 1}}", FAINT).append_text(content), width)


def _offers(view: View, width: int) -> Text:
    column = (width - LABEL) // len(view.offers)
    content = Text()
    for offer in view.offers:
        content.append_text(fitted(_offer(offer, _names(view)), column - 1)).append(" ")
    return _labelled("Offers", content, width)


def _offer(offer: OfferView, names: Sequence[str]) -> Text:
    match offer.state:
        case OfferState.SOLD:
            owner = "" if offer.seat is None else names[offer.seat]
            return styled(f"{offer.offer} ", STRONG).append(owner)
        case OfferState.NOW:
            return styled(f"▶{offer.offer} now", MARK)
        case OfferState.TO_COME:
            return styled(f"{offer.offer} {phrases.NONE}", FAINT)
        case _:
            assert_never(offer.state)


def _lot(view: View, width: int) -> Text:
    if view.lot is None:
        return _labelled("Lot", styled(phrases.NONE, FAINT), width)
    content = styled_phrase(phrases.spaced(view.lot.cards))
    content.append("  ").append_text(styled_phrase(phrases.lot_phrase(view.lot, view)))
    return _labelled("Lot", content, width)


def _market(view: View, width: int) -> list[Text]:
    column = (width - 1) // len(view.market)
    last = width - 1 - column * (len(view.market) - 1)  # wider, for the long name of merchants
    columns = [*[column] * (len(view.market) - 1), last]
    rows = [Text(" ") for _ in range(1 + STALL_HEIGHT)]
    for stall, stall_width in zip(view.market, columns, strict=True):
        title = f"{stall.stall} {phrases.STALL_NAMES[stall.stall]}"
        head = fitted(title, stall_width - 1, style=GOOD_STYLES[stall.stall])
        cells = [head, *_stall_cells(stall, _names(view), stall_width - 1)]
        for row, cell in zip(rows, cells, strict=True):
            row.append_text(fitted(cell, stall_width))
    return [rule("Market", width), *rows]


def _stall_cells(stall: StallView, names: Sequence[str], width: int) -> list[Text]:
    if stall.taken_by is not None:
        cells = [fitted(styled(f"→ {names[stall.taken_by]}", FAINT), width)]
    elif not stall.cards:
        cells = [styled(phrases.NONE, FAINT)]
    else:
        cells = _packed([card_text(card) for card in stall.cards], width)
        if len(cells) > STALL_HEIGHT:
            cells = _packed(_counted(stall.cards), width)
        if len(cells) > STALL_HEIGHT:  # still too many, in a narrow terminal
            cells = [*cells[: STALL_HEIGHT - 1], styled(f"{len(stall.cards)} cards", PLAIN)]
    return cells + [Text()] * (STALL_HEIGHT - len(cells))


def _packed(cards: Iterable[Text], width: int) -> list[Text]:
    """Wrap cards to lines of a width."""
    lines: list[Text] = []
    for card in cards:
        if lines and cell_len(lines[-1].plain) + 1 + cell_len(card.plain) <= width:
            lines[-1].append(" ").append_text(card)
        else:
            lines.append(card)
    return lines


def _counted(cards: Iterable[Card]) -> list[Text]:
    """Return each kind once, with its count."""
    return [
        card_text(card).append(f"{phrases.TIMES}{count}" if count > 1 else "")
        for card, count in Counter(cards).items()
    ]


def _seats(view: View, width: int) -> list[Text]:
    name_width = _name_width(view)
    head = rule("Seats", 4 + name_width)
    for title, column in (("hand", HAND), ("sets sold", SETS), ("offer", OFFER)):
        head.append_text(fitted(title, column, style=FAINT, right=True))
    head.append("  ").append("─" * (width - cell_len(head.plain)), RULE)
    return [head, *[_seat(view, seat, name_width, width) for seat in range(len(view.seats))]]


def _name_width(view: View) -> int:
    return max(8, min(LONGEST_NAME, max(cell_len(name) for name in _names(view))))


def _seat(view: View, seat: int, name_width: int, width: int) -> Text:
    public = view.seats[seat]
    on_turn = seat == view.turn
    style = STRONG if on_turn or seat == view.seat else PLAIN
    line = styled("▶ " if on_turn else "  ", MARK).append(f"{seat} ", FAINT)
    line.append_text(fitted(public.name, name_width, style=style))
    line.append_text(fitted(str(public.hand_count), HAND, right=True))
    line.append_text(fitted(str(public.profit_count), SETS, right=True))
    line.append_text(fitted(str(public.offer or phrases.NONE), OFFER, right=True))
    line.append("  ").append_text(_status(view, seat, public))
    return fitted(line, width)


def _status(view: View, seat: int, public: SeatView) -> Text:
    if public.bid:
        leads = view.lot is not None and view.lot.leader == seat
        text = styled(f"{public.bid_value:>2} ", MARK if leads else PLAIN)
        return text.append_text(styled_phrase(phrases.spaced(public.bid)))
    if view.phase == Phase.CLOSE:
        return styled("done", FAINT) if public.is_done else styled("may sell")
    taken = [stall.stall for stall in view.market if stall.taken_by == seat]
    if taken:
        return styled("took ", FAINT).append_text(card_text(taken[0]))
    if public.takes_at is not None:
        return styled(f"takes {ORDINALS[public.takes_at - 1]}")
    if public.has_passed and view.lot is not None:
        return styled("passed", FAINT)
    return Text()


def _standings(view: View, width: int) -> list[Text]:
    name_width = _name_width(view)
    lines = [_standing(standing, view, name_width, width) for standing in view.standings]
    return [rule("Standings", width), *lines]


def _standing(standing: Standing, view: View, name_width: int, width: int) -> Text:
    style = STRONG if standing.place == 1 else PLAIN
    line = styled("▶ " if standing.place == 1 else "  ", MARK).append(f"{standing.place} ", FAINT)
    line.append_text(fitted(view.seats[standing.seat].name, name_width, style=style))
    line.append_text(fitted(str(standing.profit), HAND, style=style, right=True)).append("  ")
    line.append_text(styled_phrase(phrases.spaced(standing.kept)))
    if standing.by_tie_break:
        line.append(f"  {phrases.counted(standing.hand_count, 'card')} in hand", FAINT)
    return fitted(line, width)


def _own_lines(view: View, own: Own, options: Options, width: int) -> list[Text]:
    assert view.seat is not None
    title = f"{view.seats[view.seat].name}: profit {own.profit}"
    hand = styled_phrase(phrases.spaced(own.hand)) if own.hand else styled(phrases.NONE, FAINT)
    if own.kept:
        hand.append("   kept ", FAINT).append_text(styled_phrase(phrases.spaced(own.kept)))
    lines = [rule(title, width), _labelled("Hand", hand, width)]
    if view.phase != Phase.OVER:
        lines.append(_labelled("May", styled_phrase(phrases.decision_phrase(options)), width))
        lines.append(_labelled("Sell", _sales(options), width))
    return lines


def _sales(options: Options) -> Text:
    if not options.sales:
        return styled("no set", FAINT)
    separator = styled(" · ", FAINT)
    ways = separator.join([styled_phrase(phrase) for phrase in phrases.sale_phrases(options.sales)])
    return styled(f"{phrases.set_phrase(options.set_count)}: ", FAINT).append_text(ways)


def _events(events: Sequence[Event], names: Sequence[str], width: int, count: int) -> list[Text]:
    lines = []
    for number, event in enumerate(events[-count:], start=max(0, len(events) - count) + 1):
        is_newest = number == len(events)
        line = styled(" ▸ " if is_newest else "   ", MARK)
        style = PLAIN if is_newest else FAINT
        lines.append(
            fitted(
                line.append_text(styled_phrase(phrases.event_phrase(event, names), style)), width
            )
        )
    return lines
