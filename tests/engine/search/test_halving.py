"""The search uses common samples, halves the candidates, and gives the same results compiled."""

import msgspec
import pytest

from byzanz import Game
from byzanz.bots.explanation import Explanation
from byzanz.bots.interpreted_search import explanation_of, search_interpreted
from byzanz.bots.roster import POLICIES, make_bot
from byzanz.dice import seed_dice
from byzanz.engine.evaluation.tuned import tuned_evaluation
from byzanz.engine.scratch import Scratch
from byzanz.engine.search import halving
from byzanz.engine.search.belief import hidden_cards, known_table, own_hand, stream_of
from byzanz.engine.search.halving import begin_search, search_moves
from byzanz.game.codec import NO_ACTION, action_of
from byzanz.game.phase import Phase
from byzanz.rules.table import BID, OVER, Table
from tests.engine.positions import PHASES, PLAYER_COUNTS, all_positions, positions

needs_kernel = pytest.mark.slow  # because the search has to be compiled


@needs_kernel
@pytest.mark.parametrize("players", PLAYER_COUNTS)
@pytest.mark.parametrize("phase", PHASES, ids=str)
def test_interpreted_and_compiled_search_agree(phase, players):
    for number, game in enumerate(positions(players, phase, 2)):
        view, options = game.view(game.turn), game.options(game.turn)
        choice = NO_ACTION
        if phase is Phase.CLOSE:
            choice = action_of(make_bot("solid").choose(view, options), own_hand(view))
        interpreted = search_interpreted(view, tuned_evaluation(players), 40, number, choice)
        assert make_bot("strong:40", number).explain(view, options) == interpreted


@needs_kernel
@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_interpreted_and_compiled_search_of_two_rounds_agree(players):
    bids = positions(players, Phase.BID, 4)
    game = next(game for game in bids if game.view(None).round + 1 < game.view(None).rounds)
    view = game.view(game.turn)
    tables, scratch = start_search(game, 5)
    made = run_search(game, tables, scratch, 40, rounds=2)
    expert = make_bot("expert:40", 5).explain(view, game.options(game.turn))
    assert expert == explanation_of(view, scratch, made)
    assert expert != make_bot("strong:40", 5).explain(view, game.options(game.turn))


@pytest.mark.parametrize("rounds", [1, 2, 9])
def test_a_playout_ends_with_a_round(rounds):
    game = positions(4, Phase.BID, 2)[0]
    tables, scratch = start_search(game)
    run_search(game, tables, scratch, 1, rounds)
    end = tables[halving.TRIED]
    if rounds == 9:
        assert end.phase == OVER
    else:
        assert (end.round, end.auction, end.phase) == (game.table.round + rounds, 0, BID)


@pytest.mark.parametrize("bot_id", POLICIES)
def test_the_first_candidate_is_the_chosen_move(bot_id, monkeypatch):
    monkeypatch.setattr("byzanz.bots.policy_bot.EXPLAINING_PLAYOUTS", 6)
    for game in all_positions(1):
        check_explanation(bot_id, game)


@needs_kernel
@pytest.mark.parametrize("bot_id", ["strong", "expert:100"])
def test_the_first_candidate_of_a_bot_that_searches_is_the_chosen_move(bot_id):
    for game in all_positions(2):
        check_explanation(bot_id, game)


def check_explanation(bot_id: str, game: Game) -> None:
    bot = make_bot(bot_id, 4)
    view, options = game.view(game.turn), game.options(game.turn)
    explanation = bot.explain(view, options)
    moves = [candidate.move for candidate in explanation.candidates]
    assert moves[0] == bot.choose(view, options)
    assert set(moves) <= {move for _, move in game.legal(game.turn)}
    assert len(set(moves)) == len(moves)
    assert sum(candidate.playouts for candidate in explanation.candidates) == explanation.playouts
    assert all(0 <= candidate.win_share <= 1 for candidate in explanation.candidates)
    assert msgspec.json.decode(msgspec.json.encode(explanation), type=Explanation) == explanation


def start_search(game: Game, seed: int = 1) -> tuple[list[Table], Scratch]:
    """Return the tables and the scratch after `begin_search`."""
    view = game.view(game.turn)
    tables, scratch = [known_table(view), Table(), Table()], Scratch()
    seed_dice(scratch.dice, seed, stream_of(view))
    begin_search(tables, tuned_evaluation(game.seat_count), scratch, NO_ACTION)
    return tables, scratch


def run_search(
    game: Game, tables: list[Table], scratch: Scratch, playouts: int, rounds: int = 1
) -> int:
    hidden = hidden_cards(game.view(game.turn))
    return search_moves(
        tables, hidden, tuned_evaluation(game.seat_count), scratch, playouts, rounds
    )


def positions_with_many_candidates() -> list[Game]:
    """Return positions with at least five candidates."""
    return [game for game in all_positions(2) if start_search(game)[1].count >= 5]


def test_the_same_candidate_twice_gets_the_same_result():
    for game in positions_with_many_candidates()[::3]:
        tables, scratch = start_search(game)
        scratch.candidates[1] = scratch.candidates[0]
        scratch.count = 2
        assert run_search(game, tables, scratch, 12) == 12
        assert scratch.share_sums[0] == scratch.share_sums[1]
        assert scratch.profit_sums[0] == scratch.profit_sums[1]


def test_each_sample_is_used_for_all_candidates(monkeypatch):
    for game in positions_with_many_candidates()[::3]:
        tables, scratch = start_search(game)
        calls = count_calls(monkeypatch)
        made = run_search(game, tables, scratch, 4 * scratch.count)
        assert calls["sample_table"] == max(scratch.visits)
        assert calls["try_candidate"] == made == sum(scratch.visits)


def count_calls(monkeypatch) -> dict[str, int]:
    calls = {"sample_table": 0, "try_candidate": 0}

    def counted(name):
        original = ORIGINALS[name]

        def call(*arguments):
            calls[name] += 1
            return original(*arguments)

        return call

    for name in calls:
        monkeypatch.setattr(halving, name, counted(name))
    return calls


ORIGINALS = {"sample_table": halving.sample_table, "try_candidate": halving.try_candidate}


def test_the_better_half_stays_in_the_search(monkeypatch):
    original = halving.rank_candidates

    def rank(scratch, alive):
        before = scratch.ranking[:alive]
        assert len({scratch.visits[index] for index in before}) == 1, "all were tried equally often"
        original(scratch, alive)
        expected = sorted(before, key=lambda index: -halving.candidate_score(scratch, index))
        assert scratch.ranking[:alive] == expected, "the sort is stable"
        rounds.append(alive)

    monkeypatch.setattr(halving, "rank_candidates", rank)
    for game in positions_with_many_candidates():
        rounds = []
        tables, scratch = start_search(game)
        run_search(game, tables, scratch, 3 * scratch.count)
        assert rounds[0] == scratch.count
        assert rounds[1:] == [(alive + 1) // 2 for alive in rounds[:-1]]
        assert rounds[-1] == 2
        assert sorted(scratch.ranking[: scratch.count]) == list(range(scratch.count))
        visits = [scratch.visits[index] for index in scratch.ranking[: scratch.count]]
        assert visits == sorted(visits, reverse=True)


@pytest.mark.parametrize("playouts", [1, 40, 90])
def test_the_number_of_playouts_is_close_to_the_budget(playouts):
    for game in positions_with_many_candidates()[::4]:
        tables, scratch = start_search(game)
        made = run_search(game, tables, scratch, playouts)
        halvings = (scratch.count - 1).bit_length()
        assert made <= max(playouts, halvings * scratch.count)
        assert made > playouts - halvings * scratch.count


def test_a_single_candidate_gets_few_playouts():
    games = [game for game in all_positions(4) if start_search(game)[1].count == 1]
    assert games
    for game in games:
        assert run_search(game, *start_search(game), 100) == halving.SINGLE_CANDIDATE_PLAYOUTS


def test_a_search_does_not_change_the_known_table():
    for game in positions_with_many_candidates()[::4]:
        tables, scratch = start_search(game)
        run_search(game, tables, scratch, 20)
        assert tables[0] == known_table(game.view(game.turn))


def test_a_choice_outside_the_candidates_is_added():
    game = positions(4, Phase.TAKE, 2)[0]
    tables, scratch = start_search(game)
    listed = scratch.candidates[: scratch.count]
    odd = next(action for action in range(160) if action not in listed)
    begin_search(tables, tuned_evaluation(4), scratch, odd)
    assert scratch.candidates[: scratch.count] == [*listed, odd]
    begin_search(tables, tuned_evaluation(4), scratch, listed[0])
    assert scratch.candidates[: scratch.count] == listed
