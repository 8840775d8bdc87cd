"""The bar of a puzzle: how far its best kind of answer has to lead, and with how many samples.

A position is tried on few tables first. It goes on to more of them only while it can still meet the
bar, so that most of the time is spent on positions that are puzzles.
"""

from byzanz.game.moves import Move
from byzanz.game.view import View
from byzanz.puzzles.answers import answers_of
from byzanz.puzzles.trials import Trials, Trier

LEAST_LEAD = 0.03  # win share by which the best kind leads every other kind
SAMPLES = 20_000  # play-outs of every answer
ROUNDS = 2  # rounds of a play-out for the bar, the same as in the expert's search
OTHER_ROUNDS = 1  # rounds at the other depth, which has to agree
SURE = 3.0  # standard errors by which the lead has to be beyond the bar
HOPEFUL = 2.5  # standard errors by which a lead may be below the bar before all samples are drawn
SCREENING = (120, 500, 2500)  # samples after which a position may be dropped
FIRST_LOOK = 100  # samples of the other depth before the screening, because they are cheap
MOST_ANSWERS = 12  # positions with more answers cost too much time to try


class Screened:
    """A position that passed the screening; `verify` tries it with all samples."""

    def __init__(self, view: View, deep: Trier, shallow: Trier, trials: Trials) -> None:
        self.view = view
        self.trials = trials
        self._deep = deep
        self._shallow = shallow

    @property
    def best_moves(self) -> tuple[Move, ...]:
        """The answers of the best kind, judged by the samples so far."""
        return tuple(trial.move for trial in self.trials.best_kind)

    def verify(self) -> tuple[Trials, Trials] | None:
        """Return the trials at both depths with all samples; None if the bar is not met."""
        shallow = self._shallow.extend(SAMPLES)
        if not agrees(self.trials, shallow):
            return None
        deep = self._deep.extend(SAMPLES)
        meets = deep.leads_by(LEAST_LEAD, SURE) and agrees(deep, shallow)
        return (deep, shallow) if meets else None


def screen(view: View, seed: int) -> Screened | None:
    """Try a position on few tables; None if it can't meet the bar."""
    answers = answers_of(view)
    if not 2 <= len(answers) <= MOST_ANSWERS:
        return None
    shallow = Trier(view, answers, rounds=OTHER_ROUNDS, seed=seed)
    if not shallow.extend(FIRST_LOOK).leads_by(0, -HOPEFUL):
        return None
    deep = Trier(view, answers, rounds=ROUNDS, seed=seed)
    for samples in SCREENING:
        trials = deep.extend(samples)
        if not trials.leads_by(LEAST_LEAD, -HOPEFUL):
            return None
    return Screened(view, deep, shallow, trials)


def agrees(deep: Trials, shallow: Trials) -> bool:
    """Return whether the other depth has the same best kind, beyond its noise."""
    return shallow.leads_by(0, SURE) and deep.answers[0].move in [
        trial.move for trial in shallow.best_kind
    ]
