"""Parameters as vectors of floats, for the evolution, and back within their limits."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from byzanz.engine.evaluation.hand_value import POINT
from byzanz.engine.evaluation.parameters import CardValues, PolicyParameters

Vector = Any
"""Parameters as an array of floats, scaled to numbers near 1 for the evolution."""

VALUE_LISTS = ("single", "pair", "merchants", "crowding")
VALUE_TIMES = ("single_half_time", "pair_half_time", "merchant_half_time", "market_fraction")
VALUE_NUMBERS = ("upgrade",)
POLICY_LISTS = ("threshold", "market_weight", "payment_weight", "patience")
POLICY_NUMBERS = (
    *("opener_chance", "last_market_weight", "deny_lot", "deny_stall"),
    "overbid_allowance",
)
LIMITS = {  # the range of each parameter, in the unit that `parameters.py` gives
    "single": (0, 400),
    "pair": (0, 600),
    "merchants": (0, 900),
    "crowding": (0, 900),
    "threshold": (-900, 900),
    "market_weight": (-50, 300),
    "payment_weight": (0, 400),
    "upgrade": (-50, 100),
    "opener_chance": (-50, 100),
    "patience": (-900, 900),
    "last_market_weight": (-100, 300),
    "deny_lot": (-50, 50),
    "deny_stall": (-50, 150),
    "overbid_allowance": (-30, 60),
}
SHORTEST_TIME = 0.02  # least value of a half time and of `market_fraction`, in rounds


def values_vector(values: CardValues) -> Vector:
    """Convert card values to floats."""
    numbers = _read_lists(values, VALUE_LISTS)
    numbers += [getattr(values, name) for name in VALUE_TIMES]
    numbers += [getattr(values, name) / POINT for name in VALUE_NUMBERS]
    return np.array(numbers)


def to_values(numbers: Iterator[float], like: CardValues) -> CardValues:
    """Read card values from floats, within LIMITS; consumes only the floats of card values."""
    found = _write_lists(like, VALUE_LISTS, numbers)
    for name in VALUE_TIMES:
        found[name] = round(max(float(next(numbers)), SHORTEST_TIME), 3)
    for name in VALUE_NUMBERS:
        found[name] = _limited(name, numbers)
    return CardValues(**found)


def policy_vector(policy: PolicyParameters) -> Vector:
    """Convert policy parameters to floats."""
    numbers = _read_lists(policy, POLICY_LISTS)
    numbers += [getattr(policy, name) / POINT for name in POLICY_NUMBERS]
    return np.concatenate([values_vector(policy.card_values), numbers])


def to_policy(vector: Vector, like: PolicyParameters) -> PolicyParameters:
    """Read policy parameters from floats, within LIMITS; lists get the lengths of `like`."""
    numbers = iter(vector)
    values = to_values(numbers, like.card_values)
    found = _write_lists(like, POLICY_LISTS, numbers)
    for name in POLICY_NUMBERS:
        found[name] = _limited(name, numbers)
    return PolicyParameters(values, **found)


def _read_lists(source: CardValues | PolicyParameters, names: Sequence[str]) -> list[float]:
    return [value / POINT for name in names for value in getattr(source, name)]


def _write_lists(
    like: CardValues | PolicyParameters, names: Sequence[str], numbers: Iterator[float]
) -> dict[str, Any]:
    return {name: tuple(_limited(name, numbers) for _ in getattr(like, name)) for name in names}


def _limited(name: str, numbers: Iterator[float]) -> int:
    least, greatest = LIMITS[name]
    return min(max(round(POINT * next(numbers)), least), greatest)
