"""Splits a seat's result into luck (deal, lots) and skill (own moves, others' moves)."""

from collections.abc import Sequence

from byzanz.analysis.findings import Balance, Cause, Step


def balance_of(steps: Sequence[Step], seat: int, *, of_profit: bool = False) -> Balance:
    """Return the parts of a seat's win share, or of its profit."""
    sums = dict.fromkeys(("deal", "lots", "own_moves", "others_moves"), 0)
    values = [(step.outlook.profits if of_profit else step.outlook.shares)[seat] for step in steps]
    for step, before, after in zip(steps[1:], values, values[1:], strict=False):
        sums[_part(step, seat)] += after - before
    return Balance(start=values[0], end=values[-1], **sums)


def _part(step: Step, seat: int) -> str:
    match step.cause:
        case Cause.DEAL:
            return "deal"
        case Cause.LOT:
            return "lots"
        case _:
            return "own_moves" if step.seat == seat else "others_moves"
