"""Games that continue from a table, with what one seat knows of it."""

import pytest

from byzanz.cards import DECK_SIZE, cards_in
from byzanz.dice import DICE_SIZE, below, seed_dice
from byzanz.game.game import Game
from byzanz.game.memory import PublicMemory
from byzanz.game.moves import Pass
from byzanz.game.phase import Phase
from byzanz.game.refusal import Refused
from tests.staging import play, position, staged


def resumed(game: Game, seat: int) -> Game:
    """The same position without its history, and with the memory of one seat."""
    view, chronicle = game.view(seat), game.chronicle.copy()
    chronicle.memory = PublicMemory.recalled(
        view.memory, seat, hand=view.own.hand, is_done=[each.is_done for each in view.seats]
    )
    return Game.resumed(game.names, game.table.copy(), chronicle, game.decision)


def play_at_random(game: Game, seed: int, count: int = 1000) -> None:
    dice = [0] * DICE_SIZE
    seed_dice(dice, seed, 7)
    while not game.is_over and len(game.moves) < count:
        moves = game.legal()
        game.play(*moves[below(dice, len(moves))])


def positions():
    """Positions of all phases and numbers of players, some with done seats."""
    for seed in range(12):
        for count in (0, 7, 30 + 5 * seed, 90):
            game = Game.new(3 + seed % 4, seed=seed)
            play_at_random(game, seed, count)
            if not game.is_over:
                yield game
    closing = position(
        "players 3; phase take; turn 0; takes 2; auction 3; offers 6 4 2; round 7;"
        " hand 0: C1; hand 1: G1 G1 G1; hand 2: W3 W3 W3; market: V1"
    )
    play(closing, "0 take V", "1 done")
    yield closing


def test_the_seat_sees_the_same_in_every_phase():
    phases = set()
    for game in positions():
        phases.add(game.phase)
        for seat in range(game.seat_count):
            same = resumed(game, seat)
            assert same.view(seat) == game.view(seat)
            assert same.options(seat) == game.options(seat)
            assert same.legal() == game.legal()
            assert (same.turn, same.phase, same.decision) == (game.turn, game.phase, game.decision)
    assert phases >= {Phase.BID, Phase.GIVE, Phase.TAKE, Phase.CLOSE}


def test_it_has_no_history():
    game = Game.new(4, seed=3)
    play(game, "0 pass", "1 pass")
    same = resumed(game, 2)
    assert (list(same.moves), list(same.events)) == ([], [])
    assert [str(event) for event in play(same, "2 pass")] == [
        str(event) for event in play(game, "2 pass")
    ]
    assert list(same.moves) == [(2, Pass())]


@pytest.mark.parametrize("seed", range(6))
def test_it_goes_on_to_its_end_like_the_game_it_comes_from(seed):
    game = Game.new(3 + seed % 4, seed=seed)
    play_at_random(game, seed, 20)
    seat = seed % game.seat_count
    same = resumed(game, seat)
    dice = [0] * DICE_SIZE
    seed_dice(dice, seed, 9)
    while not game.is_over:
        moves = game.legal()
        mover, move = moves[below(dice, len(moves))]
        assert same.play(mover, move) == game.play(mover, move)
        assert same.view(seat).memory == game.view(seat).memory
    assert same.is_over
    assert (same.scores, same.standings()) == (game.scores, game.standings())
    assert same.view(None).standings == game.view(None).standings


def test_it_refuses_what_the_game_refuses():
    same = resumed(staged(3, "C1 C2 G1 M"), 0)
    with pytest.raises(Refused):
        play(same, "1 pass")
    with pytest.raises(Refused):
        play(same, "0 bid W4")
    assert same.decision == 0


def test_changes_of_it_change_nothing_in_the_game_it_comes_from():
    game = Game.new(4, seed=3)
    before = game.view(0)
    play_at_random(resumed(game, 0), 1)
    assert game.view(0) == before
    assert list(game.moves) == []


def test_all_seats_share_what_the_one_seat_recalls():
    for game in positions():
        seat = game.turn
        memory = resumed(game, seat).memory(None)
        assert memory.seats[seat].known == tuple(cards_in(game.table.hands[seat]))
        own = game.memory(seat)
        assert [each.known for each in memory.seats] == [each.known for each in own.seats]
        assert [each.profit for each in memory.seats] == list(game.scores)
        assert memory.seen == own.seen
        assert memory.seen_count <= DECK_SIZE


def test_a_memory_needs_every_seat():
    memory = Game.new(4, seed=3).memory(0)
    with pytest.raises(ValueError, match="zip"):
        PublicMemory.recalled(memory, 0, hand=(), is_done=[False] * 3)
