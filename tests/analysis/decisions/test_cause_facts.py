"""Every fact of a chain is true, in the recorded game or in the line that solid bots play.

The checks read the events themselves and use none of the code that makes the chains.
"""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, assert_never

import pytest

from byzanz import Game
from byzanz.analysis.causes import (
    LEAST_LINKS,
    MOST_LINKS,
    Bids,
    BreaksPair,
    BreaksSet,
    Buys,
    CardGoes,
    Discards,
    EndsWith,
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
from byzanz.analysis.decisions.cause_chains import chain_of
from byzanz.analysis.decisions.grades import LEAST_COST
from byzanz.analysis.findings import Findings, Grade
from byzanz.bots.roster import make_bot
from byzanz.cards import Card, Cards, Stall, total
from byzanz.game.events import (
    AuctionWon,
    BidLaid,
    CardDiscarded,
    CardGiven,
    Event,
    GameEnded,
    LotGranted,
    RoundBegun,
    StallTaken,
    TrioSold,
)
from byzanz.game.moves import Bid, Discard, Give, Move, Pass, Sell
from byzanz.game.phase import Phase
from tests.analysis.analysed import NAMES, AnalysedGame, analysed

LEAST_CHECKED = 200  # number of decisions with checked facts


class PlayedLine(NamedTuple):
    """A move, and the events that followed it."""

    before: Game
    seat: int
    move: Move | None
    events: list[Event]  # until the end of the game or of the round
    hands: list[Cards]  # hand of each seat at the end of the round


def rest_of_round(events: Sequence[Event]) -> list[Event]:
    ends = [at for at, event in enumerate(events) if isinstance(event, RoundBegun)]
    return list(events[: ends[0]] if ends else events)


def played_line(game: Game, number: int) -> PlayedLine:
    before = game.at(number - 1)
    seat, move = game.moves[number - 1]
    return PlayedLine(
        before, seat, move, game.events[len(before.events) :], hands_after(game, number)
    )


def hands_after(game: Game, number: int) -> list[Cards]:
    """Return the hands at the end of the round of a move, or of the game."""
    now = game.at(number - 1)
    start = now.view(None).round
    moves = iter(game.moves[number - 1 :])
    while not now.is_over and (now.view(None).round == start or now.phase is Phase.CLOSE):
        now.play(*next(moves))
    return [now.view(seat).own.hand for seat in range(game.seat_count)]


def solid_line(game: Game, number: int, seat: int, best: Move | None) -> PlayedLine:
    before = game.at(number - 1)
    now, solid = before.copy(), make_bot("solid")
    start = before.view(None).round
    if best is not None:
        now.play(seat, best)
    while not now.is_over and (now.view(None).round == start or now.phase is Phase.CLOSE):
        now.play(now.turn, solid.choose(now.view(now.turn), now.options(now.turn)))
    hands = [now.view(each).own.hand for each in range(game.seat_count)]
    return PlayedLine(before, seat, best, now.events[len(before.events) :], hands)


def profit_of(cards: Cards) -> int:
    """R5.2 to R5.4: the highest card of a set is the profit, and three merchants make 5."""
    assert len(cards) == 3
    assert len({card.stall for card in cards if card is not Card.M}) <= 1
    return 5 if set(cards) == {Card.M} else max(card.face_value for card in cards)


def stall_of(cards: Cards) -> Stall:
    return next((card.stall for card in cards if card is not Card.M), Stall.M)


def holds(hand: Cards, cards: Cards) -> bool:
    return not Counter(cards) - Counter(hand)


def held(line: PlayedLine) -> Cards:
    """Return the cards of the seat before the move: its hand, its bid and a lot that it won."""
    view = line.before.view(line.seat)
    lot = view.lot.cards if isinstance(line.move, Give) and view.lot else ()
    return view.own.hand + view.seats[line.seat].bid + lot


def cards_leaving(line: PlayedLine) -> Cards:
    """Return the cards that leave the seat by the move, or by the auction that its bid wins."""
    match line.move:
        case Give(card) | Discard(card):
            return (card,)
        case Sell(cards):
            return cards
        case Bid():
            won = first_sale(line)
            return won.paid if isinstance(won, AuctionWon) and won.seat == line.seat else ()
    return ()


def first_sale(line: PlayedLine) -> AuctionWon | LotGranted:
    return next(event for event in line.events if isinstance(event, AuctionWon | LotGranted))


def check(link: Link, line: PlayedLine, other: PlayedLine) -> None:
    """Fail unless a link is true of a line.

    `other` is the line of the best move if `line` was played, and the played line otherwise.
    """
    match link:
        case Pays() | Wins() | Bids() | Buys() | Spent() | GetsFree():
            check_auction(link, line)
        case SetSold() | SetReady() | Unsold() | EndsWith():
            check_sale(link, line)
        case UsesMerchants() | Keeps() | KeepsMerchants():
            check_kept_cards(link, line, other)
        case CardGoes() | TakesStall() | BreaksSet() | BreaksPair() | Gathers() | Discards():
            check_moved_cards(link, line)
        case _:
            assert_never(link)


def check_auction(link: Pays | Wins | Bids | Buys | Spent | GetsFree, line: PlayedLine) -> None:
    """Fail unless a link about the sale of a lot is true."""
    now = rest_of_round(line.events)
    seat = link.seat
    match link:
        case Pays(_, offer, value, cards):
            assert seat == line.seat
            assert first_sale(line) == AuctionWon(seat, offer, cards, value)
            assert total(cards) == value
        case Wins(_, offer, value, cards):
            assert AuctionWon(seat, offer, cards, value) in now
            if isinstance(line.move, Bid | Pass):
                assert offer < first_sale(line).offer  # later offers have lower numbers
        case Bids(_, offer, value, cards):
            assert total(cards) == value
            assert first_sale(line).offer == offer
            assert first_sale(line).seat != seat
            laid = [event for event in now if isinstance(event, BidLaid) and event.seat == seat]
            assert value in {event.bid_value for event in laid}
        case Buys(_, offer, value) | Spent(_, offer, value):
            won = first_sale(line)
            assert isinstance(won, AuctionWon)
            assert (won.seat, won.offer, won.bid_value) == (seat, offer, value)
            assert seat != line.seat
            if isinstance(link, Spent):
                hand = line.before.view(seat).own.hand + line.before.view(None).seats[seat].bid
                left = Counter(hand) - Counter(won.paid)
                assert set(left) <= {Card.M}
        case GetsFree(_, offer):
            free = [event for event in now if isinstance(event, LotGranted | CardGiven)]
            assert any((event.seat, event.offer) == (seat, offer) for event in free)
            paid = [event.offer for event in now if isinstance(event, AuctionWon)]
            assert offer not in paid
        case _:
            assert_never(link)


def check_sale(link: SetSold | SetReady | Unsold | EndsWith, line: PlayedLine) -> None:
    """Fail unless a link about sets and profit is true."""
    now = rest_of_round(line.events)
    seat = link.seat
    match link:
        case SetSold(_, stall, cards, profit):
            assert any(
                isinstance(event, TrioSold) and (event.seat, event.cards) == (seat, cards)
                for event in line.events
            )
            assert (stall_of(cards), profit_of(cards)) == (stall, profit)
        case SetReady(_, stall, cards, profit):
            assert holds(line.hands[seat], cards)
            assert (stall_of(cards), profit_of(cards)) == (stall, profit)
        case Unsold(_, stall, cards, profit):
            assert holds(line.before.view(seat).own.hand, cards)
            assert (stall_of(cards), profit_of(cards)) == (stall, profit)
            sold = [event for event in now if isinstance(event, TrioSold) and event.seat == seat]
            assert not any(event.cards == cards for event in sold)
        case EndsWith(_, profit):
            ended = next(event for event in now if isinstance(event, GameEnded))
            assert ended.scores[seat] == profit
        case _:
            assert_never(link)


def check_kept_cards(
    link: UsesMerchants | Keeps | KeepsMerchants, line: PlayedLine, other: PlayedLine
) -> None:
    """Fail unless a link about cards that one of two moves keeps is true."""
    match link:
        case Keeps(_, stall, cards):
            assert {card.stall for card in cards} == {stall}
            assert len(cards) > 1
            assert holds(held(line), cards)
            assert not any(card.stall is stall for card in moved_cards(line))
            assert any(card.stall is stall for card in moved_cards(other))
        case UsesMerchants(_, count):
            assert isinstance(line.move, Sell)
            assert line.move.cards.count(Card.M) == count
        case KeepsMerchants(_, count):
            assert moved_cards(other).count(Card.M) - moved_cards(line).count(Card.M) == count > 0
        case _:
            assert_never(link)


def check_moved_cards(
    link: CardGoes | TakesStall | BreaksSet | BreaksPair | Gathers | Discards, line: PlayedLine
) -> None:
    """Fail unless a link about cards that go from or to a hand is true."""
    now = rest_of_round(line.events)
    seat = link.seat
    match link:
        case CardGoes(_, card, taker):
            assert card in cards_leaving(line)
            taken = [event for event in now if isinstance(event, StallTaken)]
            takers = [event.seat for event in taken if event.stall is card.stall]
            assert takers == ([] if taker is None else [taker])
            assert taker is None or any(card in event.cards for event in taken)
        case TakesStall(_, stall, cards):
            assert StallTaken(seat, stall, cards) in now
        case BreaksSet(_, stall) | BreaksPair(_, stall):
            had = sum(card.stall is stall for card in held(line))
            leaving = sum(card.stall is stall for card in cards_leaving(line))
            assert leaving > 0
            assert had - leaving < 3 <= had if isinstance(link, BreaksSet) else had == 2
        case Gathers(_, stall, cards):
            taken = next(e for e in now if isinstance(e, StallTaken) and e.seat == seat)
            mine = [card for card in line.before.view(seat).own.hand if card.stall is stall]
            assert Counter(cards) == Counter([*taken.cards, *mine])
        case Discards(_, card):
            assert now[0] == CardDiscarded(seat, card)
        case _:
            assert_never(link)


def moved_cards(line: PlayedLine) -> Cards:
    """Return the cards that leave the hand or the lot by the move itself."""
    return line.move.cards if isinstance(line.move, Bid) else cards_leaving(line)


def check_chain(game: Game, found: Findings) -> int:
    """Check all facts of a chain, and return their number."""
    verdict, chain = found.verdict, found.chain
    assert verdict is not None
    assert chain is not None
    played = played_line(game, found.number)
    best = verdict.alternatives[0].move
    better = solid_line(game, found.number, verdict.seat, best)
    for link in chain.happened:
        check(link, played, better)
    for link in chain.better:
        check(link, better, played)
    return len(chain.happened) + len(chain.better)


def explained_mistakes(game: AnalysedGame) -> list[Findings]:
    """Return the decisions with a chain that were an inaccuracy or worse."""
    return [
        found
        for found in game.findings
        if found.verdict is not None
        and found.chain is not None
        and found.verdict.cost >= LEAST_COST[Grade.INACCURACY]
    ]


def explained_good_moves(game: AnalysedGame) -> list[Findings]:
    explained = [found for found in game.findings if found.verdict and found.chain]
    return [found for found in explained if not found.chain.better]


def test_enough_decisions_are_checked():
    checked = sum(
        len(explained_mistakes(analysed(name))) + len(explained_good_moves(analysed(name))[::2])
        for name in NAMES
    )
    assert checked >= LEAST_CHECKED
    assert sum(len(explained_mistakes(analysed(name))) for name in NAMES) >= LEAST_CHECKED // 2


@pytest.mark.parametrize("name", NAMES)
def test_every_fact_about_a_mistake_is_true(name):
    game = analysed(name)
    facts = [check_chain(game.game, found) for found in explained_mistakes(game)]
    assert len(facts) >= 10


@pytest.mark.parametrize("name", NAMES)
def test_every_fact_about_a_good_move_is_true(name):
    game = analysed(name)
    for found in explained_good_moves(game)[::2]:
        check_chain(game.game, found)


@pytest.mark.parametrize("name", NAMES)
def test_chains_are_short_and_their_halves_differ(name):
    for found in analysed(name).findings:
        if found.chain is not None:
            assert LEAST_LINKS <= len(found.chain.happened) <= MOST_LINKS
            assert not set(found.chain.happened) & set(found.chain.better)
            assert not found.chain.better or LEAST_LINKS <= len(found.chain.better) <= MOST_LINKS


@pytest.mark.parametrize("name", NAMES[:2])
def test_the_stored_chains_are_up_to_date(name):
    """If this fails, run scripts/analysed_games.py."""
    game = analysed(name)
    for found in game.findings[1::7]:
        if found.verdict is not None:
            assert chain_of(game.game, found.number, found.verdict) == found.chain


def test_the_check_fails_for_a_false_fact():
    game = analysed(NAMES[0])
    found = next(
        each for each in explained_mistakes(game) if isinstance(each.chain.happened[0], Pays)
    )
    line = played_line(game.game, found.number)
    pays = found.chain.happened[0]
    for false in (
        Pays(pays.seat, pays.offer, pays.value + 1, pays.cards),
        TakesStall(pays.seat, Stall.C, (Card.C4, Card.C4, Card.C4)),
        SetSold(pays.seat, Stall.C, (Card.C4, Card.C4, Card.C3), 4),
        EndsWith(pays.seat, 99),
    ):
        with pytest.raises((AssertionError, StopIteration)):
            check(false, line, line)
