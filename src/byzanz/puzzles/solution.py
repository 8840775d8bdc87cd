"""Makes a puzzle of a found position: why the best answer is best, and the others are not."""

from byzanz.analysis.causes import Chain, Fault
from byzanz.analysis.decisions import faults
from byzanz.analysis.decisions.cause_chains import chain_of_choice
from byzanz.analysis.findings import MILLIONTHS
from byzanz.bots.reasons import reasons_of
from byzanz.game.game import Game
from byzanz.puzzles.answers import options_of
from byzanz.puzzles.difficulty import level_of
from byzanz.puzzles.findings import Found
from byzanz.puzzles.puzzle import Choice, Puzzle
from byzanz.puzzles.sampled_game import sampled_game
from byzanz.puzzles.trials import Trial

CHAIN_SEEDS = range(12)  # sampled tables on which a chain of causes is looked for
MOST_CHAINS = 3  # kinds of wrong answers with a chain, the most tempting first


def puzzle_of(found: Found) -> Puzzle | None:
    """Return the puzzle of a position; None if the lead of its best answer can't be explained.

    It can if every other kind of answer has a named fault, and there is a reason for the best
    answer, or a sampled table shows the consequences of the most tempting one.
    """
    view, trials = found.view, found.deep.answers
    best = trials[0]
    has_reason = any(not reason.is_against for reason in reasons_of(view, best.move))
    games = [game for seed in CHAIN_SEEDS if (game := sampled_game(view, seed)) is not None]
    choices: list[Choice] = []
    for trial in trials:
        fault = None if trial.kind == 0 else _fault(found, trial)
        if trial.kind > 0 and fault is None:
            return None
        is_first = trial.kind not in {choice.kind for choice in choices}
        chain = (
            _chain(found, trial, fault, games)
            if is_first and 0 < trial.kind <= MOST_CHAINS
            else None
        )
        if trial.kind == 1 and is_first and chain is None and not has_reason:
            return None
        choices.append(_choice(found, trial, fault, chain))
    return Puzzle(level_of(found.missed), found.missed, view, options_of(view), tuple(choices))


def _fault(found: Found, trial: Trial) -> Fault | None:
    best = found.deep.answers[0]
    return faults.fault_of(
        found.view,
        (trial.move, best.move),
        (
            faults.Trial(trial.free, trial.pick, trial.profits),
            faults.Trial(best.free, best.pick, best.profits),
        ),
    )


def _chain(found: Found, trial: Trial, fault: Fault | None, games: list[Game]) -> Chain | None:
    """Return the chain of causes on the first sampled table on which there is one."""
    seat = found.view.seat
    assert seat is not None
    moves = (trial.move, found.deep.answers[0].move)
    chains = (chain_of_choice(game, seat, moves, fault) for game in games)
    return next((chain for chain in chains if chain is not None), None)


def _choice(found: Found, trial: Trial, fault: Fault | None, chain: Chain | None) -> Choice:
    return Choice(
        move=trial.move,
        kind=trial.kind,
        share=round(MILLIONTHS * trial.share),
        profit=round(MILLIONTHS * trial.profit),
        reasons=reasons_of(found.view, trial.move),
        fault=fault,
        chain=chain,
    )
