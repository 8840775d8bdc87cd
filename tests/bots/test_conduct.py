"""How the bots carry themselves: whole games of mixed tables, and what each would never do."""

from collections import Counter
from collections.abc import Iterator

import pytest

from byzanz import Bid, Discard, Done, Game, Give, Move, Pass, Sell, Stall, Take
from byzanz.bots.beginner import MOST_OVERBID
from byzanz.bots.closing import closing_profit
from byzanz.bots.payment import JUMP
from byzanz.bots.roster import POLICIES, make_bot
from byzanz.bots.tuned import tuned_mind
from byzanz.bots.worth import CARD_STEP, POINT
from byzanz.cards import Card, Cards, total
from byzanz.game.phase import Phase
from byzanz.game.view import View
from tests.bots.positions import PLAYER_COUNTS
from tests.staging import position

MIND = tuned_mind(4)  # at the end all minds agree


def sets_of(cards: Cards) -> int:
    """What the sets in some cards make, in points."""
    return closing_profit(MIND, sum(CARD_STEP[card.kind] for card in cards)) // POINT


def without(cards: Cards, *gone: Card) -> Cards:
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


def answered(words: list[str], seed: int) -> Iterator[tuple[str, View, Move]]:
    """A game by these bots: who was asked, in which view, and the answer."""
    game = Game.new(len(words), seed=seed)
    bots = [make_bot(word, seed) for word in words]
    while game.turn is not None:
        seat = game.turn
        view, options = game.view(seat), game.options(seat)
        move = bots[seat].choose(view, options)
        assert game.may(seat, move), f"{words[seat]} plays {move}"
        yield words[seat], view, move
        game.play(seat, move)


MOST_ABOVE = {"greedy": 3, "beginner": MOST_OVERBID + 3}
"""How far above need a bid may go: the last of its lowest cards may be a four."""


def check_conduct(word: str, view: View, move: Move) -> None:
    hand = view.own.hand
    match move:
        case Bid(cards):
            above = total(cards) + view.seats[view.seat].bid_value - view.lot.beat - 1
            assert above <= MOST_ABOVE.get(word, JUMP)
        case Give(card) if word != "solid":  # who may well break a set for what it hopes for
            check_parting(hand + view.lot.cards, card, view.lot.cards)
        case Discard(card) if word != "solid" or view.draw_pile_count == 0:
            check_parting(hand, card, hand)
        case Sell(cards) if view.phase is Phase.CLOSE and word != "beginner":
            assert sets_of(hand) == sets_of(cards) + sets_of(without(hand, *cards))
        case Sell():
            assert word == "beginner" or view.phase in (Phase.REDUCE, Phase.CLOSE)
        case Done():
            pytest.fail("only a seat with a set to sell is asked")


def check_parting(cards: Cards, card: Card, choice: Cards) -> None:
    """No set is broken while another card could go."""
    kept = [sets_of(without(cards, other)) for other in choice]
    assert sets_of(without(cards, card)) == max(kept), f"{card} of {cards}"


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 20), marks=pytest.mark.slow)])
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_mixed_tables_play_whole_games(players, seeds):
    moves = Counter()
    for seed in seeds:
        words = [list(POLICIES)[(seat + seed) % 3] for seat in range(players)]
        for word, view, move in answered(words, seed):
            check_conduct(word, view, move)
            moves[word, type(move)] += 1
    for word in POLICIES:
        for kind in (Pass, Bid, Give, Take, Sell):
            assert moves[word, kind]


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_tables_with_searchers_play_whole_games(players):
    words = ["strong:30", "expert:60", "solid", "greedy", "beginner", "strong:8"][:players]
    for seed in range(3):
        for word, view, move in answered(words, seed):
            if word in POLICIES or view.phase in (Phase.BID, Phase.CLOSE):
                check_conduct(word, view, move)


def gain_of(view: View) -> int:
    """What the lot adds to the sets in the hand."""
    return sets_of(view.own.hand + view.lot.cards) - sets_of(view.own.hand)


def first_bids(word: str) -> Counter[str]:
    """How often a bot that has laid nothing bids more than it gains, or leaves a gain to others."""
    counts: Counter[str] = Counter()
    for seed in range(6):
        for _, view, move in answered([word] * 4, seed):
            if view.lot is not None and not view.seats[view.seat].bid:
                gain, beat = gain_of(view), view.lot.beat
                if isinstance(move, Bid):
                    counts["too high" if total(move.cards) > gain else "well"] += 1
                elif isinstance(move, Pass) and beat < gain and beat < total(view.own.hand):
                    counts["missed"] += 1
    return counts


def test_greedy_bids_what_it_sees():
    """It passes over a gain only when its lowest cards come out above the gain."""
    counts = first_bids("greedy")
    assert counts["too high"] == 0
    assert counts["well"] > 10 * counts["missed"]


def test_the_beginner_overbids_and_forgets_now_and_then():
    counts = first_bids("beginner")
    assert counts["well"] > counts["too high"] > 10
    assert counts["missed"] > 10


def test_only_the_beginner_sells_before_it_must():
    early = Counter()
    for seed in range(6):
        for word, view, move in answered(["beginner", "greedy", "solid"], seed):
            if isinstance(move, Sell) and view.phase in (Phase.BID, Phase.GIVE, Phase.TAKE):
                early[word] += 1
    assert early["beginner"] > 6
    assert set(early) == {"beginner"}


def result(words: list[str], seed: int, bot_seed: int) -> tuple[int, ...]:
    game = Game.new(len(words), seed=seed)
    bots = [make_bot(word, bot_seed) for word in words]
    while game.turn is not None:
        seat = game.turn
        game.play(seat, bots[seat].choose(game.view(seat), game.options(seat)))
    return game.scores


def test_games_are_reproducible():
    words = ["beginner", "solid", "greedy", "beginner"]
    results = [[result(words, deck, bots) for deck in range(2)] for bots in (1, 1, 2)]
    assert results[0] == results[1] != results[2]


FREE_LOT = (
    "players 3; phase bid; turn 2; opener 0; auction 0; round 7; passed 1 1 0; profits 20 20 20;"
    " hand 0: O1; hand 1: V1; hand 2: C1 G2 G4; lot: G1 G4 O2 S1 S2 W1"
)
"""The last lot of six: all others have passed, and C1 buys a set of grain."""

LAST_STALL = (
    "players 3; phase take; turn 2; takes 2; auction 3; offers 2 4 6; round 7;"
    " profits 20 20 20; hand 0: O1; hand 1: V1; hand 2: C4 C1 G1; market: C1 G1 M"
)
"""The last stall of the game: cloth completes a set of 4, and so does the merchant."""


@pytest.mark.parametrize("word", ["greedy", "solid"])
def test_nobody_leaves_a_gift(word):
    check_gifts(word)


@pytest.mark.slow
@pytest.mark.parametrize("word", ["strong", "expert:200"])
def test_no_searcher_leaves_a_gift(word):
    check_gifts(word)


def check_gifts(word: str) -> None:
    game = position(FREE_LOT)
    assert isinstance(make_bot(word).choose(game.view(2), game.options(2)), Bid)
    game = position(LAST_STALL)
    taken = make_bot(word).choose(game.view(2), game.options(2))
    assert taken in (Take(Stall.C), Take(Stall.M))


def test_even_the_beginner_takes_most():
    game = position(LAST_STALL.replace("market: C1 G1 M", "market: C1 G1 G2"))
    assert make_bot("beginner").choose(game.view(2), game.options(2)) == Take(Stall.G)
