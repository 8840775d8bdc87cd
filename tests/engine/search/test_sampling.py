"""Sampled tables are uniform over all deals that are consistent with the belief."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations

import pytest

from byzanz import Card, Game
from byzanz.cards import COPIES, DECK_SIZE, KINDS, NO_CARD, STALLS
from byzanz.dice import DICE_SIZE, seed_dice
from byzanz.engine.search.belief import HiddenCards, hidden_cards, known_table
from byzanz.engine.search.sampling import sample_table
from byzanz.game.phase import Phase
from byzanz.game.refusal import Refused
from byzanz.game.view import View
from byzanz.rules.actions import ACTIONS
from byzanz.rules.numbers import FIRST_HAND, PUT_BACK
from byzanz.rules.sale import has_trio
from byzanz.rules.table import Table
from tests.engine.deals import (
    Deal,
    current_hand,
    deal_counts,
    matches,
    others,
    parse_belief,
    sampled_counts,
)
from tests.engine.positions import PLAYER_COUNTS, played, played_hiding_first_hand
from tests.secrecy.worlds import hidden_positions, replayed
from tests.staging import play, staged

SAMPLES = 8000

QUICK_CASES = {
    "one kind shown by both": (
        "unseen: C1 C1 C1 G1 G1 O2 O2 M M; shown 1: C1 C1; shown 2: C1; known 1: G1; known 2: V1"
    ),
    "many equal cards shown": (
        "unseen: C1 C1 C2 C2 M M M; shown 1: C1 C1 C2; shown 2: C1 C1; known 1: W1 W2"
    ),
}
SLOW_CASES = {
    "nothing shown": "unseen: C1 C1 G1 G1 G1 O2 O2 S4 W1 W2 M M",
    "merchants shown": "unseen: M M M M M G1 G1 G2 G3; shown 1: M; shown 2: M M",
    "two cards in the pile": (
        "pile 2; unseen: C1 C1 G1 G1 G2 M M M; shown 1: C1 C1 M; shown 2: G1 G1 M"
    ),
    "one has a set, one has none": (
        "unseen: C1 C1 C2 G1 G1 O2 M M; shown 1: C1 G1; shown 2: C1 M;"
        " known 1: C3 G2 V1; known 2: G2 G3; trio 1; no trio 2"
    ),
    "both have a set": (
        "unseen: C1 C1 G1 G1 M M O1 O2 W1; shown 1: C1; shown 2: G1 M;"
        " known 1: C2; known 2: G4 O1; trio 1; trio 2"
    ),
}
CASES = QUICK_CASES | SLOW_CASES
QUICK = [pytest.param(text, id=name) for name, text in QUICK_CASES.items()]
SLOW = [pytest.param(text, id=name, marks=pytest.mark.slow) for name, text in SLOW_CASES.items()]


@cache
def weights_of(text: str) -> Counter[Deal]:
    return deal_counts(*parse_belief(text))


@pytest.mark.parametrize("text", QUICK + SLOW)
def test_every_deal_is_as_likely_as_it_should_be(text):
    assert len(weights_of(text)) > 12
    assert matches(sampled_counts(*parse_belief(text), SAMPLES, 1), weights_of(text))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("text", CASES.values(), ids=CASES)
def test_every_deal_is_as_likely_as_it_should_be_in_many_samples(text, seed):
    seen = sampled_counts(*parse_belief(text), 100_000, 10 + seed)
    assert matches(seen, weights_of(text))


def naive_counts(text: str, count: int) -> Counter[Deal]:
    """Sample without the rejection step.

    The shown cards are taken as dealt, and all others are dealt at random.
    """
    table, hidden = parse_belief(text)
    hidden.shown = [[0] * KINDS for _ in hidden.shown]
    return sampled_counts(table, hidden, count, 1)


@pytest.mark.parametrize("text", QUICK + [case for case in SLOW if "shown 1" in case.values[0]])
def test_sampling_without_rejection_is_not_uniform(text):
    assert not matches(naive_counts(text, 5000), weights_of(text))


@pytest.mark.slow
def test_sampling_that_ignores_the_closing_sales_is_not_uniform():
    text = CASES["one has a set, one has none"]
    table, hidden = parse_belief(text)
    hidden.has_trio = HiddenCards().has_trio
    assert not matches(sampled_counts(table, hidden, 2000, 1), weights_of(text))


def hiding_game(seed: int, phase: Phase) -> Game:
    """Return a game of `played_hiding_first_hand` for three, at its last decision of a phase."""
    return [game.copy() for game in played_hiding_first_hand(3, seed) if game.phase is phase][-1]


LATE_POSITIONS = [(24, Phase.CLOSE, 0), (26, Phase.CLOSE, 0), (27, Phase.REDUCE, 2)]


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "phase", "viewer"), LATE_POSITIONS)
def test_samples_of_late_positions_are_uniform(seed, phase, viewer):
    view = hiding_game(seed, phase).view(viewer)
    table, hidden = known_table(view), hidden_cards(view)
    unseen = hidden.unseen[: hidden.unseen_count]
    assert any(hidden.shown[seat][kind] for seat in others(viewer) for kind in unseen)
    weights = deal_counts(table, hidden, viewer)
    assert len(weights) > 12
    assert matches(sampled_counts(table, hidden, SAMPLES, 1, viewer), weights)


def is_counted(game: Game, viewer: int, deck: tuple[Card, ...]) -> bool:
    """Return whether brute force counts this deck as possible for a viewer."""
    view = game.view(viewer)
    table, hidden = known_table(view), hidden_cards(view)
    hands = [[card.kind for card in deck[4 * seat : 4 * seat + 4]] for seat in range(3)]
    return all(
        current_hand(hands[seat], seat, table, hidden) is not None for seat in others(viewer)
    )


def is_replayed(game: Game, viewer: int, deck: tuple[Card, ...]) -> bool:
    """Return whether a replay with this deck shows a viewer the same events."""
    try:
        again = replayed(game.names, deck, game.moves)
    except Refused:
        return False
    return again.events_for(viewer) == game.events_for(viewer)


def decks(game: Game, positions: tuple[int, ...]) -> Iterator[tuple[Card, ...]]:
    """Yield the deck with the cards at some positions in every order, each order once."""
    for cards in set(permutations(game.deck[position] for position in positions)):
        deck = list(game.deck)
        for position, card in zip(positions, cards, strict=True):
            deck[position] = card
        yield tuple(deck)


def check_brute_force(game: Game, viewer: int, positions: tuple[int, ...]) -> None:
    answers = Counter()
    for deck in decks(game, positions):
        is_possible = is_replayed(game, viewer, deck)
        assert is_possible == is_counted(game, viewer, deck)
        answers[is_possible] += 1
    assert min(answers[True], answers[False]) > 3, "both answers occur"


def test_brute_force_counts_the_decks_that_can_be_replayed():
    game = staged(3, "G1 G2 O1 O2 | C1 C1 S2 M | C1 C2 V1 V2", "G3 G3 O3 S1 S3 W1")
    play(game, "0 pass", "1 bid C1", "2 bid C2", "1 bid C1 S2", "2 pass", "1 give W1")
    check_brute_force(game, 0, (4, 5, 6, 8, 9, 12, DECK_SIZE - 1))


@pytest.mark.slow
@pytest.mark.parametrize("seed", [24, 28, 45])
def test_brute_force_uses_the_facts_that_closing_sales_reveal(seed):
    game = hiding_game(seed, Phase.CLOSE)
    unknown = [position for position in hidden_positions(game, 0) if position < FIRST_HAND * 3]
    check_brute_force(game, 0, (*unknown[:2], 12, 13, 14))


def sampled(view: View, seed: int) -> Table:
    """Return one sampled table for the seat of a view."""
    table, dice = known_table(view), [0] * DICE_SIZE
    seed_dice(dice, seed, 0)
    assert sample_table(table, hidden_cards(view), dice, [0] * ACTIONS)
    return table


def check_sample(game: Game, viewer: int, seed: int) -> None:
    view = game.view(viewer)
    table = sampled(view, seed)
    players = game.seat_count
    assert table.hand_sizes[:players] == [seat.hand_count for seat in view.seats]
    assert table.hands[viewer] == game.table.hands[viewer]
    assert table.deck.count(NO_CARD) == table.drawn - PUT_BACK[players]
    put_back = table.deck[FIRST_HAND * players :][: PUT_BACK[players]]
    dealt = Counter([*put_back, *table.deck[table.drawn :]])
    for seat, memory in enumerate(view.memory.seats):
        held = Counter(kind for kind in table.hands[seat] if kind != NO_CARD)
        known_cards = Counter(card.kind for card in memory.known)
        assert known_cards <= held
        dealt += held - known_cards
        counts = [sum(held[kind] for kind in held if kind // 4 == stall) for stall in range(STALLS)]
        assert table.stall_counts[seat] == counts
        if memory.has_trio is not None:
            assert has_trio(table, seat) == memory.has_trio
    seen = Counter(dict(enumerate(view.memory.seen)))
    assert dealt + seen == Counter(dict(enumerate(COPIES)))


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("play_game", [played, played_hiding_first_hand])
def test_samples_are_consistent_with_the_belief(play_game, players):
    for number, game in enumerate(play_game(players, players)):
        if number % 4 == 0 or game.phase is Phase.CLOSE:
            check_sample(game, number % players, number)


def test_the_true_hands_are_sampled_too():
    """In closing sales with few hidden cards, the true hands are among the first samples."""
    game = hiding_game(25, Phase.CLOSE)
    view = game.view(0)
    assert any(sampled(view, seed).hands == game.table.hands for seed in range(500))


@pytest.mark.parametrize(
    "text",
    [
        "unseen: C1 G1 O1 S1 V1 W1 C2 G2; shown 1: C1 G1; shown 2: O1 S1; trio 1",
        "unseen: M M M M M M M M; shown 1: M M; shown 2: M M; known 2: M; no trio 2",
    ],
)
def test_a_contradictory_belief_has_no_sample(text, monkeypatch):
    monkeypatch.setattr("byzanz.engine.search.sampling.MOST_TRIES", 50)
    table, hidden = parse_belief(text)
    dice = [0] * DICE_SIZE
    seed_dice(dice, 1, 0)
    assert not sample_table(table, hidden, dice, [0] * ACTIONS)
