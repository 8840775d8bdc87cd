"""The tuned parameters of the evaluation; `byzanz tune` writes them to parameters.json.

Values are in hundredths of a point of profit unless the comment names another unit.
"""

from functools import cache
from pathlib import Path

import msgspec

PARAMETER_FILE = Path(__file__).with_name("parameters.json")
"""The parameters by number of players."""


class CardValues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The values of cards in a hand.

    A value is half of its number when its half time, in rounds, is left to play.
    """

    single: tuple[int, int, int, int]  # value of the only card of its good, by face value
    pair: tuple[int, int, int, int]  # value of two cards of a good, by the higher face value
    merchants: tuple[int, int]  # value of one and of two merchants that complete no set
    single_half_time: float
    pair_half_time: float
    merchant_half_time: float
    market_fraction: float  # fraction of a round for which its market alone counts
    upgrade: int  # value that a set gains for each point by which its best card is below 4
    crowding: tuple[int, int, int]  # cost of six loose cards, of seven, and of each one above seven


class PolicyParameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of the policy solid."""

    card_values: CardValues
    threshold: tuple[int, ...]  # gain that a bid requires, by auction of the round
    market_weight: tuple[int, ...]  # weight of the best stall's gain, by auction, in percent
    payment_weight: tuple[int, ...]  # weight of the value of the cards paid, by auction, in percent
    patience: tuple[int, ...]  # number added to the threshold, by rounds left
    opener_chance: int  # chance that all pass and the opener gets the lot, in percent
    last_market_weight: int  # factor on market_weight in the last round, in percent
    deny_lot: int  # value of denying a lot to other seats, per point of the lot
    deny_stall: int  # value of denying a stall to other seats, per point of the stall
    overbid_allowance: int  # extra cost that is accepted per point above the lowest sufficient bid


class LeafParameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of the leaf evaluation, fitted to the results of self-play games."""

    card_values: CardValues
    spread: tuple[int, ...]  # temperature of the softmax over profits, by rounds left
    profit_to_come: tuple[int, ...]  # expected profit beyond the hand's value, by rounds left


class TunedParameters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All parameters for one number of players."""

    policy: PolicyParameters
    leaf: LeafParameters


@cache
def tuned_parameters() -> dict[int, TunedParameters]:
    """Read the parameters, by number of players."""
    return msgspec.json.decode(PARAMETER_FILE.read_bytes(), type=dict[int, TunedParameters])
