"""The tuned evaluation that the bots play with."""

from functools import cache

from byzanz.engine.evaluation.parameters import tuned_parameters
from byzanz.engine.evaluation.tables import Evaluation, make_evaluation


@cache
def tuned_evaluation(seat_count: int) -> Evaluation:
    """Build the evaluation for this number of players once, from the parameter file."""
    parameters = tuned_parameters()[seat_count]
    return make_evaluation(parameters.policy, parameters.leaf)
