"""The parameters of a bot's judgement, few enough to be tuned by self-play."""

from functools import cache
from pathlib import Path

import msgspec

TUNED = Path(__file__).with_name("habits.json")
"""What scripts/tune.py found, by number of players."""


class Worths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What cards are worth, in hundredths of a point of profit."""

    single: tuple[int, int, int, int]  # a card alone of its good, by value
    pair: tuple[int, int, int, int]  # two cards of a good, by the higher value
    merchants: tuple[int, int]  # one, two merchants that complete no set
    single_time: float  # rounds to come at which half of that is reached
    pair_time: float
    merchant_time: float
    market_time: float  # what the market alone is of a round to come
    upgrade: int  # a set, for each value that its best card is below 4
    crowd: tuple[int, int, int]  # the cost of six, seven cards in no set, and of each above


class Habits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How solid plays."""

    worths: Worths
    threshold: tuple[int, ...]  # what a lot must gain, by its number in the round
    market_pull: tuple[int, ...]  # how much the best stall speaks against winning now, percent
    pay_rate: tuple[int, ...]  # how much the cards paid count, percent
    patience: tuple[int, ...]  # what it must gain besides, by rounds to come
    opener: int  # the chance that all pass and the opener gets the lot, percent
    last_pull: int  # how much of the market's pull is left in the last round, percent
    deny_lot: int  # for each point of a lot, because nobody else gets it
    deny_stall: int  # for each point of a stall
    eager: int  # what a bid may cost more for each point above need


class Judgement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the end of a round promises, learned from how games went on from there."""

    worths: Worths
    spread: tuple[int, ...]  # by rounds to come: who is so far behind wins once in e times
    future: tuple[int, ...]  # profit to come besides the worth of the hand, by rounds to come


class Tuned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that was found for one number of players."""

    habits: Habits
    judgement: Judgement


@cache
def tuned() -> dict[int, Tuned]:
    """What was found, by number of players."""
    return msgspec.json.decode(TUNED.read_bytes(), type=dict[int, Tuned])
