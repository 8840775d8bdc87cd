"""Staging for tests: positions from one line of text, chosen deals, moves as text."""

import pytest

from byzanz.cards import (
    CARDS,
    COPIES,
    DECK_SIZE,
    KINDS,
    NO_CARD,
    STALLS,
    Card,
    cards_in,
    cards_of,
    in_order,
    parse_cards,
    total,
)
from byzanz.game.events import Event
from byzanz.game.game import Game
from byzanz.game.moves import parse_move
from byzanz.game.refusal import Refused
from byzanz.rules.numbers import FIRST_HAND, OFFERS, PUT_BACK
from byzanz.rules.table import NOBODY, Table

PHASES = ("bid", "give", "take", "reduce", "close", "over")


def all_cards() -> list[Card]:
    return [card for card, copies in zip(CARDS, COPIES, strict=True) for _ in range(copies)]


def interleave(cards: list[Card]) -> list[Card]:
    """Reorder cards so that equal ones are apart; the merchants come last."""
    goods = [card for card in cards if card is not Card.M]
    mixed = [card for start in range(7) for card in goods[start::7]]
    return mixed + [card for card in cards if card is Card.M]


def staged(players: int, hands: str = "", lots: str = "") -> Game:
    """A new game whose hands (`C1 S2 | V1`, by seat) and lots begin with these cards."""
    rest = all_cards()
    wanted_hands = [list(parse_cards(part)) for part in hands.split("|")] if hands else []
    wanted_hands += [[] for _ in range(players - len(wanted_hands))]
    wanted_lots = list(parse_cards(lots.replace("|", " ")))
    for card in [card for hand in wanted_hands for card in hand] + wanted_lots:
        rest.remove(card)
    rest = interleave(rest)
    deck = []
    for hand in wanted_hands:
        while len(hand) < FIRST_HAND:
            hand.append(rest.pop(0))
        deck += hand
    deck += [rest.pop(0) for _ in range(PUT_BACK[players])]
    return Game.new(players, deck=deck + wanted_lots + rest)


def play(game: Game, *lines: str) -> list[Event]:
    """Play moves such as `0 bid W1`; returns their events."""
    events: list[Event] = []
    for line in lines:
        seat, _, move = line.partition(" ")
        events += game.play(int(seat), parse_move(move))
    return events


def hand(game: Game, seat: int) -> str:
    """The cards of a hand as text."""
    return " ".join(cards_in(game.table.hands[seat]))


def market(game: Game) -> str:
    """The cards of the market as text."""
    return " ".join(cards_of(game.table.market))


def legal_moves(game: Game, seat: int) -> list[str]:
    """The legal moves of a seat as text."""
    return [str(move) for _, move in game.legal(seat)]


def refused(game: Game, line: str) -> Refused:
    """The refusal of a line such as `0 bid W1`."""
    with pytest.raises(Refused) as refusal:
        play(game, line)
    return refusal.value


def position(text: str) -> Game:
    """A game at a staged position, for example:

    `players 3; phase take; turn 1; hand 0: W3 W3 M; bid 1: C1; lot: G1 G2; market: C1;
    offers 6 4 2; profits 3 0 0; leader 1; opener 0; passed 0 1 0; auction 3; round 2; done 0 0 0`.
    The other cards fill the draw pile for the rest of the game; those left over are in the box.
    """
    parts = [part.strip() for part in text.split(";")]
    players = int(next(part.split()[1] for part in parts if part.startswith("players")))
    game = staged(players)
    table = Table()
    table.seat_count = players
    for part in parts:
        _set_field(table, part)
    _distribute_rest(table)
    game.table = table
    return game


def _set_field(table: Table, part: str) -> None:
    name, _, rest = part.partition(":") if ":" in part else part.partition(" ")
    key, _, seat = name.partition(" ")
    match key:
        case "players":
            pass
        case "phase":
            table.phase = PHASES.index(rest.strip())
        case "turn" | "leader" | "opener" | "auction" | "round" | "takes":
            setattr(table, key, int(rest))
        case "offers" | "profits" | "passed" | "done" | "profit_counts":
            for number, value in enumerate(rest.split()):
                getattr(table, key)[number] = int(value)
        case "hand":
            cards = in_order(parse_cards(rest))
            for index, card in enumerate(cards):
                table.hands[int(seat)][index] = card.kind
                table.stall_counts[int(seat)][card.stall.number] += 1
            table.hand_sizes[int(seat)] = len(cards)
        case "bid":
            for index, card in enumerate(parse_cards(rest)):
                table.bids[int(seat)][index] = card.kind
            table.bid_values[int(seat)] = total(parse_cards(rest))
        case "lot":
            for index, card in enumerate(in_order(parse_cards(rest))):
                table.lot[index] = card.kind
        case "market":
            for card in parse_cards(rest):
                table.market[card.kind] += 1
        case _:
            raise AssertionError(f"unknown part of a position: {part!r}")


def _distribute_rest(table: Table) -> None:
    """Put the cards that are nowhere yet into the draw pile and the box."""
    rest = [kind for kind in range(KINDS) for _ in range(COPIES[kind])]
    used = [kind for card_list in (*table.hands, *table.bids, table.lot) for kind in card_list]
    used += [kind for kind in range(KINDS) for _ in range(table.market[kind])]
    for kind in used:
        if kind != NO_CARD:
            rest.remove(kind)
    rest = [card.kind for card in interleave([CARDS[kind] for kind in rest])]
    needed = 0
    offers = OFFERS[table.seat_count]
    rounds = {3: 8, 4: 6, 5: 6, 6: 4}[table.seat_count]
    needed += sum(offers) * max(0, rounds - table.round - 1)
    if table.round < rounds:
        open_lot = table.lot[0] != NO_CARD
        needed += sum(offers[table.auction + open_lot :])
    pile = [rest.pop(0) for _ in range(needed)]
    for kind in rest:
        table.box[kind] += 1
    table.drawn = DECK_SIZE - needed
    table.deck[table.drawn :] = pile
    if table.phase == PHASES.index("over"):
        table.turn = NOBODY


def card_count(table: Table) -> list[int]:
    """All cards on the table by kind, except the cards put back."""
    counts = [sum(piles) for piles in zip(table.market, table.kept, table.box, strict=True)]
    for card_list in (*table.hands, *table.bids, table.lot, table.deck[table.drawn :]):
        for kind in card_list:
            if kind != NO_CARD:
                counts[kind] += 1
    return counts


def check_table(table: Table) -> None:
    """Assert the invariants of a table in a played game."""
    players = table.seat_count
    counts = card_count(table)
    first = FIRST_HAND * players
    for kind in table.deck[first : first + PUT_BACK[players]]:
        counts[kind] += 1
    assert tuple(counts) == COPIES, "no card is lost or duplicated"
    for seat in range(players):
        hand = [kind for kind in table.hands[seat] if kind != NO_CARD]
        assert hand == sorted(hand)
        assert table.hands[seat][: len(hand)] == hand
        assert table.hand_sizes[seat] == len(hand)
        assert table.stall_counts[seat] == [
            sum(kind // 4 == stall for kind in hand) for stall in range(STALLS)
        ]
        bid = [kind for kind in table.bids[seat] if kind != NO_CARD]
        assert table.bids[seat][: len(bid)] == bid
        assert table.bid_values[seat] == sum(kind % 4 + 1 for kind in bid)
        assert len(hand) + len(bid) <= 7 or (table.phase == 3 and seat == table.turn)
    assert sum(table.kept) == sum(table.profit_counts)
    assert sum(table.profits) == sum(
        count * (5 if kind == 24 else kind % 4 + 1) for kind, count in enumerate(table.kept)
    )
