"""The numbers of a report are right: shares, intervals, cross table, ratings, failures, times."""

import math

import numpy as np
import pytest

from byzanz.arena.bootstrap import Estimate, estimates
from byzanz.arena.match import EntrantPool, play_game
from byzanz.arena.match_report import RunTiming, make_report, win_share_lead
from byzanz.arena.page.number_format import interval_text, score_interval_text
from byzanz.arena.plan import GameNumber, Plan
from byzanz.arena.rating import rate
from byzanz.arena.tally import complete_decks, cross_table, failure_lines
from byzanz.arena.time_buckets import bucket_of, percentile, seconds_of
from byzanz.game.moves import Discard, Done, Give, Pass, Take
from byzanz.programs.failure import Failure, FailureType
from tests.arena.results import result, whole_deck

TIMING = RunTiming(1, 0, 0.0)


def report_of(bot_ids, games, decks=1):
    return make_report(Plan(tuple(bot_ids.split()), decks, 1, 5.0), games, TIMING)


def test_the_win_share_of_a_bot_is_its_mean_per_seat():
    games = [
        result("a b b", [1, 2, 3], seating=0),
        result("b a b", [1, 2, 3], seating=1),
        result("b b a", [3, 2, 1], seating=2),
    ]
    report = report_of("a b b", games)
    first, second = report.lines
    assert (first.bot, first.seats, first.win_share.mean) == ("a", 1, pytest.approx(2 / 3))
    assert (second.bot, second.seats, second.win_share.mean) == ("b", 2, pytest.approx(1 / 6))
    assert [share.mean for share in first.seat_shares] == [1, 0, 1]
    assert [share.mean for share in second.seat_shares] == [0.5, 0, 0]
    assert report.fair_share == pytest.approx(1 / 3)
    assert sum(line.seats * line.win_share.mean for line in report.lines) == pytest.approx(1)


def test_a_shared_victory_is_split():
    games = [
        result(bot_ids, places, seating=seating)
        for seating, (bot_ids, places) in enumerate(
            [("a b c", [1, 1, 3]), ("c a b", [1, 1, 1]), ("b c a", [3, 2, 1])]
        )
    ]
    shares = [line.win_share.mean for line in report_of("a b c", games).lines]
    assert shares == pytest.approx([(1 / 2 + 1 / 3 + 1) / 3, (1 / 2 + 1 / 3) / 3, 1 / 9])


class IdleBot:
    """Buys and sells nothing, so that games end in ties or are decided by the cards in hand."""

    playouts = 0

    def __init__(self, bot_id: str, seed: int) -> None:
        pass

    def choose(self, view, options):
        if options.bid is not None:
            return Pass()
        if options.give is not None:
            return Give(options.give.cards[0])
        if options.take:
            return Take(options.take[0].stall)
        return Done() if options.discard is None else Discard(options.discard.cards[0])


def test_a_played_game_splits_a_tie(monkeypatch):
    """The win shares of a game add up to 1, however many seats win."""
    monkeypatch.setattr("byzanz.programs.entrant.make_bot", IdleBot)
    plan = Plan(("greedy", "greedy", "greedy"), 4, 2, 5.0)
    pool = EntrantPool()
    games = [play_game(plan, number, pool) for number in plan.numbers()]
    assert max(len(game.winners) for game in games) > 1
    for game in games:
        assert sum(seat.win_share for seat in game.seats) == pytest.approx(1)
        assert {s for s, seat in enumerate(game.seats) if seat.win_share} == set(game.winners)
        assert {s for s, seat in enumerate(game.seats) if seat.place == 1} == set(game.winners)
        assert sum(seat.decisions for seat in game.seats) == len(game.actions)
    assert play_game(plan, GameNumber(3, 0), EntrantPool()).actions == games[3].actions


def test_only_decks_played_in_every_seating_are_counted():
    plan = Plan(("a", "b", "b"), 3, 1, 5.0)
    places = {"a": 1, "b": 2}
    games = [*reversed(whole_deck("a b b", places, 2)), *whole_deck("a b b", places)[:2]]
    (deck,) = complete_decks(plan, games)
    assert [game.number for game in deck] == [(2, 0), (2, 1), (2, 2)]
    report = make_report(plan, games, TIMING)
    assert (report.decks, report.games, report.is_partial) == (1, 3, True)
    assert make_report(plan, games[3:], TIMING) is None


def test_an_interval_agrees_with_a_calculation_by_hand():
    """Resampled means of two decks, 0 and 1, are 0, 1/2 or 1; each end has probability 1/4."""
    assert estimates(np.array([[0.0], [1.0]])) == (Estimate(0.5, 0.0, 1.0),)


@pytest.mark.parametrize("decks", [1, 8, 60])
@pytest.mark.parametrize("value", [0.0, 0.1, 1 / 3, 1.0])
def test_decks_of_equal_value_leave_the_interval_unknown(value, decks):
    """This holds even if rounding errors make the resampled means differ in their last digits."""
    (found,) = estimates(np.array([[value]] * decks))
    assert found.interval is None
    assert [found.low, found.mean, found.high] == pytest.approx([value] * 3)
    assert not found.excludes(0.5)
    assert interval_text(found) == score_interval_text(found) == "too few decks"


@pytest.mark.parametrize(
    ("low", "high", "share", "score"),
    [
        (0.29, 0.335, "29.0 to 33.5", "0.29 to 0.34"),
        (0.0, 0.0004, "0.00 to 0.04", "0.0000 to 0.0004"),
        (-0.0001, 0.0001, "-0.01 to 0.01", "-0.0001 to 0.0001"),
    ],
)
def test_a_narrow_interval_is_printed_with_more_digits(low, high, share, score):
    estimate = Estimate((low + high) / 2, low, high)
    assert (interval_text(estimate), score_interval_text(estimate)) == (share, score)


def test_the_lead_is_the_difference_deck_by_deck():
    """Bots a and b win half of the decks each, and c wins none."""
    places = [{"a": 1, "b": 2, "c": 3}, {"a": 3, "b": 1, "c": 2}] * 10
    decks = [whole_deck("a b c", each, deck) for deck, each in enumerate(places)]
    lead = win_share_lead("a", "b", decks)
    assert lead.mean == pytest.approx(0)
    assert not lead.excludes(0)
    lead = win_share_lead("b", "c", decks)
    assert lead.mean == pytest.approx(0.5)
    assert lead.is_above(0)
    assert win_share_lead("c", "b", decks).is_below(0)


def test_an_interval_agrees_with_the_normal_distribution():
    values = np.random.default_rng(5).normal(10, 2, size=(400, 2))
    for column, found in enumerate(estimates(values)):
        spread = 1.96 * values[:, column].std() / math.sqrt(400)
        assert found.mean == pytest.approx(values[:, column].mean())
        assert found.low == pytest.approx(found.mean - spread, abs=0.2 * spread)
        assert found.high == pytest.approx(found.mean + spread, abs=0.2 * spread)


def test_about_95_of_100_intervals_contain_the_true_mean():
    dice = np.random.default_rng(8)
    containing = 0
    for _ in range(200):
        (found,) = estimates(dice.binomial(3, 0.3, size=(60, 1)) / 3, 300)
        containing += found.low <= 0.3 <= found.high
    assert 0.89 <= containing / 200 <= 0.99


def test_large_matches_are_resampled_in_parts(monkeypatch):
    values = np.random.default_rng(1).random((50, 1))
    whole = estimates(values)
    monkeypatch.setattr("byzanz.arena.bootstrap.MOST_DRAWS", 700)
    (parts,) = estimates(values)
    assert parts.low == pytest.approx(whole[0].low, abs=0.01)
    assert parts.high == pytest.approx(whole[0].high, abs=0.01)


def test_the_cross_table_agrees_with_a_calculation_by_hand():
    games = [result("a b b", [2, 1, 3]), result("b a b", [1, 1, 3]), result("c b a", [1, 2, 3])]
    table = cross_table(["a", "b", "c"], games)
    assert table[0] == (None, pytest.approx((1 + 1.5 + 0) / 5), 0)
    assert table[1] == (pytest.approx((1 + 0.5 + 1) / 5), None, 0)
    assert table[2] == (1, 1, None)


def test_opposite_cells_of_the_cross_table_add_up_to_one():
    dice = np.random.default_rng(3)
    games = [result("a b c a", dice.integers(1, 5, 4).tolist()) for _ in range(50)]
    table = cross_table(["a", "b", "c", "d"], games)
    for row in range(3):
        for column in range(3):
            if row != column:
                assert table[row][column] + table[column][row] == pytest.approx(1)
    assert table[3] == (None, None, None, None)


def test_ratings_follow_the_places():
    best, middle, last = rate("abc", [result("a b c", [1, 2, 3])] * 30)
    assert best.ordinal > middle.ordinal > last.ordinal
    assert best.mu > 25 > last.mu
    assert middle.mu == pytest.approx(25, abs=1)
    assert all(r.ordinal == pytest.approx(r.mu - 3 * r.sigma) for r in (best, middle, last))


def test_sigma_falls_with_games_and_ties_leave_mu_unchanged():
    games = [result("a b c", [1, 1, 1])] * 20
    few, many = rate("abc", games[:5]), rate("abc", games)
    assert all(
        later.sigma < earlier.sigma < 25 / 3 for earlier, later in zip(few, many, strict=True)
    )
    assert [rating.mu for rating in many] == pytest.approx([25, 25, 25])


def test_seats_of_one_bot_share_a_rating():
    first, others = rate("ab", [result("a b b b", [2, 1, 3, 4])])
    alone = rate("abcd", [result("a b c d", [2, 1, 3, 4])])
    assert first == alone[0]
    assert others.mu == pytest.approx(sum(rating.mu for rating in alone[1:]) / 3)
    (same,) = rate("b", [result("b b b", [1, 2, 3])] * 9)
    assert same.mu == pytest.approx(25)


def test_failures_are_counted_and_three_are_listed():
    late = (Failure(FailureType.SILENCE, 7, "no answer"),)
    bad = (Failure(FailureType.ILLEGAL, 2, "bid M"),)
    games = [result("a b c", [1, 2, 3], deck=deck, failures=late) for deck in range(5)]
    games.append(result("a b c", [1, 2, 3], deck=5, seating=1, failures=bad))
    first, second = failure_lines("a", games)
    assert (first.failure_type, first.count, [one.deck for one in first.examples]) == (
        "silence", 5, [0, 1, 2],
    )  # fmt: skip
    (example,) = second.examples
    assert (second.failure_type, example.deck, example.seating, example.move) == (
        "illegal",
        5,
        1,
        2,
    )
    assert example.detail == "bid M"
    assert failure_lines("b", games) == ()


def test_times_are_accurate_to_three_percent():
    for seconds in (1e-6, 3.3e-5, 0.012, 4.99, 600.0):
        assert seconds_of(bucket_of(seconds)) == pytest.approx(seconds, rel=0.03)
    assert bucket_of(0.0) == 0
    counts = {bucket_of(0.001): 98, bucket_of(0.5): 2}
    assert percentile(counts, 0.5) == pytest.approx(0.001, rel=0.03)
    assert percentile(counts, 0.99) == pytest.approx(0.5, rel=0.03)
    assert percentile({}, 0.99) == 0


def test_a_line_has_the_means_of_play_outs_and_times():
    games = whole_deck("a b c", {"a": 1, "b": 2, "c": 3})
    line = report_of("a b c", games).lines[0]
    assert (line.decisions, line.playouts_per_decision) == (12, 10)
    assert line.timing.mean_seconds == pytest.approx(0.001)
    assert line.timing.p99_seconds == pytest.approx(0.001, rel=0.03)
    assert line.score_counts == (0,) * 19 + (3,)


def test_the_convergence_ends_with_the_result():
    games = [
        game
        for deck in range(40)
        for game in whole_deck(
            "a b c", {"a": 1 if deck % 3 else 3, "b": 2, "c": 1 + deck % 3}, deck
        )
    ]
    report = report_of("a b c", games, 40)
    counts = [step.decks for step in report.convergence]
    assert (counts[0], counts[-1]) == (10, 40)
    assert counts == sorted(set(counts))
    assert report.convergence[-1].win_shares == tuple(line.win_share for line in report.lines)
    widths = [step.win_shares[0].high - step.win_shares[0].low for step in report.convergence]
    assert widths[-1] < widths[0]
