"""The layout of observations and action features, as data."""

from typing import NamedTuple

from byzanz.engine.environments.layout import (
    FEATURE_COUNT,
    FEATURE_FIELDS,
    LAYOUT_VERSION,
    OBSERVATION_FIELDS,
    OBSERVATION_SIZE,
    Field,
)
from byzanz.envs.problems import OtherLayout


class Layout(NamedTuple):
    """The fields of an array, in order and without gaps."""

    version: int
    size: int
    fields: tuple[Field, ...]

    def place(self, name: str) -> slice:
        """Return the places of a field; raises `KeyError` if there is none of this name."""
        for field in self.fields:
            if field.name == name:
                return slice(field.start, field.start + field.size)
        raise KeyError(f"no field is called {name!r}")


def obs_layout() -> Layout:
    """Return the layout of an observation.

    >>> obs_layout().place("lot")
    slice(100, 125, None)
    """
    return Layout(LAYOUT_VERSION, OBSERVATION_SIZE, OBSERVATION_FIELDS)


def feature_layout() -> Layout:
    """Return the layout of the features of one action."""
    return Layout(LAYOUT_VERSION, FEATURE_COUNT, FEATURE_FIELDS)


def check_layout(version: int) -> None:
    """Raise `OtherLayout` unless a model was trained with the layout of this release."""
    if version != LAYOUT_VERSION:
        raise OtherLayout(
            f"a model of layout version {version}: expected {LAYOUT_VERSION}; train it again, "
            "or install the release that it was trained with"
        )
