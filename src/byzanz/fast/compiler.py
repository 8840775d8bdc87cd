"""Compilation of the dialect with Numba."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.extending import overload, register_jitable

from byzanz.dialect import COMPILED, NOT_INLINED, SILENT
from byzanz.fast.cache import cache_directory
from byzanz.rules.table import copy_table

Function = TypeVar("Function", bound=Callable[..., object])

COMPILED_FUNCTIONS: list[Any] = []
"""Every entry point, in the order of definition."""

_registered: set[Callable[..., object]] = set()


def entry_point(function: Function) -> Function:
    """Compile a function that Python calls; it releases the GIL, and its code is cached on disk.

    It may call every function of the dialect that is defined before it.
    """
    for marked in COMPILED:
        if marked not in _registered:
            register_jitable(forceinline=marked not in NOT_INLINED)(marked)
    for marked in SILENT:
        if marked not in _registered:
            _compile_to_nothing(marked)
    _registered.update(COMPILED, SILENT)
    directory = cache_directory()
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(directory)  # Numba reads it while it decorates the function
    try:
        compile_function = numba.njit(cache=directory is not None, nogil=True)
        COMPILED_FUNCTIONS.append(compile_function(function))
        return cast("Function", COMPILED_FUNCTIONS[-1])
    finally:
        config.CACHE_DIR = before


@overload(copy_table, strict=False)
def _copy_row(tables: Any, source: Any, target: Any) -> Callable[..., None]:
    def copy(tables: Any, source: Any, target: Any) -> None:
        tables[target] = tables[source]

    return copy


def _compile_to_nothing(function: Callable[..., object]) -> None:
    """Make compiled code skip the calls of a silent function, which has the signature of `note`."""

    @overload(function, strict=False)  # strict would compare the annotations too
    def compiled(table: Any, code: Any, seat: Any, number: Any) -> Callable[..., None]:
        return lambda table, code, seat, number: None
