"""Hands the functions of the dialect to Numba; the only importer of Numba besides the cache."""

from collections.abc import Callable
from typing import Any

import numba
from numba.extending import overload, register_jitable

import byzanz.rules.randomplay  # the top of the dialect: with it every marked function is listed
from byzanz.dialect import COMPILED, SILENT


def _do_nothing(function: Callable[..., object]) -> None:
    """Compile calls of a function to nothing at all."""

    @overload(function, strict=False)  # strict would compare our annotations too
    def compiled(*arguments: Any) -> Callable[..., None]:
        return lambda *arguments: None


for _function in COMPILED:
    register_jitable(_function)
for _function in SILENT:
    _do_nothing(_function)

entry_point = numba.njit(cache=True, nogil=True)
"""Compile a function for calls from Python, without the interpreter's lock."""
