"""Secrecy of views: worlds that differ only in hidden cards give a viewer the same bytes."""

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from byzanz import Game
from byzanz.cards import cards_in
from byzanz.game import view as view_module
from byzanz.game.game import Game as GameClass
from byzanz.rules.sale import has_trio
from tests.secrecy.worlds import other_world

encode = msgspec.json.Encoder().encode


def seen(game: Game, viewer: int | None) -> bytes:
    """Everything that a viewer gets of a game, encoded."""
    parts = [
        game.view(viewer),
        game.view(viewer, memory=False),
        game.events_for(viewer),
        game.memory(viewer),
        game.turn,
        game.decision,
    ]
    if viewer is not None:
        parts.append(game.options(viewer))
    return encode(parts)


def random_position(random: Random) -> Game:
    """A random game stopped at a random moment; some of its moves are sales off turn."""
    game = Game.new(random.randint(3, 6), seed=random.getrandbits(40))
    stop = random.choice((random.randrange(1, 60), random.randrange(60, 260)))
    while not game.is_over and len(game.moves) < stop:
        pairs = game.legal() if random.random() < 0.1 else game.legal(game.turn)
        game.play(*random.choice(pairs))
    return game


def pairs(count: int, seed: int) -> Iterator[tuple[Game, Game, int | None]]:
    """At least count pairs of worlds, each with its viewer."""
    random = Random(seed)
    found = 0
    while found < count:
        first = random_position(random)
        for viewer in (None, *range(first.seat_count)):
            second = other_world(first, viewer, random)
            if second is not None:
                found += 1
                yield first, second, viewer


MORE = [pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2, 3)]


@pytest.mark.parametrize("seed", [0, *MORE])
def test_valid_pairs_give_the_same_bytes(seed):
    differing = 0
    for first, second, viewer in pairs(500, seed):
        assert seen(first, viewer) == seen(second, viewer)
        differing += first.deck != second.deck
    assert differing > 400, "most pairs differ in hidden cards"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 120))
def test_many_valid_pairs_give_the_same_bytes(seed):
    for first, second, viewer in pairs(1000, seed):
        assert seen(first, viewer) == seen(second, viewer)


def is_leak_caught(seed: int = 5) -> bool:
    return any(
        seen(first, viewer) != seen(second, viewer) for first, second, viewer in pairs(200, seed)
    )


def test_nothing_is_caught_without_a_leak():
    assert not is_leak_caught()


def leak_first_card_of_pile(game, seat, *, memory=True):
    seen_view = ORIGINAL_VIEW(game, seat, memory=memory)
    return msgspec.structs.replace(seen_view, draw_pile_count=game.table.deck[-1])


def leak_hand_value(game, seat, *, memory=True):
    seen_view = ORIGINAL_VIEW(game, seat, memory=memory)
    value = sum(kind % 4 for kind in game.table.hands[0] if kind != 25)
    return msgspec.structs.replace(seen_view, decision=seen_view.decision * 100 + value)


def leak_other_hand(game, seat, *, memory=True):
    seen_view = ORIGINAL_VIEW(game, seat, memory=memory)
    names = [
        msgspec.structs.replace(side, name=" ".join(cards_in(game.table.hands[number])))
        for number, side in enumerate(seen_view.seats)
    ]
    return msgspec.structs.replace(seen_view, seats=tuple(names))


def leak_put_back_in_length(game, seat, *, memory=True):
    seen_view = ORIGINAL_VIEW(game, seat, memory=memory)
    first = 4 * game.seat_count
    return msgspec.structs.replace(seen_view, excess_count=10 ** (game.table.deck[first] % 4))


def leak_order(game, seat, *, memory=True):
    seen_view = ORIGINAL_VIEW(game, seat, memory=memory)
    order = sorted(seen_view.market, key=lambda stall: stall.stall.number ^ game.table.deck[-1])
    return msgspec.structs.replace(seen_view, market=tuple(order))


ORIGINAL_VIEW = GameClass.view


@pytest.mark.parametrize(
    "leak",
    [
        leak_first_card_of_pile,
        leak_hand_value,
        leak_other_hand,
        leak_put_back_in_length,
        leak_order,
    ],
)
def test_planted_leaks_in_views_are_caught(leak, monkeypatch):
    monkeypatch.setattr(GameClass, "view", leak)
    assert is_leak_caught()


def test_a_leak_in_events_is_caught(monkeypatch):
    monkeypatch.setattr("byzanz.game.game.seen_by", lambda event, seat: event)
    assert is_leak_caught()


def test_a_leak_in_options_is_caught(monkeypatch):
    original = GameClass.options
    monkeypatch.setattr(
        GameClass,
        "options",
        lambda game, seat: (original(game, seat), len(game.legal())),
    )
    assert is_leak_caught()


def test_a_leak_in_memory_is_caught(monkeypatch):
    original = view_module.build_memory

    def leak(table, seat, chronicle):
        memory = original(table, seat, chronicle)
        return msgspec.structs.replace(memory, seen=tuple(table.hands[0]))

    monkeypatch.setattr("byzanz.game.game.build_memory", leak)
    assert is_leak_caught()


def test_a_memory_that_knows_sets_before_the_closing_is_caught(monkeypatch):
    original = view_module.build_memory

    def leak(table, seat, chronicle):
        memory = original(table, seat, chronicle)
        seats = [
            msgspec.structs.replace(other, has_trio=has_trio(table, number))
            for number, other in enumerate(memory.seats)
        ]
        return msgspec.structs.replace(memory, seats=tuple(seats))

    monkeypatch.setattr("byzanz.game.game.build_memory", leak)
    assert is_leak_caught()
