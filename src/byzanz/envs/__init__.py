"""Environments for research: batches of games, PettingZoo, Gymnasium, OpenSpiel, and resampling.

`byzanz.envs.aec`, `byzanz.envs.vector` and `byzanz.envs.spiel` need libraries of their own, so they
are imported by name.
"""

from byzanz.envs.batch import BatchEnv
from byzanz.envs.layout import check_layout, feature_layout, obs_layout
from byzanz.envs.problems import ClosedEnvironment, IllegalAction, OtherLayout, WrongShape
from byzanz.envs.resampling import resample

__all__ = [
    "BatchEnv",
    "ClosedEnvironment",
    "IllegalAction",
    "OtherLayout",
    "WrongShape",
    "check_layout",
    "feature_layout",
    "obs_layout",
    "resample",
]
