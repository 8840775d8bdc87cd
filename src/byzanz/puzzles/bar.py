"""The bar of a puzzle: how far its best kind of answer has to lead, and with how many samples.

A position is tried on few tables first, and on more of them only while it can still meet the bar.
So most of the time is spent on positions that are puzzles.
"""

from byzanz.game.moves import Move
from byzanz.game.view import View
from byzanz.puzzles.answers import answers_of
from byzanz.puzzles.kinds import LEAST_LEAD
from byzanz.puzzles.trials import Trials, Trier

ROUNDS = 1  # rounds of a play-out
SAMPLES = 20_000  # play-outs of every answer
OTHER_ROUNDS = 2  # rounds of a play-out at the other depth, which has to agree
OTHER_SAMPLES = 5_000  # its play-outs of every answer: each takes about four times as long
SURE = 3.0  # standard errors by which the lead has to be beyond the bar
OTHER_SURE = 2.0  # the same at the other depth
HOPEFUL = 2.5  # standard errors by which a lead may be below the bar before all samples are drawn
SCREENING = (120, 500)  # samples after which a position may be dropped
OTHER_SCREENING = (150, 600)
MOST_ANSWERS = 12  # positions with more answers cost too much time to try


class Screened:
    """A position that passed the screening; `verify` tries it with all samples."""

    def __init__(self, view: View, shallow: Trier, deep: Trier) -> None:
        self.view = view
        self.trials = deep.extend(0)
        self._shallow = shallow
        self._deep = deep

    @property
    def best_moves(self) -> tuple[Move, ...]:
        """The answers of the best kind, judged by the samples so far."""
        return tuple(trial.move for trial in self.trials.best_kind)

    def verify(self) -> tuple[Trials, Trials] | None:
        """Return the trials at both depths with all samples; None if the bar is not met."""
        shallow = self._shallow.extend(SAMPLES)
        if not shallow.leads_by(LEAST_LEAD, SURE):
            return None
        deep = self._deep.extend(OTHER_SAMPLES)
        return (deep, shallow) if meets_bar(deep, shallow) else None


def screen(view: View, seed: int) -> Screened | None:
    """Try a position on few tables; None if it can't meet the bar."""
    answers = answers_of(view)
    if not 2 <= len(answers) <= MOST_ANSWERS:
        return None
    shallow = Trier(view, answers, rounds=ROUNDS, seed=seed)
    if not _is_hopeful(shallow, SCREENING):
        return None
    deep = Trier(view, answers, rounds=OTHER_ROUNDS, seed=seed)
    return Screened(view, shallow, deep) if _is_hopeful(deep, OTHER_SCREENING) else None


def _is_hopeful(trier: Trier, steps: tuple[int, ...]) -> bool:
    """Return whether a position can still meet the bar after each of these numbers of samples."""
    return all(trier.extend(samples).leads_by(LEAST_LEAD, -HOPEFUL) for samples in steps)


def agrees(deep: Trials, shallow: Trials) -> bool:
    """Return whether both depths have the same best kind."""
    return deep.answers[0].move in [trial.move for trial in shallow.best_kind]


def meets_bar(deep: Trials, shallow: Trials) -> bool:
    """Return whether finished trials at both depths meet the bar."""
    has_all = shallow.samples >= SAMPLES and deep.samples >= OTHER_SAMPLES
    leads = shallow.leads_by(LEAST_LEAD, SURE) and deep.leads_by(LEAST_LEAD, OTHER_SURE)
    return has_all and leads and agrees(deep, shallow)
