"""The memory of seats and spectators."""

from byzanz import Card, parse_cards
from byzanz.cards import COPIES, cards_in
from byzanz.dice import DICE_SIZE, below, seed_dice
from byzanz.game.game import Game
from tests.staging import play, position, staged


def test_at_the_deal_only_one_hand_and_the_lot_are_known():
    game = staged(4, "C1 C2 G1 M", "S1 S2 V1 V1 W4")
    memory = game.memory(0)
    assert memory.seen_count == 9
    assert memory.seats[0].known == tuple(parse_cards("C1 C2 G1 M"))
    assert (memory.seats[1].known, memory.seats[1].unknown_count) == ((), 4)
    assert game.memory(None).seen_count == 5


def test_cards_that_are_laid_and_taken_back_are_known():
    game = staged(4, "C1 C2 G1 M | S3 S4")
    play(game, "0 pass", "1 bid S3")
    assert game.memory(0).seats[1].known == ()
    assert game.memory(0).seats[1].shown == (Card.S3,)
    assert game.memory(0).seats[1].unknown_count == 3
    play(game, "2 pass", "3 pass")
    lot = game.view(0).lot.cards
    play(game, f"1 give {lot[0]}")
    assert game.memory(0).seats[1].known == lot[1:]


def test_known_cards_are_assumed_to_be_played_first():
    game = staged(4, "C1 C2 G1 G2 | S3 S3 M", "G1 G2 O1 O2 S3")
    play(game, "0 pass", "1 bid S3", "2 pass", "3 pass", "1 give G1")
    assert Card.S3 in game.memory(0).seats[1].known
    play(game, "1 sell S3 S3 M")
    seat = game.memory(0).seats[1]
    assert seat.shown == (Card.S3, Card.S3, Card.M), "one S3 came with the lot, two were dealt"
    assert Card.S3 not in seat.known


def test_the_closing_sales_reveal_who_has_a_set():
    game = position(
        "players 3; phase take; turn 0; takes 2; auction 3; offers 6 4 2; round 7;"
        " hand 0: C1; hand 1: G1 G1 G1; hand 2: M M; market: V1"
    )
    assert [seat.has_trio for seat in game.memory(None).seats] == [None, None, None]
    play(game, "0 take V")
    assert [seat.has_trio for seat in game.memory(None).seats] == [False, True, False]
    play(game, "1 done")
    assert [seat.has_trio for seat in game.memory(None).seats] == [False, True, False]


def test_memory_agrees_with_the_truth_in_whole_games():
    dice = [0] * DICE_SIZE
    for seed in range(12):
        game = Game.new(3 + seed % 4, seed=seed)
        seed_dice(dice, seed, 5)
        while not game.is_over:
            pairs = game.legal()
            game.play(*pairs[below(dice, len(pairs))])
            for viewer in (None, 0, 1):
                memory = game.memory(viewer)
                assert all(seen <= copies for seen, copies in zip(memory.seen, COPIES, strict=True))
                assert memory.seen_count == sum(memory.seen)
                for seat, seat_memory in enumerate(memory.seats):
                    hand = list(cards_in(game.table.hands[seat]))
                    assert len(seat_memory.known) + seat_memory.unknown_count == len(hand)
                    for card in seat_memory.known:
                        hand.remove(card)
                    assert seat_memory.profit == game.scores[seat]
