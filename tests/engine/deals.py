"""Counts deals by brute force: every way to deal distinct cards to the hidden positions."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import sqrt

from byzanz.cards import DECK_SIZE, KINDS, MERCHANT, NO_CARD, parse_cards
from byzanz.dice import DICE_SIZE, seed_dice
from byzanz.engine.search.belief import UNKNOWN, HiddenCards
from byzanz.engine.search.sampling import sample_table
from byzanz.rules.actions import ACTIONS
from byzanz.rules.card_list import gain_card
from byzanz.rules.numbers import FIRST_HAND, PUT_BACK
from byzanz.rules.table import Table

Hand = tuple[int, ...]
Deal = tuple[Hand, Hand, Hand]
"""The hands of the two other seats, and the draw pile."""


def parse_belief(text: str) -> tuple[Table, HiddenCards]:
    """Parse a belief of seat 0 of three: `pile 2; unseen: C1 M; known 1: G1; shown 1: C1; trio 1`.

    `trio 1` means that seat 1 has a trio to sell, `no trio 1` that it has none.
    """
    table, hidden = Table(), HiddenCards()
    table.seat_count = 3
    table.drawn = DECK_SIZE
    for part in text.split(";"):
        name, _, cards = part.partition(":")
        kinds = [card.kind for card in parse_cards(cards)]
        match name.split():
            case ["pile", count]:
                table.drawn = DECK_SIZE - int(count)
            case ["unseen"]:
                hidden.unseen[: len(kinds)] = kinds
                hidden.unseen_count = len(kinds)
            case ["known", seat]:
                for kind in kinds:
                    gain_card(table, int(seat), kind)
            case ["shown", seat]:
                for kind in kinds:
                    hidden.shown[int(seat)][kind] += 1
            case ["trio", seat]:
                hidden.has_trio[int(seat)] = 1
            case ["no", "trio", seat]:
                hidden.has_trio[int(seat)] = 0
    for seat in (1, 2):
        hidden.counts[seat] = FIRST_HAND - sum(hidden.shown[seat])
    return table, hidden


def hand_of(table: Table, seat: int) -> Hand:
    return tuple(kind for kind in table.hands[seat] if kind != NO_CARD)


@cache
def has_trio(hand: Hand) -> bool:
    """Return whether any three of the cards make a set."""
    return any(
        len({kind // 4 for kind in three if kind != MERCHANT}) <= 1
        for three in combinations(hand, 3)
    )


def current_hand(dealt: list[int], seat: int, table: Table, hidden: HiddenCards) -> Hand | None:
    """Return the current hand of a seat that was dealt these cards; None if it is impossible."""
    held = [*hand_of(table, seat), *dealt]
    for kind, count in enumerate(hidden.shown[seat]):
        if dealt.count(kind) < count:
            return None
        for _ in range(count):
            held.remove(kind)
    hand = tuple(sorted(held))
    expected = hidden.has_trio[seat]
    return hand if expected == UNKNOWN or has_trio(hand) == expected else None


def split(cards: list[int], count: int) -> Iterator[tuple[list[int], list[int]]]:
    """Yield every way to choose `count` of some distinct cards: the chosen ones and the rest."""
    for indexes in combinations(range(len(cards)), count):
        chosen = set(indexes)
        yield (
            [cards[index] for index in indexes],
            [kind for index, kind in enumerate(cards) if index not in chosen],
        )


def others(viewer: int) -> tuple[int, ...]:
    """Return the two other seats of three."""
    return tuple(seat for seat in range(3) if seat != viewer)


def deal_counts(table: Table, hidden: HiddenCards, viewer: int = 0) -> Counter[Deal]:
    """Count the ways to deal distinct cards that lead to each deal."""
    seats = others(viewer)
    cards = [
        kind for seat in seats for kind in range(KINDS) for _ in range(hidden.shown[seat][kind])
    ]
    cards += hidden.unseen[: hidden.unseen_count]
    pile = DECK_SIZE - table.drawn
    assert len(cards) == 2 * FIRST_HAND + PUT_BACK[3] + pile
    counts: Counter[Deal] = Counter()
    for dealt, left in split(cards, FIRST_HAND):
        first = current_hand(dealt, seats[0], table, hidden)
        if first is None:
            continue
        for dealt_next, rest in split(left, FIRST_HAND):
            second = current_hand(dealt_next, seats[1], table, hidden)
            if second is not None:
                for drawn, ways in _piles(rest, pile).items():
                    counts[first, second, drawn] += ways
    return counts


def _piles(rest: list[int], count: int) -> Counter[Hand]:
    """Count the ways to draw each ordered pile of `count` cards from the rest."""
    piles: Counter[Hand] = Counter({(): 1})
    for _ in range(count):
        longer: Counter[Hand] = Counter()
        for drawn, ways in piles.items():
            for kind, left in (Counter(rest) - Counter(drawn)).items():
                longer[*drawn, kind] += ways * left
        piles = longer
    return piles


def sampled_counts(
    table: Table, hidden: HiddenCards, count: int, seed: int, viewer: int = 0
) -> Counter[Deal]:
    """Sample deals and count how often each occurs."""
    dice, out = [0] * DICE_SIZE, [0] * ACTIONS
    seed_dice(dice, seed, 0)
    first, second = others(viewer)
    counts: Counter[Deal] = Counter()
    sampled = table.copy()
    unseen = hidden.unseen[: hidden.unseen_count]
    for _ in range(count):
        for seat in (first, second):
            sampled.hands[seat] = table.hands[seat][:]
            sampled.hand_sizes[seat] = table.hand_sizes[seat]
            sampled.stall_counts[seat] = table.stall_counts[seat][:]
        hidden.unseen[: hidden.unseen_count] = unseen
        assert sample_table(sampled, hidden, dice, out)
        pile = tuple(sampled.deck[table.drawn :])
        counts[hand_of(sampled, first), hand_of(sampled, second), pile] += 1
    return counts


LEAST_EXPECTED = 8  # deals with a lower expected count share a cell of the test
CRITICAL_DEVIATION = 3.7  # standard deviations of a normal distribution, where p is 0.0001


def matches(seen: Counter[Deal], weights: Counter[Deal]) -> bool:
    """Return whether counts agree with weights by Pearson's chi-square test.

    Rare deals share one cell.
    """
    if not seen.keys() <= weights.keys():
        return False
    scale = seen.total() / weights.total()
    cells = []
    rare_seen, rare_expected = 0, 0.0
    for deal, weight in weights.items():
        if weight * scale >= LEAST_EXPECTED:
            cells.append((seen[deal], weight * scale))
        else:
            rare_seen += seen[deal]
            rare_expected += weight * scale
    if rare_expected:
        cells.append((rare_seen, rare_expected))
    distance = sum((count - expected) ** 2 / expected for count, expected in cells)
    return distance < _critical(len(cells) - 1)


def _critical(degrees_of_freedom: int) -> float:
    """Return the critical value of chi-square, by the approximation of Wilson and Hilferty."""
    part = 2 / (9 * degrees_of_freedom)
    return degrees_of_freedom * (1 - part + CRITICAL_DEVIATION * sqrt(part)) ** 3
