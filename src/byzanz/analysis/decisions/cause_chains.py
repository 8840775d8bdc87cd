"""Chains of causes: the few facts in which the played line differs from the best one."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

from byzanz.analysis.causes import (
    LEAST_LINKS,
    MOST_LINKS,
    Bids,
    BreaksPair,
    BreaksSet,
    Buys,
    CardGoes,
    Chain,
    Discards,
    EndsWith,
    Fault,
    Gathers,
    GetsFree,
    Keeps,
    KeepsMerchants,
    Link,
    Pays,
    SetReady,
    SetSold,
    Spent,
    TakesStall,
    Unsold,
    UsesMerchants,
    Wins,
)
from byzanz.analysis.decisions.aftermath import Aftermath, aftermath_of, solid_moves
from byzanz.analysis.decisions.grades import LEAST_COST
from byzanz.analysis.findings import Grade, Verdict
from byzanz.cards import Card, Cards, Stall, cards_in, in_order, stall_cards
from byzanz.game.events import (
    AuctionWon,
    BidLaid,
    CardGiven,
    LotGranted,
    StallTaken,
    TrioSold,
)
from byzanz.game.game import Game
from byzanz.game.moves import Bid, Discard, Done, Give, Move, Pass, Sell, Take
from byzanz.game.options import sale_options
from byzanz.rules.numbers import OFFERS


class Line(NamedTuple):
    """A line of play: a move in a position, and its aftermath."""

    game: Game  # the game before the move
    seat: int
    move: Move | None  # None means selling nothing
    aftermath: Aftermath


class RankedLink(NamedTuple):
    """A candidate for a chain; links of the lowest ranks are chosen and keep their order."""

    rank: int
    link: Link


DIRECT, DECISIVE, USEFUL, MINOR = range(4)  # ranks; `DIRECT` is for the move itself


def chain_of(game: Game, number: int, verdict: Verdict) -> Chain | None:
    """Return the chain of causes of the move with this number.

    It is None for too few facts, and while the game runs: what follows is not known yet.
    """
    if not game.is_over:
        return None
    before = game.at(number - 1)
    seat, move = game.moves[number - 1]
    played = Line(before, seat, move, aftermath_of(before, game.moves[number - 1 :]))
    if verdict.cost < LEAST_COST[Grade.INACCURACY]:
        happened = _chosen(_benefits(played, None), [])
        return Chain(happened, ()) if len(happened) >= LEAST_LINKS else None
    better = _continued(before, seat, verdict.alternatives[0].move)
    return _explained(played, better, fault=verdict.fault)


def chain_of_choice(
    game: Game, seat: int, moves: tuple[Move | None, Move], fault: Fault | None
) -> Chain | None:
    """Return the chain of a move and the best one, both continued by solid bots, or None."""
    return _explained(*(_continued(game, seat, move) for move in moves), fault=fault)


def _continued(before: Game, seat: int, move: Move | None) -> Line:
    """Return a move that solid bots continue."""
    return Line(before, seat, move, aftermath_of(before, solid_moves(before, seat, move)))


def _explained(played: Line, better: Line, *, fault: Fault | None) -> Chain | None:
    drawbacks, benefits = list(_drawbacks(played, better)), list(_benefits(better, played))
    happened, instead = _chosen(drawbacks, benefits), _chosen(benefits, drawbacks)
    has_enough = min(len(happened), len(instead)) >= LEAST_LINKS
    return Chain(happened, instead) if has_enough and _shows_fault(fault, played, better) else None


def _shows_fault(fault: Fault | None, played: Line, better: Line) -> bool:
    """Return whether the fault had an effect in this game: an overbid that lost cost no card."""
    seat = played.seat
    match fault:
        case Fault.MISSED_FREE_LOT:
            return isinstance(_auction_end(better), LotGranted)
        case Fault.LET_GO:
            return _auction_end(better).seat == seat != _auction_end(played).seat
        case Fault.FED_RIVAL:
            assert isinstance(played.move, Give)
            return _taker(played, played.move.card.stall) not in (None, seat)
        case _:
            return not isinstance(played.move, Bid) or _auction_end(played).seat == seat


def _chosen(ranked: Iterable[RankedLink], others: list[RankedLink]) -> tuple[Link, ...]:
    """Choose the links of the lowest ranks that do not occur in the other line."""
    same = {each.link for each in others}
    differing = list({each.link: each for each in ranked if each.link not in same}.values())
    chosen = sorted(range(len(differing)), key=lambda index: (differing[index].rank, index))[
        :MOST_LINKS
    ]
    return tuple(differing[index].link for index in sorted(chosen))


def _drawbacks(line: Line, better: Line) -> Iterator[RankedLink]:
    """Yield the costs of a line, in order of play: sets that it broke, and gains of others."""
    match line.move:
        case Bid() | Pass():
            yield from _auction_links(line)
            yield from _payment_links(line)
            yield from _rival_lot_links(line)
        case Give(card):
            yield from _handed_over_links(line, (card,), is_direct=True)
            yield from _broken_links(line, (card,), cards_in(line.game.table.lot))
        case Take(stall):
            yield from _taken_stall_links(line, stall)
            yield from _left_stall_links(line, better)
            yield from _gathered_links(line, stall)
        case Discard(card):
            yield RankedLink(DIRECT, Discards(line.seat, card))
            yield from _broken_links(line, (card,))
        case Sell(cards):
            yield from _sale_links(line, cards)
            yield from _merchant_links(line, cards)
        case _:
            yield from _unsold_links(line, better)
    yield from _later_links(line)
    yield from _end_links(line)


def _benefits(line: Line, other: Line | None) -> Iterator[RankedLink]:
    """Yield the gains of a line, in order of play: cards that it kept, and sets that it made."""
    match line.move:
        case Bid() | Pass():
            yield from _auction_links(line)
        case Give(card):
            yield RankedLink(DIRECT, CardGoes(line.seat, card, _taker(line, card.stall)))
        case Take(stall):
            yield from _taken_stall_links(line, stall)
            yield from _gathered_links(line, stall)
        case Discard(card):
            yield RankedLink(DIRECT, Discards(line.seat, card))
        case Sell(cards):
            yield from _sale_links(line, cards)
        case _:
            pass
    if other is not None:
        yield from _kept_links(line, other)
    yield from _later_links(line)
    yield from _own_set_links(line)
    yield from _end_links(line)


def _end_links(line: Line) -> Iterator[RankedLink]:
    if line.aftermath.scores is not None:
        yield RankedLink(MINOR, EndsWith(line.seat, line.aftermath.scores[line.seat]))


def _auction_links(line: Line) -> Iterator[RankedLink]:
    """Yield the buyer of the current lot, and the price."""
    seat, aftermath = line.seat, line.aftermath
    won = _auction_end(line)
    if isinstance(won, LotGranted):
        yield RankedLink(DIRECT, GetsFree(won.seat, won.offer))
        return
    if won.seat == seat:
        yield RankedLink(DIRECT, Pays(seat, won.offer, won.bid_value, won.paid))
        return
    bidding = takewhile(lambda each: each is not won, aftermath.events)
    bids = [each for each in bidding if isinstance(each, BidLaid) and each.seat == seat]
    if bids:
        cards = in_order(_bid_cards(line) + tuple(card for each in bids for card in each.cards))
        yield RankedLink(DIRECT, Bids(seat, won.offer, bids[-1].bid_value, cards))
    link_type = Spent if won.offer in aftermath.offers_won_with_last_goods else Buys
    yield RankedLink(DIRECT, link_type(won.seat, won.offer, won.bid_value))


def _auction_end(line: Line) -> AuctionWon | LotGranted:
    """Return the event that ended the running auction."""
    events = line.aftermath.events
    return next(each for each in events if isinstance(each, AuctionWon | LotGranted))


def _payment_links(line: Line) -> Iterator[RankedLink]:
    """Yield the sets that the seat's payment broke or gave to others, if the seat won the lot."""
    won = _auction_end(line)
    if isinstance(won, AuctionWon) and won.seat == line.seat:
        yield from _broken_links(line, won.paid)
        yield from _handed_over_links(line, won.paid)


def _rival_lot_links(line: Line) -> Iterator[RankedLink]:
    """Yield the set that a rival made with the lot."""
    won = _auction_end(line)
    if won.seat != line.seat:
        yield from _rival_set_links(line, won.seat, cards_in(line.game.table.lot))


def _taken_stall_links(line: Line, stall: Stall) -> Iterator[RankedLink]:
    cards = stall_cards(line.game.table.market, stall.number)
    yield RankedLink(DIRECT, TakesStall(line.seat, stall, cards))


def _gathered_links(line: Line, stall: Stall) -> Iterator[RankedLink]:
    """Yield the cards of the stall together with those of the same good in the hand."""
    taken = stall_cards(line.game.table.market, stall.number)
    cards = in_order([*taken, *[card for card in _hand(line) if card.stall is stall]])
    if len(cards) > len(taken):
        yield RankedLink(MINOR, Gathers(line.seat, stall, cards))


def _left_stall_links(line: Line, better: Line) -> Iterator[RankedLink]:
    """Yield the rival that takes the better stall, and the set that it makes with it."""
    taken = [each for each in line.aftermath.events if isinstance(each, StallTaken)]
    for each in taken:
        is_left = isinstance(better.move, Take) and each.stall is better.move.stall
        if is_left and each.seat != line.seat:
            yield RankedLink(DECISIVE, TakesStall(each.seat, each.stall, each.cards))
            yield from _rival_set_links(line, each.seat, each.cards)


def _sale_links(line: Line, cards: Cards) -> Iterator[RankedLink]:
    sale = next(each for each in sale_options(_hand(line)) if each.cards == cards)
    yield RankedLink(DIRECT, SetSold(line.seat, stall_of(cards), cards, sale.profit))


def _merchant_links(line: Line, cards: Cards) -> Iterator[RankedLink]:
    count = cards.count(Card.M)
    if 0 < count < len(cards):
        yield RankedLink(DECISIVE, UsesMerchants(line.seat, count))
    yield from _broken_links(line, cards)


def _unsold_links(line: Line, better: Line) -> Iterator[RankedLink]:
    """Yield a set that was not sold although the game ends."""
    if isinstance(line.move, Done) and isinstance(better.move, Sell):
        cards = better.move.cards
        sale = next(each for each in sale_options(_hand(line)) if each.cards == cards)
        yield RankedLink(DIRECT, Unsold(line.seat, stall_of(cards), cards, sale.profit))


def _broken_links(line: Line, cards: Cards, also: Cards = ()) -> Iterator[RankedLink]:
    """Yield the sets and pairs that lose a card if these cards leave the seat."""
    held = _hand(line) + _bid_cards(line) + also
    for stall in dict.fromkeys(card.stall for card in cards if card is not Card.M):
        had = sum(card.stall is stall for card in held)
        left = had - sum(card.stall is stall for card in cards)
        if isinstance(line.move, Sell):
            continue
        if had >= 3 > left:
            yield RankedLink(DECISIVE, BreaksSet(line.seat, stall))
        elif had == 2 > left:
            yield RankedLink(DECISIVE, BreaksPair(line.seat, stall))


def _handed_over_links(
    line: Line, cards: Cards, *, is_direct: bool = False
) -> Iterator[RankedLink]:
    """Yield the seat that takes a card paid or given, and the set that it makes with the card."""
    found = []
    for card in sorted(dict.fromkeys(cards), key=lambda each: -each.face_value):
        taker = _taker(line, card.stall)
        sets: list[RankedLink] = []
        if taker is not None and taker != line.seat:
            sets = list(_rival_set_links(line, taker, (card,)))
        found.append((card, taker, sets))
    card, taker, sets = max(found, key=lambda each: len(each[2]))
    if is_direct or sets:
        yield RankedLink(DIRECT if is_direct else DECISIVE, CardGoes(line.seat, card, taker))
    yield from sets


def _taker(line: Line, stall: Stall) -> int | None:
    """Return the seat that takes a stall in the rest of the round; None if nobody does."""
    taken = (each for each in line.aftermath.events if isinstance(each, StallTaken))
    return next((each.seat for each in taken if each.stall is stall), None)


def _rival_set_links(line: Line, seat: int, cards: Cards) -> Iterator[RankedLink]:
    """Yield the first set, sold or ready, that a rival makes with one of these cards."""
    had = Counter(cards_in(line.game.table.hands[seat]) + cards_in(line.game.table.bids[seat]))

    def is_made(trio: Cards) -> bool:
        return any(card in cards for card in Counter(trio) - had)

    for sale in line.aftermath.sales:
        if sale.seat == seat and is_made(sale.cards):
            sold = SetSold(seat, stall_of(sale.cards), sale.cards, sale.profit)
            yield RankedLink(DECISIVE, sold)
            return
    for option in sale_options(line.aftermath.hands[seat]):
        if is_made(option.cards):
            ready = SetReady(seat, stall_of(option.cards), option.cards, option.profit)
            yield RankedLink(DECISIVE, ready)
            return


def _kept_links(line: Line, other: Line) -> Iterator[RankedLink]:
    """Yield the cards that the seat keeps and would have lost by the other move."""
    spared, moved = _moved_cards(other), _moved_cards(line)
    merchants = spared.count(Card.M) - moved.count(Card.M)
    if merchants > 0:
        yield RankedLink(DECISIVE, KeepsMerchants(line.seat, merchants))
    lot = cards_in(line.game.table.lot) if isinstance(line.move, Give) else ()
    held = _hand(line) + lot
    for stall in dict.fromkeys(card.stall for card in spared if card is not Card.M):
        cards = in_order(card for card in held if card.stall is stall)
        if len(cards) > 1 and not any(card.stall is stall for card in moved):
            yield RankedLink(DECISIVE, Keeps(line.seat, stall, cards))


def _moved_cards(line: Line) -> Cards:
    """Return the cards that leave the hand or the lot with the move."""
    match line.move:
        case Bid(cards) | Sell(cards):
            return cards
        case Give(card) | Discard(card):
            return (card,)
        case _:
            return ()


def _later_links(line: Line) -> Iterator[RankedLink]:
    """Yield what else the seat gets in the rest of the round: another lot, and a stall."""
    seat = line.seat
    is_bidding, events = isinstance(line.move, Bid | Pass), line.aftermath.events
    later = events[events.index(_auction_end(line)) + 1 :] if is_bidding else events
    for event in later:
        match event:
            case AuctionWon() if event.seat == seat:
                yield RankedLink(USEFUL, Wins(seat, event.offer, event.bid_value, event.paid))
            case LotGranted() if event.seat == seat:
                yield RankedLink(USEFUL, GetsFree(seat, event.offer))
            case CardGiven(offer=last) if (
                event.seat == seat and is_bidding and _is_last_lot(line, last)
            ):
                yield RankedLink(USEFUL, GetsFree(seat, event.offer))
            case StallTaken() if event.seat == seat and not isinstance(line.move, Take):
                yield RankedLink(MINOR, TakesStall(seat, event.stall, event.cards))
            case _:
                pass


def _is_last_lot(line: Line, offer: int) -> bool:
    """R3.8: return whether an offer is the last of a round, which its seat gets for free."""
    return offer == OFFERS[line.game.seat_count][line.game.seat_count - 1]


def _own_set_links(line: Line) -> Iterator[RankedLink]:
    """Yield the sets that the seat sells in the rest of the round, and a new set that it holds."""
    seat, events = line.seat, line.aftermath.events
    before = {each.cards for each in sale_options(_hand(line))}
    sold = [each for each in events if isinstance(each, TrioSold) and each.seat == seat]
    for sale in sold[isinstance(line.move, Sell) :]:
        yield RankedLink(USEFUL, SetSold(seat, stall_of(sale.cards), sale.cards, sale.profit))
    for option in sale_options(line.aftermath.hands[seat]):
        if option.cards not in before:
            ready = SetReady(seat, stall_of(option.cards), option.cards, option.profit)
            yield RankedLink(USEFUL, ready)
            return


def stall_of(cards: Cards) -> Stall:
    """Return the stall of a set's good, or the merchants' for three merchants."""
    return next((card.stall for card in cards if card is not Card.M), Stall.M)


def _hand(line: Line) -> Cards:
    return cards_in(line.game.table.hands[line.seat])


def _bid_cards(line: Line) -> Cards:
    return cards_in(line.game.table.bids[line.seat])
