"""The bar that a position has to meet, and the screening before it."""

import msgspec
import pytest

from byzanz.puzzles import bar
from byzanz.puzzles.bar import OTHER_SAMPLES, SAMPLES, Screened, agrees, meets_bar, screen
from tests.puzzles.found_positions import found_of, some_puzzles, trials_of

PUZZLE = some_puzzles(1)[0]
FOUND = found_of(PUZZLE)


class GivenTrier:
    """Trials with given results, and the numbers of samples that were asked for."""

    def __init__(self, trials):
        self.trials = trials
        self.asked = []

    def extend(self, samples):
        self.asked.append(samples)
        return self.trials


def with_lead(trials, lead, error=0.001):
    """The same trials, with one lead over all answers of other kinds."""
    answers = [
        each if each.kind == 0 else msgspec.structs.replace(each, lead=lead, error=error)
        for each in trials.answers
    ]
    return msgspec.structs.replace(trials, answers=tuple(answers))


def test_a_shipped_puzzle_meets_it():
    assert meets_bar(FOUND.deep, FOUND.shallow)


@pytest.mark.parametrize(("lead", "expected"), [(0.0329, False), (0.0331, True)])
def test_the_lead_counts_three_errors(lead, expected):
    assert meets_bar(FOUND.deep, with_lead(FOUND.shallow, lead)) is expected


@pytest.mark.parametrize(("lead", "expected"), [(0.0319, False), (0.0321, True)])
def test_at_the_other_depth_it_counts_two(lead, expected):
    assert meets_bar(with_lead(FOUND.deep, lead), FOUND.shallow) is expected


def test_fewer_samples_do_not_meet_it():
    few = msgspec.structs.replace(FOUND.shallow, samples=SAMPLES - 1)
    assert not meets_bar(FOUND.deep, few)
    few = msgspec.structs.replace(FOUND.deep, samples=OTHER_SAMPLES - 1)
    assert not meets_bar(few, FOUND.shallow)


def test_both_depths_have_to_agree():
    *others, last = FOUND.shallow.answers
    ranked = [msgspec.structs.replace(last, kind=0)]
    ranked += [msgspec.structs.replace(each, kind=kind) for kind, each in enumerate(others, 1)]
    other = msgspec.structs.replace(FOUND.shallow, answers=tuple(ranked))
    assert agrees(FOUND.deep, FOUND.shallow)
    assert not agrees(FOUND.deep, other)
    assert not meets_bar(FOUND.deep, with_lead(other, 0.2))


def test_without_another_kind_there_is_no_lead():
    one = msgspec.structs.replace(FOUND.deep, answers=FOUND.deep.best_kind)
    assert not one.leads_by(-1.0, 0.0)


def test_verifying_stops_at_the_first_depth_that_fails():
    weak, deep = GivenTrier(with_lead(FOUND.shallow, 0.01)), GivenTrier(FOUND.deep)
    screened = Screened(PUZZLE.view, weak, deep)
    assert screened.best_moves[0] == PUZZLE.choices[0].move
    assert screened.verify() is None
    assert (weak.asked, deep.asked) == ([SAMPLES], [0])
    strong = GivenTrier(FOUND.shallow)
    assert Screened(PUZZLE.view, strong, deep).verify() == (FOUND.deep, FOUND.shallow)
    assert deep.asked[-1] == OTHER_SAMPLES


@pytest.mark.parametrize(
    ("lead", "asked"),
    [(0.2, [[120, 500], [150, 600, 0]]), (-0.2, [[120]])],
)
def test_screening_draws_more_samples_only_while_there_is_hope(monkeypatch, lead, asked):
    triers = []

    def trier(_view, _answers, *, rounds, seed):
        triers.append(GivenTrier(with_lead(trials_of(PUZZLE, rounds, seed), lead)))
        return triers[-1]

    monkeypatch.setattr(bar, "Trier", trier)
    assert (screen(PUZZLE.view, 1) is not None) is (lead > 0)
    assert [each.asked for each in triers] == asked


def test_hope_counts_the_error_of_few_samples(monkeypatch):
    near = with_lead(FOUND.shallow, 0.02, error=0.005)
    monkeypatch.setattr(bar, "Trier", lambda *_, **__: GivenTrier(near))
    assert screen(PUZZLE.view, 1) is not None
    far = with_lead(FOUND.shallow, 0.017, error=0.005)
    monkeypatch.setattr(bar, "Trier", lambda *_, **__: GivenTrier(far))
    assert screen(PUZZLE.view, 1) is None


@pytest.mark.parametrize("count", [1, 13])
def test_one_answer_or_too_many_are_not_tried(monkeypatch, count):
    monkeypatch.setattr(bar, "answers_of", lambda _: (PUZZLE.choices[0].move,) * count)
    monkeypatch.setattr(bar, "Trier", None)  # a trial would fail
    assert screen(PUZZLE.view, 1) is None
