"""`resample` draws full tables uniformly from those that are consistent with a view."""

from collections import Counter

import numpy as np
import pytest

from byzanz.cards import COPIES, DECK_SIZE, KINDS, NO_CARD
from byzanz.engine.search.belief import NoMemory, hidden_cards, known_table
from byzanz.envs import resample
from byzanz.envs.observing import action_mask, observe
from byzanz.fast.row import read_row
from byzanz.game.game import Game
from byzanz.game.phase import Phase
from byzanz.rules.table import Table
from tests.engine.deals import Deal, deal_counts, hand_of, matches, others
from tests.engine.positions import PLAYER_COUNTS, played, played_hiding_first_hand
from tests.engine.search.test_sampling import hiding_game

CASES = [(26, Phase.CLOSE, 0), (27, Phase.REDUCE, 2)]


def resampled_deals(game: Game, viewer: int, count: int) -> Counter[Deal]:
    view = game.view(viewer)
    drawn = game.table.drawn
    first, second = others(viewer)
    deals: Counter[Deal] = Counter()
    rows = resample(view, 1, count)
    for index in range(count):
        table = read_row(rows, index)
        deals[hand_of(table, first), hand_of(table, second), tuple(table.deck[drawn:])] += 1
    return deals


def weights_of(game: Game, viewer: int) -> Counter[Deal]:
    view = game.view(viewer)
    return deal_counts(known_table(view), hidden_cards(view), viewer)


def test_every_deal_is_as_likely_as_it_should_be():
    game = hiding_game(24, Phase.CLOSE)
    weights = weights_of(game, 0)
    assert len(weights) > 12
    assert matches(resampled_deals(game, 0, 8_000), weights)


@pytest.mark.long
@pytest.mark.parametrize(("seed", "phase", "viewer"), CASES)
def test_every_deal_is_as_likely_as_it_should_be_in_many_rows(seed, phase, viewer):
    game = hiding_game(seed, phase)
    assert matches(resampled_deals(game, viewer, 100_000), weights_of(game, viewer))


def test_a_wrong_weight_is_noticed():
    game = hiding_game(24, Phase.CLOSE)
    weights = weights_of(game, 0)
    skewed = Counter({deal: weight + (number % 2) for number, (deal, weight) in
                      enumerate(weights.items())})  # fmt: skip
    assert not matches(resampled_deals(game, 0, 8_000), skewed)


def all_cards(table: Table) -> list[int]:
    """The counts of all cards on a table by kind."""
    lists = (*table.hands, *table.bids, table.lot, table.deck)
    counts = Counter(kind for card_list in lists for kind in card_list if kind != NO_CARD)
    return [counts[kind] + table.market[kind] + table.box[kind] for kind in range(KINDS)]


def check_rows(game: Game, viewer: int) -> None:
    """Resampled tables are complete, and the viewer observes the same on them."""
    rows = resample(game.view(viewer), 3, 4)
    seen, mask = observe(game, viewer), action_mask(game, viewer)
    for index in range(4):
        table = read_row(rows, index)
        assert all_cards(table) == list(COPIES)
        assert NO_CARD not in table.deck[table.drawn : DECK_SIZE]
        other = Game.resumed(game.names, table, game.chronicle, game.decision)
        assert (observe(other, viewer) == seen).all()
        assert (action_mask(other, viewer) == mask).all()


@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("play_game", [played, played_hiding_first_hand])
def test_rows_are_consistent_with_the_view(play_game, players):
    for number, game in enumerate(play_game(players, players)):
        if number % 8 == 0 or game.phase is Phase.CLOSE:
            check_rows(game, number % players)


def test_the_same_seed_gives_the_same_rows():
    view = Game.new(4, seed=1).view(2)
    first = resample(view, 5, 20)
    assert (resample(view, 5, 20) == first).all()
    assert (resample(view, 6, 20) != first).any()
    assert len({row.tobytes() for row in first}) == 20


def test_a_spectator_has_nothing_to_resample():
    with pytest.raises(NoMemory):
        resample(Game.new(4, seed=1).view(None), 1, 1)


@pytest.mark.parametrize(("seed", "count"), [(-1, 1), (2**63, 1), (1, 0)])
def test_bad_parameters_are_refused(seed, count):
    with pytest.raises(ValueError, match="expected"):
        resample(Game.new(4, seed=1).view(0), seed, count)


def test_rows_have_the_type_of_compiled_code():
    rows = resample(Game.new(6, seed=1).view(0), 1, 3)
    assert rows.shape == (3,)
    assert rows["seat_count"].tolist() == [6, 6, 6]
    assert rows["hand_sizes"].dtype == np.int8
