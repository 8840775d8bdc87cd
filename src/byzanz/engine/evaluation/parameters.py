"""The tuned parameters of the evaluation; scripts/tune.py writes them to parameters.json.

Values are in hundredths of a point of profit unless the comment names another unit.
"""

from functools import cache
from pathlib import Path

import msgspec

PARAMETER_FILE = Path(__file__).with_name("parameters.json")
"""The parameters by number of players."""


class CardValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of cards in a hand.

    A value reaches half of its number when its half time, in rounds left, is still to be played.
    """

    single: tuple[int, int, int, int]  # the only card of its good, by face value
    pair: tuple[int, int, int, int]  # two cards of a good, by the higher face value
    merchants: tuple[int, int]  # one, two merchants that complete no set
    single_half_time: float
    pair_half_time: float
    merchant_half_time: float
    market_fraction: float  # of a round, that its market alone counts for
    upgrade: int  # of a set, for each point that its best card is below 4
    crowding: tuple[int, int, int]  # the cost of six, of seven loose cards, and of each above


class PolicyParameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of the policy solid."""

    card_values: CardValues
    threshold: tuple[int, ...]  # the gain that a bid requires, by auction of the round
    market_weight: tuple[int, ...]  # of the best stall against winning now, by auction, percent
    payment_weight: tuple[int, ...]  # of the value of the cards paid, by auction, percent
    patience: tuple[int, ...]  # added to the threshold, by rounds left
    opener_chance: int  # that all pass and the opener gets the lot, percent
    last_market_weight: int  # a factor on market_weight in the last round, percent
    deny_lot: int  # for each point of a lot that no other seat gets
    deny_stall: int  # for each point of a stall that no other seat gets
    overbid_allowance: int  # extra cost that is accepted for each point above the need


class LeafParameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of the leaf evaluation, fitted to the results of self-play games."""

    card_values: CardValues
    spread: tuple[int, ...]  # by rounds left: the temperature of the softmax over profits
    profit_to_come: tuple[int, ...]  # by rounds left: expected profit beyond the value of the hand


class TunedParameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All parameters for one number of players."""

    policy: PolicyParameters
    leaf: LeafParameters


@cache
def tuned_parameters() -> dict[int, TunedParameters]:
    """Read the parameters, by number of players."""
    return msgspec.json.decode(PARAMETER_FILE.read_bytes(), type=dict[int, TunedParameters])
