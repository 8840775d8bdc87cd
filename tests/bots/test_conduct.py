"""Bots play whole games at mixed tables without the mistakes that they never make."""

from collections import Counter
from collections.abc import Iterator

import pytest

from byzanz import Bid, Discard, Done, Game, Give, Move, Pass, Sell, Stall, Take
from byzanz.bots.roster import POLICIES, make_bot
from byzanz.cards import Card, Cards, total
from byzanz.engine.evaluation.hand_value import PACKED_CARD, POINT
from byzanz.engine.evaluation.tuned import tuned_evaluation
from byzanz.engine.policies.beginner import MOST_OVERBID
from byzanz.engine.policies.closing_sales import closing_profit
from byzanz.engine.policies.payments import LARGEST_JUMP
from byzanz.game.phase import Phase
from byzanz.game.view import View
from tests.engine.positions import PLAYER_COUNTS
from tests.staging import position

EVALUATION = tuned_evaluation(4)  # at the end of a game, all evaluations are the same


def set_profit(cards: Cards) -> int:
    """Return the highest profit of the sets in some cards, in points."""
    return closing_profit(EVALUATION, sum(PACKED_CARD[card.kind] for card in cards)) // POINT


def without(cards: Cards, *removed: Card) -> Cards:
    rest = list(cards)
    for card in removed:
        rest.remove(card)
    return tuple(rest)


def decisions_of(bot_ids: list[str], seed: int) -> Iterator[tuple[str, View, Move]]:
    """Play a game of these bots, and yield the bot, its view and its move at each decision."""
    game = Game.new(len(bot_ids), seed=seed)
    bots = [make_bot(bot_id, seed) for bot_id in bot_ids]
    while game.turn is not None:
        seat = game.turn
        view, options = game.view(seat), game.options(seat)
        move = bots[seat].choose(view, options)
        assert game.may(seat, move), f"{bot_ids[seat]} plays {move}"
        yield bot_ids[seat], view, move
        game.play(seat, move)


MOST_ABOVE = {"greedy": 3, "beginner": MOST_OVERBID + 3}
"""Points by which a bid may be above the lowest sufficient one, whose last card may be a four."""


def check_conduct(bot_id: str, view: View, move: Move) -> None:
    hand = view.own.hand
    match move:
        case Bid(cards):
            above = total(cards) + view.seats[view.seat].bid_value - view.lot.beat - 1
            assert above <= MOST_ABOVE.get(bot_id, LARGEST_JUMP)
        case Give(card) if bot_id != "solid":  # solid may break a set for more expected value
            check_sets_kept(hand + view.lot.cards, card, view.lot.cards)
        case Discard(card) if bot_id != "solid" or view.draw_pile_count == 0:
            check_sets_kept(hand, card, hand)
        case Sell(cards) if view.phase is Phase.CLOSE and bot_id != "beginner":
            assert set_profit(hand) == set_profit(cards) + set_profit(without(hand, *cards))
        case Sell():
            assert bot_id == "beginner" or view.phase in (Phase.REDUCE, Phase.CLOSE)
        case Done():
            pytest.fail("only a seat with a set to sell is asked")


def check_sets_kept(cards: Cards, card: Card, choice: Cards) -> None:
    """Fail if another card of the choice would have left more profit in sets."""
    kept = [set_profit(without(cards, other)) for other in choice]
    assert set_profit(without(cards, card)) == max(kept), f"{card} of {cards}"


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 20), marks=pytest.mark.slow)])
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_mixed_tables_play_whole_games(players, seeds):
    moves = Counter()
    for seed in seeds:
        bot_ids = [list(POLICIES)[(seat + seed) % 3] for seat in range(players)]
        for bot_id, view, move in decisions_of(bot_ids, seed):
            check_conduct(bot_id, view, move)
            moves[bot_id, type(move)] += 1
    for bot_id in POLICIES:
        for move_type in (Pass, Bid, Give, Take, Sell):
            assert moves[bot_id, move_type]


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_tables_with_bots_that_search_play_whole_games(players):
    bot_ids = ["strong:30", "expert:60", "solid", "greedy", "beginner", "strong:8"][:players]
    for seed in range(3):
        for bot_id, view, move in decisions_of(bot_ids, seed):
            if bot_id in POLICIES or view.phase in (Phase.BID, Phase.CLOSE):
                check_conduct(bot_id, view, move)


def gain_of(view: View) -> int:
    """Return the profit that the lot adds to the sets in hand."""
    return set_profit(view.own.hand + view.lot.cards) - set_profit(view.own.hand)


def first_bids(bot_id: str) -> Counter[str]:
    """Count first bids above and within the gain of the lot, and passes that miss a gain."""
    counts: Counter[str] = Counter()
    for seed in range(6):
        for _, view, move in decisions_of([bot_id] * 4, seed):
            if view.lot is not None and not view.seats[view.seat].bid:
                gain, beat = gain_of(view), view.lot.beat
                if isinstance(move, Bid):
                    counts["too high" if total(move.cards) > gain else "well"] += 1
                elif isinstance(move, Pass) and beat < gain and beat < total(view.own.hand):
                    counts["missed"] += 1
    return counts


def test_greedy_bids_up_to_the_gain_of_the_lot():
    """It misses a gain only if the total of its lowest sufficient cards is above the gain."""
    counts = first_bids("greedy")
    assert counts["too high"] == 0
    assert counts["well"] > 10 * counts["missed"]


def test_the_beginner_sometimes_overbids_and_misses_gains():
    counts = first_bids("beginner")
    assert counts["well"] > counts["too high"] > 10
    assert counts["missed"] > 10


def test_only_the_beginner_sells_earlier_than_necessary():
    early = Counter()
    for seed in range(6):
        for bot_id, view, move in decisions_of(["beginner", "greedy", "solid"], seed):
            if isinstance(move, Sell) and view.phase in (Phase.BID, Phase.GIVE, Phase.TAKE):
                early[bot_id] += 1
    assert early["beginner"] > 6
    assert set(early) == {"beginner"}


def result(bot_ids: list[str], seed: int, bot_seed: int) -> tuple[int, ...]:
    game = Game.new(len(bot_ids), seed=seed)
    bots = [make_bot(bot_id, bot_seed) for bot_id in bot_ids]
    while game.turn is not None:
        seat = game.turn
        game.play(seat, bots[seat].choose(game.view(seat), game.options(seat)))
    return game.scores


def test_games_are_reproducible():
    bot_ids = ["beginner", "solid", "greedy", "beginner"]
    results = [[result(bot_ids, deck, bots) for deck in range(2)] for bots in (1, 1, 2)]
    assert results[0] == results[1] != results[2]


FREE_LOT = (
    "players 3; phase bid; turn 2; opener 0; auction 0; round 7; passed 1 1 0; profits 20 20 20;"
    " hand 0: O1; hand 1: V1; hand 2: C1 G2 G4; lot: G1 G4 O2 S1 S2 W1"
)
"""All others have passed, and with C1 the seat can buy a lot that completes a set of grain."""

LAST_STALL = (
    "players 3; phase take; turn 2; takes 2; auction 3; offers 2 4 6; round 7;"
    " profits 20 20 20; hand 0: O1; hand 1: V1; hand 2: C4 C1 G1; market: C1 G1 M"
)
"""The last turn of the game: cloth completes a set for 4 points, and so does the merchant."""


@pytest.mark.parametrize("bot_id", ["greedy", "solid"])
def test_no_policy_misses_an_obvious_gain(bot_id):
    check_obvious_gains(bot_id)


@pytest.mark.slow
@pytest.mark.parametrize("bot_id", ["strong", "expert:200"])
def test_no_search_misses_an_obvious_gain(bot_id):
    check_obvious_gains(bot_id)


def check_obvious_gains(bot_id: str) -> None:
    game = position(FREE_LOT)
    assert isinstance(make_bot(bot_id).choose(game.view(2), game.options(2)), Bid)
    game = position(LAST_STALL)
    taken = make_bot(bot_id).choose(game.view(2), game.options(2))
    assert taken in (Take(Stall.C), Take(Stall.M))


def test_the_beginner_takes_the_stall_with_most_cards():
    game = position(LAST_STALL.replace("market: C1 G1 M", "market: C1 G1 G2"))
    assert make_bot("beginner").choose(game.view(2), game.options(2)) == Take(Stall.G)
