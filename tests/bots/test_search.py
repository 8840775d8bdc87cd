"""Search: paired samples, halving, and the same interpreted and compiled."""

import msgspec
import pytest

from byzanz import Game
from byzanz.bots import search
from byzanz.bots.desk import Desk
from byzanz.bots.explanation import Explanation
from byzanz.bots.knowledge import hidden_cards, known_table, own_hand
from byzanz.bots.roster import POLICIES, make_bot
from byzanz.bots.search import begin_search, search_moves
from byzanz.bots.tuned import tuned_mind
from byzanz.bots.weighing import explanation_of, stream_of, weigh
from byzanz.dice import seed_dice
from byzanz.game.codec import NO_ACTION, action_of
from byzanz.game.phase import Phase
from byzanz.rules.table import BID, OVER, Table
from tests.bots.positions import PHASES, PLAYER_COUNTS, all_positions, positions

needs_kernel = pytest.mark.slow


@needs_kernel
@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("phase", PHASES, ids=str)
def test_interpreted_and_compiled_search_agree(phase, players):
    for number, game in enumerate(positions(players, phase, 2)):
        view, options = game.view(game.turn), game.options(game.turn)
        choice = NO_ACTION
        if phase is Phase.CLOSE:
            choice = action_of(make_bot("solid").choose(view, options), own_hand(view))
        interpreted = weigh(view, tuned_mind(players), 40, number, choice)
        assert make_bot("strong:40", number).explain(view, options) == interpreted


@needs_kernel
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_they_agree_on_two_rounds(players):
    bids = positions(players, Phase.BID, 4)
    game = next(game for game in bids if game.view(None).round + 1 < game.view(None).rounds)
    view = game.view(game.turn)
    tables, desk = started(game, 5)
    made = searched(game, tables, desk, 40, rounds=2)
    expert = make_bot("expert:40", 5).explain(view, game.options(game.turn))
    assert expert == explanation_of(view, desk, made)
    assert expert != make_bot("strong:40", 5).explain(view, game.options(game.turn))


@pytest.mark.parametrize("rounds", [1, 2, 9])
def test_a_playout_ends_with_a_round(rounds):
    game = positions(4, Phase.BID, 2)[0]
    tables, desk = started(game)
    searched(game, tables, desk, 1, rounds)
    end = tables[search.TRIED]
    if rounds == 9:
        assert end.phase == OVER
    else:
        assert (end.round, end.auction, end.phase) == (game.table.round + rounds, 0, BID)


@pytest.mark.parametrize("word", POLICIES)
def test_the_first_candidate_is_the_choice(word, monkeypatch):
    monkeypatch.setattr("byzanz.bots.policy.EXPLAINING_PLAYOUTS", 6)
    for game in all_positions(1):
        check_explanation(word, game)


@needs_kernel
@pytest.mark.parametrize("word", ["strong", "expert:100"])
def test_the_first_candidate_of_a_searcher_is_its_choice(word):
    for game in all_positions(2):
        check_explanation(word, game)


def check_explanation(word: str, game: Game) -> None:
    bot = make_bot(word, 4)
    view, options = game.view(game.turn), game.options(game.turn)
    explanation = bot.explain(view, options)
    moves = [candidate.move for candidate in explanation.candidates]
    assert moves[0] == bot.choose(view, options)
    assert set(moves) <= {move for _, move in game.legal(game.turn)}
    assert len(set(moves)) == len(moves)
    assert sum(candidate.playouts for candidate in explanation.candidates) == explanation.playouts
    assert all(0 <= candidate.win_share <= 1 for candidate in explanation.candidates)
    assert msgspec.json.decode(msgspec.json.encode(explanation), type=Explanation) == explanation


def started(game: Game, seed: int = 1) -> tuple[list[Table], Desk]:
    """The tables and the desk of a search that is about to begin."""
    view = game.view(game.turn)
    tables, desk = [known_table(view), Table(), Table()], Desk()
    seed_dice(desk.dice, seed, stream_of(view))
    begin_search(tables, tuned_mind(game.seat_count), desk, NO_ACTION)
    return tables, desk


def searched(game: Game, tables: list[Table], desk: Desk, playouts: int, rounds: int = 1) -> int:
    hidden = hidden_cards(game.view(game.turn))
    return search_moves(tables, hidden, tuned_mind(game.seat_count), desk, playouts, rounds)


def broad_positions() -> list[Game]:
    """Positions with at least five candidates."""
    return [game for game in all_positions(2) if started(game)[1].count >= 5]


def test_the_same_candidate_twice_fares_the_same():
    for game in broad_positions()[::3]:
        tables, desk = started(game)
        desk.candidates[1] = desk.candidates[0]
        desk.count = 2
        assert searched(game, tables, desk, 12) == 12
        assert desk.share_sums[0] == desk.share_sums[1]
        assert desk.profit_sums[0] == desk.profit_sums[1]


def test_each_sample_serves_all_candidates(monkeypatch):
    for game in broad_positions()[::3]:
        tables, desk = started(game)
        calls = count_calls(monkeypatch)
        made = searched(game, tables, desk, 4 * desk.count)
        assert calls["sample_table"] == max(desk.visits)
        assert calls["try_candidate"] == made == sum(desk.visits)


def count_calls(monkeypatch) -> dict[str, int]:
    calls = {"sample_table": 0, "try_candidate": 0}

    def counted(name):
        original = ORIGINALS[name]

        def call(*arguments):
            calls[name] += 1
            return original(*arguments)

        return call

    for name in calls:
        monkeypatch.setattr(search, name, counted(name))
    return calls


ORIGINALS = {"sample_table": search.sample_table, "try_candidate": search.try_candidate}


def test_the_better_half_goes_on(monkeypatch):
    original = search.rank_candidates

    def rank(desk, alive):
        before = desk.ranking[:alive]
        assert len({desk.visits[index] for index in before}) == 1, "all were tried equally often"
        original(desk, alive)
        expected = sorted(before, key=lambda index: -search.promise(desk, index))
        assert desk.ranking[:alive] == expected, "those before stay before among equals"
        rounds.append(alive)

    monkeypatch.setattr(search, "rank_candidates", rank)
    for game in broad_positions():
        rounds = []
        tables, desk = started(game)
        searched(game, tables, desk, 3 * desk.count)
        assert rounds[0] == desk.count
        assert rounds[1:] == [(alive + 1) // 2 for alive in rounds[:-1]]
        assert rounds[-1] == 2
        assert sorted(desk.ranking[: desk.count]) == list(range(desk.count))
        visits = [desk.visits[index] for index in desk.ranking[: desk.count]]
        assert visits == sorted(visits, reverse=True)


@pytest.mark.parametrize("playouts", [1, 40, 90])
def test_about_as_many_playouts_as_asked_for(playouts):
    for game in broad_positions()[::4]:
        tables, desk = started(game)
        made = searched(game, tables, desk, playouts)
        halvings = (desk.count - 1).bit_length()
        assert made <= max(playouts, halvings * desk.count)
        assert made > playouts - halvings * desk.count


def test_one_candidate_is_tried_a_few_times_only():
    games = [game for game in all_positions(4) if started(game)[1].count == 1]
    assert games
    for game in games:
        assert searched(game, *started(game), 100) == search.ALONE


def test_a_search_leaves_the_known_table_alone():
    for game in broad_positions()[::4]:
        tables, desk = started(game)
        searched(game, tables, desk, 20)
        assert tables[0] == known_table(game.view(game.turn))


def test_a_choice_outside_the_candidates_is_weighed_too():
    game = positions(4, Phase.TAKE, 2)[0]
    tables, desk = started(game)
    listed = desk.candidates[: desk.count]
    odd = next(action for action in range(160) if action not in listed)
    begin_search(tables, tuned_mind(4), desk, odd)
    assert desk.candidates[: desk.count] == [*listed, odd]
    begin_search(tables, tuned_mind(4), desk, listed[0])
    assert desk.candidates[: desk.count] == listed
