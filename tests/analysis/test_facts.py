"""Every fact that a chain states is true: in the record, or in the play that solid bots go on with.

The checks read the events by themselves; nothing here asks the code that makes the chains.
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
from byzanz.analysis.chains import chain_of
from byzanz.analysis.grades import FROM
from byzanz.analysis.report import Findings, Grade
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
from tests.analysis.analysed import NAMES, Analysed, analysed

GRADED = 200  # decisions that are checked at least


class Story(NamedTuple):
    """A move, and all that followed it."""

    before: Game
    seat: int
    move: Move | None
    events: list[Event]  # to the end of the game, or of the round
    hands: list[Cards]  # when the round was over


def rest_of_round(events: Sequence[Event]) -> list[Event]:
    ends = [at for at, event in enumerate(events) if isinstance(event, RoundBegun)]
    return list(events[: ends[0]] if ends else events)


def as_played(game: Game, number: int) -> Story:
    before = game.at(number - 1)
    seat, move = game.moves[number - 1]
    return Story(before, seat, move, game.events[len(before.events) :], hands_after(game, number))


def hands_after(game: Game, number: int) -> list[Cards]:
    """Everybody's hand when the round of a move was over, or the game."""
    now = game.at(number - 1)
    start = now.view(None).round
    moves = iter(game.moves[number - 1 :])
    while not now.is_over and (now.view(None).round == start or now.phase is Phase.CLOSE):
        now.play(*next(moves))
    return [now.view(seat).own.hand for seat in range(game.seat_count)]


def as_solid_goes_on(game: Game, number: int, seat: int, best: Move | None) -> Story:
    before = game.at(number - 1)
    now, solid = before.copy(), make_bot("solid")
    start = before.view(None).round
    if best is not None:
        now.play(seat, best)
    while not now.is_over and (now.view(None).round == start or now.phase is Phase.CLOSE):
        now.play(now.turn, solid.choose(now.view(now.turn), now.options(now.turn)))
    hands = [now.view(each).own.hand for each in range(game.seat_count)]
    return Story(before, seat, best, now.events[len(before.events) :], hands)


def profit_of(cards: Cards) -> int:
    """R6: the highest card of a set is the profit, and three merchants make 5."""
    assert len(cards) == 3
    assert len({card.stall for card in cards if card is not Card.M}) <= 1
    return 5 if set(cards) == {Card.M} else max(card.face_value for card in cards)


def stall_of(cards: Cards) -> Stall:
    return next((card.stall for card in cards if card is not Card.M), Stall.M)


def has_all(hand: Cards, cards: Cards) -> bool:
    return not Counter(cards) - Counter(hand)


def held(story: Story) -> Cards:
    """All that the seat has a hold of before the move: its hand, its bid, the lot that it won."""
    view = story.before.view(story.seat)
    lot = view.lot.cards if isinstance(story.move, Give) and view.lot else ()
    return view.own.hand + view.seats[story.seat].bid + lot


def parted(story: Story) -> Cards:
    """What leaves by the move, or by the auction that a bid wins."""
    match story.move:
        case Give(card) | Discard(card):
            return (card,)
        case Sell(cards):
            return cards
        case Bid():
            won = first_sale(story)
            return won.paid if isinstance(won, AuctionWon) and won.seat == story.seat else ()
    return ()


def first_sale(story: Story) -> AuctionWon | LotGranted:
    return next(event for event in story.events if isinstance(event, AuctionWon | LotGranted))


def check(link: Link, story: Story, other: Story) -> None:  # noqa: PLR0915 - all kinds of links
    """Raise unless a link is true of a story; the other one is that of the other move."""
    now = rest_of_round(story.events)
    seat = link.seat
    match link:
        case Pays(_, offer, value, cards):
            assert seat == story.seat
            assert first_sale(story) == AuctionWon(seat, offer, cards, value)
            assert total(cards) == value
        case Wins(_, offer, value, cards):
            assert AuctionWon(seat, offer, cards, value) in now
            if isinstance(story.move, Bid | Pass):
                assert offer < first_sale(story).offer  # a later one
        case Bids(_, offer, value, cards):
            assert total(cards) == value
            assert first_sale(story).offer == offer
            assert first_sale(story).seat != seat
            laid = [event for event in now if isinstance(event, BidLaid) and event.seat == seat]
            assert value in {event.bid_value for event in laid}
        case Buys(_, offer, value) | Spent(_, offer, value):
            won = first_sale(story)
            assert isinstance(won, AuctionWon)
            assert (won.seat, won.offer, won.bid_value) == (seat, offer, value)
            assert seat != story.seat
            if isinstance(link, Spent):
                hand = story.before.view(seat).own.hand + story.before.view(None).seats[seat].bid
                left = Counter(hand) - Counter(won.paid)
                assert set(left) <= {Card.M}
        case GetsFree(_, offer):
            free = [event for event in now if isinstance(event, LotGranted | CardGiven)]
            assert any((event.seat, event.offer) == (seat, offer) for event in free)
            paid = [event.offer for event in now if isinstance(event, AuctionWon)]
            assert offer not in paid
        case CardGoes(_, card, taker):
            assert card in parted(story)
            taken = [event for event in now if isinstance(event, StallTaken)]
            takers = [event.seat for event in taken if event.stall is card.stall]
            assert takers == ([] if taker is None else [taker])
            assert taker is None or any(card in event.cards for event in taken)
        case TakesStall(_, stall, cards):
            assert StallTaken(seat, stall, cards) in now
        case SetSold(_, stall, cards, profit):
            assert any(
                isinstance(event, TrioSold) and (event.seat, event.cards) == (seat, cards)
                for event in story.events
            )
            assert (stall_of(cards), profit_of(cards)) == (stall, profit)
        case SetReady(_, stall, cards, profit):
            assert has_all(story.hands[seat], cards)
            assert (stall_of(cards), profit_of(cards)) == (stall, profit)
        case BreaksSet(_, stall) | BreaksPair(_, stall):
            had = sum(card.stall is stall for card in held(story))
            gone = sum(card.stall is stall for card in parted(story))
            assert gone > 0
            assert had - gone < 3 <= had if isinstance(link, BreaksSet) else had == 2
        case Keeps(_, stall, cards):
            assert {card.stall for card in cards} == {stall}
            assert len(cards) > 1
            assert has_all(held(story), cards)
            assert not any(card.stall is stall for card in parted_now(story))
            assert any(card.stall is stall for card in parted_now(other))
        case Gathers(_, stall, cards):
            taken = next(e for e in now if isinstance(e, StallTaken) and e.seat == seat)
            mine = [card for card in story.before.view(seat).own.hand if card.stall is stall]
            assert Counter(cards) == Counter([*taken.cards, *mine])
        case UsesMerchants(_, count):
            assert isinstance(story.move, Sell)
            assert story.move.cards.count(Card.M) == count
        case KeepsMerchants(_, count):
            assert parted_now(other).count(Card.M) - parted_now(story).count(Card.M) == count > 0
        case Discards(_, card):
            assert now[0] == CardDiscarded(seat, card)
        case Unsold(_, stall, cards, profit):
            assert has_all(story.before.view(seat).own.hand, cards)
            assert (stall_of(cards), profit_of(cards)) == (stall, profit)
            sold = [event for event in now if isinstance(event, TrioSold) and event.seat == seat]
            assert not any(event.cards == cards for event in sold)
        case EndsWith(_, profit):
            ended = next(event for event in now if isinstance(event, GameEnded))
            assert ended.scores[seat] == profit
        case _:
            assert_never(link)


def parted_now(story: Story) -> Cards:
    """What the move itself parts with."""
    return story.move.cards if isinstance(story.move, Bid) else parted(story)


def check_chain(game: Game, found: Findings) -> int:
    """Check all that a finding states; how many facts that are."""
    verdict, chain = found.verdict, found.chain
    assert verdict is not None
    assert chain is not None
    played = as_played(game, found.number)
    best = verdict.alternatives[0].move
    better = as_solid_goes_on(game, found.number, verdict.seat, best)
    for link in chain.happened:
        check(link, played, better)
    for link in chain.better:
        check(link, better, played)
    return len(chain.happened) + len(chain.better)


def graded(game: Analysed) -> list[Findings]:
    """The decisions that were worse than fine and are explained."""
    return [
        found
        for found in game.findings
        if found.verdict is not None
        and found.chain is not None
        and found.verdict.cost >= FROM[Grade.INACCURACY]
    ]


def good(game: Analysed) -> list[Findings]:
    explained = [found for found in game.findings if found.verdict and found.chain]
    return [found for found in explained if not found.chain.better]


def test_there_are_enough_of_them():
    checked = sum(len(graded(analysed(name))) + len(good(analysed(name))[::2]) for name in NAMES)
    assert checked >= GRADED
    assert sum(len(graded(analysed(name))) for name in NAMES) >= GRADED // 2


@pytest.mark.parametrize("name", NAMES)
def test_every_stated_fact_is_true(name):
    game = analysed(name)
    facts = [check_chain(game.game, found) for found in graded(game)]
    assert len(facts) >= 10


@pytest.mark.parametrize("name", NAMES)
def test_so_it_is_for_good_decisions(name):
    game = analysed(name)
    for found in good(game)[::2]:
        check_chain(game.game, found)


@pytest.mark.parametrize("name", NAMES)
def test_chains_are_short_and_say_two_different_things(name):
    for found in analysed(name).findings:
        if found.chain is not None:
            assert LEAST_LINKS <= len(found.chain.happened) <= MOST_LINKS
            assert not set(found.chain.happened) & set(found.chain.better)
            assert not found.chain.better or LEAST_LINKS <= len(found.chain.better) <= MOST_LINKS


@pytest.mark.parametrize("name", NAMES[:2])
def test_the_data_is_what_is_found_today(name):
    """Else run scripts/analysed_games.py."""
    game = analysed(name)
    for found in game.findings[1::7]:
        if found.verdict is not None:
            assert chain_of(game.game, found.number, found.verdict) == found.chain


def test_a_lie_is_caught():
    """A check that lets anything through would prove nothing."""
    game = analysed(NAMES[0])
    found = next(each for each in graded(game) if isinstance(each.chain.happened[0], Pays))
    story = as_played(game.game, found.number)
    pays = found.chain.happened[0]
    for lie in (
        Pays(pays.seat, pays.offer, pays.value + 1, pays.cards),
        TakesStall(pays.seat, Stall.C, (Card.C4, Card.C4, Card.C4)),
        SetSold(pays.seat, Stall.C, (Card.C4, Card.C4, Card.C3), 4),
        EndsWith(pays.seat, 99),
    ):
        with pytest.raises((AssertionError, StopIteration)):
            check(lie, story, story)
