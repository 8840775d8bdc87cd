"""Chains of causes: the few facts that tell a decision's course from that of the best move."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

from byzanz.analysis.aftermath import Aftermath, played_on, solid_moves
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
from byzanz.analysis.grades import FROM
from byzanz.analysis.report import Grade, Verdict
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


class Course(NamedTuple):
    """A move from a position, and what followed."""

    game: Game  # before the move
    seat: int
    move: Move | None  # None: to sell nothing
    after: Aftermath


class Rated(NamedTuple):
    """A link that may be told; those with the lowest rank are, in the order that they came in."""

    rank: int
    link: Link


DIRECT, TELLING, USEFUL, SIDE = range(4)


def chain_of(game: Game, number: int, verdict: Verdict) -> Chain | None:
    """The chain of the decision that was the move of this number; None: too little to tell.

    Of a game that is not over it can't be told what came of a move.
    """
    if not game.is_over:
        return None
    before = game.at(number - 1)
    seat, move = game.moves[number - 1]
    played = Course(before, seat, move, played_on(before, game.moves[number - 1 :]))
    if verdict.cost < FROM[Grade.INACCURACY]:
        happened = _chosen(_gains(played, None), [])
        return Chain(happened, ()) if len(happened) >= LEAST_LINKS else None
    best = verdict.alternatives[0].move
    better = Course(before, seat, best, played_on(before, solid_moves(before, seat, best)))
    harms, gains = list(_harms(played, better)), list(_gains(better, played))
    happened, instead = _chosen(harms, gains), _chosen(gains, harms)
    is_told = min(len(happened), len(instead)) >= LEAST_LINKS
    return (
        Chain(happened, instead) if is_told and _bears_out(verdict.fault, played, better) else None
    )


def _bears_out(fault: Fault | None, played: Course, better: Course) -> bool:
    """Did what happened show the fault? A bid that others beat, say, has cost no card."""
    seat = played.seat
    match fault:
        case Fault.MISSED_FREE_LOT:
            return isinstance(_sold(better), LotGranted)
        case Fault.LET_GO:
            return _sold(better).seat == seat != _sold(played).seat
        case Fault.FED_RIVAL:
            assert isinstance(played.move, Give)
            return _taker(played, played.move.card.stall) not in (None, seat)
        case _:
            return not isinstance(played.move, Bid) or _sold(played).seat == seat


def _chosen(rated: Iterable[Rated], others: list[Rated]) -> tuple[Link, ...]:
    """The links that say most, without what is the same in the other course."""
    same = {each.link for each in others}
    news = list({each.link: each for each in rated if each.link not in same}.values())
    ranks = sorted(range(len(news)), key=lambda place: (news[place].rank, place))[:MOST_LINKS]
    return tuple(news[place].link for place in sorted(ranks))


def _harms(course: Course, better: Course) -> Iterator[Rated]:
    """What speaks against a course, in its order: what it broke, and what it made for others."""
    match course.move:
        case Bid() | Pass():
            yield from _auction(course)
            yield from _payment(course)
            yield from _lot_of_others(course)
        case Give(card):
            yield from _handed_over(course, (card,), is_direct=True)
            yield from _leaving(course, (card,), cards_in(course.game.table.lot))
        case Take(stall):
            yield from _market(course, stall)
            yield from _stall_left(course, better)
            yield from _gathered(course, stall)
        case Discard(card):
            yield Rated(DIRECT, Discards(course.seat, card))
            yield from _leaving(course, (card,))
        case Sell(cards):
            yield from _sale(course, cards)
            yield from _merchants(course, cards)
        case _:
            yield from _unsold(course, better)
    yield from _later(course)
    yield from _end(course)


def _gains(course: Course, other: Course | None) -> Iterator[Rated]:
    """What speaks for a course, in its order: what it kept, and what it made."""
    match course.move:
        case Bid() | Pass():
            yield from _auction(course)
        case Give(card):
            yield Rated(DIRECT, CardGoes(course.seat, card, _taker(course, card.stall)))
        case Take(stall):
            yield from _market(course, stall)
            yield from _gathered(course, stall)
        case Discard(card):
            yield Rated(DIRECT, Discards(course.seat, card))
        case Sell(cards):
            yield from _sale(course, cards)
        case _:
            pass
    if other is not None:
        yield from _kept(course, other)
    yield from _later(course)
    yield from _sets(course)
    yield from _end(course)


def _end(course: Course) -> Iterator[Rated]:
    if course.after.scores is not None:
        yield Rated(SIDE, EndsWith(course.seat, course.after.scores[course.seat]))


def _auction(course: Course) -> Iterator[Rated]:
    """Who got the running lot, and for what."""
    seat, after = course.seat, course.after
    won = _sold(course)
    if isinstance(won, LotGranted):
        yield Rated(DIRECT, GetsFree(won.seat, won.offer))
        return
    if won.seat == seat:
        yield Rated(DIRECT, Pays(seat, won.offer, won.bid_value, won.paid))
        return
    bidding = takewhile(lambda each: each is not won, after.events)
    own = [each for each in bidding if isinstance(each, BidLaid) and each.seat == seat]
    if own:
        cards = in_order(_laid(course) + tuple(card for each in own for card in each.cards))
        yield Rated(DIRECT, Bids(seat, won.offer, own[-1].bid_value, cards))
    kind = Spent if won.offer in after.spent else Buys
    yield Rated(DIRECT, kind(won.seat, won.offer, won.bid_value))


def _sold(course: Course) -> AuctionWon | LotGranted:
    """How the running auction ended."""
    events = course.after.events
    return next(each for each in events if isinstance(each, AuctionWon | LotGranted))


def _payment(course: Course) -> Iterator[Rated]:
    """What the seat parted with, if it won the lot."""
    won = _sold(course)
    if isinstance(won, AuctionWon) and won.seat == course.seat:
        yield from _leaving(course, won.paid)
        yield from _handed_over(course, won.paid)


def _lot_of_others(course: Course) -> Iterator[Rated]:
    """What the lot made for another who got it."""
    won = _sold(course)
    if won.seat != course.seat:
        yield from _sets_of_others(course, won.seat, cards_in(course.game.table.lot))


def _market(course: Course, stall: Stall) -> Iterator[Rated]:
    cards = stall_cards(course.game.table.market, stall.number)
    yield Rated(DIRECT, TakesStall(course.seat, stall, cards))


def _gathered(course: Course, stall: Stall) -> Iterator[Rated]:
    """What the cards of a stall come to with those in the hand."""
    taken = stall_cards(course.game.table.market, stall.number)
    cards = in_order([*taken, *[card for card in _hand(course) if card.stall is stall]])
    if len(cards) > len(taken):
        yield Rated(SIDE, Gathers(course.seat, stall, cards))


def _stall_left(course: Course, better: Course) -> Iterator[Rated]:
    """Who takes the better stall, and the set that it makes there."""
    taken = [each for each in course.after.events if isinstance(each, StallTaken)]
    for each in taken:
        is_left = isinstance(better.move, Take) and each.stall is better.move.stall
        if is_left and each.seat != course.seat:
            yield Rated(TELLING, TakesStall(each.seat, each.stall, each.cards))
            yield from _sets_of_others(course, each.seat, each.cards)


def _sale(course: Course, cards: Cards) -> Iterator[Rated]:
    sale = next(each for each in sale_options(_hand(course)) if each.cards == cards)
    yield Rated(DIRECT, SetSold(course.seat, stall_of(cards), cards, sale.profit))


def _merchants(course: Course, cards: Cards) -> Iterator[Rated]:
    count = cards.count(Card.M)
    if 0 < count < len(cards):
        yield Rated(TELLING, UsesMerchants(course.seat, count))
    yield from _leaving(course, cards)


def _unsold(course: Course, better: Course) -> Iterator[Rated]:
    """A set that was not sold though the game ends."""
    if isinstance(course.move, Done) and isinstance(better.move, Sell):
        cards = better.move.cards
        sale = next(each for each in sale_options(_hand(course)) if each.cards == cards)
        yield Rated(DIRECT, Unsold(course.seat, stall_of(cards), cards, sale.profit))


def _leaving(course: Course, cards: Cards, also: Cards = ()) -> Iterator[Rated]:
    """The sets and pairs that these cards leave."""
    held = _hand(course) + _laid(course) + also
    for stall in dict.fromkeys(card.stall for card in cards if card is not Card.M):
        had = sum(card.stall is stall for card in held)
        left = had - sum(card.stall is stall for card in cards)
        if isinstance(course.move, Sell):
            continue
        if had >= 3 > left:
            yield Rated(TELLING, BreaksSet(course.seat, stall))
        elif had == 2 > left:
            yield Rated(TELLING, BreaksPair(course.seat, stall))


def _handed_over(course: Course, cards: Cards, *, is_direct: bool = False) -> Iterator[Rated]:
    """Who takes a card that the seat paid or gave, and the set that it makes there."""
    found = []
    for card in sorted(dict.fromkeys(cards), key=lambda each: -each.face_value):
        taker = _taker(course, card.stall)
        sets: list[Rated] = []
        if taker is not None and taker != course.seat:
            sets = list(_sets_of_others(course, taker, (card,)))
        found.append((card, taker, sets))
    card, taker, sets = max(found, key=lambda each: len(each[2]))
    if is_direct or sets:
        yield Rated(DIRECT if is_direct else TELLING, CardGoes(course.seat, card, taker))
    yield from sets


def _taker(course: Course, stall: Stall) -> int | None:
    """Who takes a stall in the rest of the round."""
    taken = (each for each in course.after.events if isinstance(each, StallTaken))
    return next((each.seat for each in taken if each.stall is stall), None)


def _sets_of_others(course: Course, seat: int, cards: Cards) -> Iterator[Rated]:
    """The set that another seat makes with one of these cards: sold, or ready."""
    table = course.game.table
    had = Counter(cards_in(table.hands[seat]) + cards_in(table.bids[seat]))

    def is_made(trio: Cards) -> bool:
        return any(card in cards for card in Counter(trio) - had)

    for sale in course.after.sales:
        if sale.seat == seat and is_made(sale.cards):
            sold = SetSold(seat, stall_of(sale.cards), sale.cards, sale.profit)
            yield Rated(TELLING, sold)
            return
    for option in sale_options(course.after.hands[seat]):
        if is_made(option.cards):
            ready = SetReady(seat, stall_of(option.cards), option.cards, option.profit)
            yield Rated(TELLING, ready)
            return


def _kept(course: Course, other: Course) -> Iterator[Rated]:
    """What stays with the seat that the other move parts with."""
    lost, parted = _parted(other), _parted(course)
    merchants = lost.count(Card.M) - parted.count(Card.M)
    if merchants > 0:
        yield Rated(TELLING, KeepsMerchants(course.seat, merchants))
    lot = cards_in(course.game.table.lot) if isinstance(course.move, Give) else ()
    held = _hand(course) + lot
    for stall in dict.fromkeys(card.stall for card in lost if card is not Card.M):
        cards = in_order(card for card in held if card.stall is stall)
        if len(cards) > 1 and not any(card.stall is stall for card in parted):
            yield Rated(TELLING, Keeps(course.seat, stall, cards))


def _parted(course: Course) -> Cards:
    """The cards that leave the hand, or the lot, with the move."""
    match course.move:
        case Bid(cards) | Sell(cards):
            return cards
        case Give(card) | Discard(card):
            return (card,)
        case _:
            return ()


def _later(course: Course) -> Iterator[Rated]:
    """What else the seat gets in the rest of the round: another lot, and a stall."""
    seat = course.seat
    is_bidding = isinstance(course.move, Bid | Pass)
    events = course.after.events
    later = events[events.index(_sold(course)) + 1 :] if is_bidding else events
    for event in later:
        match event:
            case AuctionWon() if event.seat == seat:
                yield Rated(USEFUL, Wins(seat, event.offer, event.bid_value, event.paid))
            case LotGranted() if event.seat == seat:
                yield Rated(USEFUL, GetsFree(seat, event.offer))
            case CardGiven() if event.seat == seat and is_bidding and _is_last(course, event.offer):
                yield Rated(USEFUL, GetsFree(seat, event.offer))
            case StallTaken() if event.seat == seat and not isinstance(course.move, Take):
                yield Rated(SIDE, TakesStall(seat, event.stall, event.cards))
            case _:
                pass


def _is_last(course: Course, offer: int) -> bool:
    """R3.8: the last lot of a round goes to the last seat, which pays nothing."""
    return offer == OFFERS[course.game.seat_count][course.game.seat_count - 1]


def _sets(course: Course) -> Iterator[Rated]:
    """Sets that the seat sells in the rest of the round, or holds at its end and did not before."""
    seat, events = course.seat, course.after.events
    before = {each.cards for each in sale_options(_hand(course))}
    sold = [each for each in events if isinstance(each, TrioSold) and each.seat == seat]
    for sale in sold[isinstance(course.move, Sell) :]:
        yield Rated(USEFUL, SetSold(seat, stall_of(sale.cards), sale.cards, sale.profit))
    for option in sale_options(course.after.hands[seat]):
        if option.cards not in before:
            ready = SetReady(seat, stall_of(option.cards), option.cards, option.profit)
            yield Rated(USEFUL, ready)
            return


def stall_of(cards: Cards) -> Stall:
    """The stall of a set's goods, or of three merchants."""
    return next((card.stall for card in cards if card is not Card.M), Stall.M)


def _hand(course: Course) -> Cards:
    return cards_in(course.game.table.hands[course.seat])


def _laid(course: Course) -> Cards:
    return cards_in(course.game.table.bids[course.seat])
