"""Hands the functions of the dialect to Numba."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba.extending import overload, register_jitable

from byzanz.dialect import APART, COMPILED, SILENT
from byzanz.fast.cache import cache_directory
from byzanz.rules.table import copy_table

Function = TypeVar("Function", bound=Callable[..., object])

_known: set[Callable[..., object]] = set()


def entry_point(function: Function) -> Function:
    """Compile for calls from Python, without the interpreter's lock, and keep the code.

    All functions of the dialect that are defined by now may be called inside.
    """
    for marked in COMPILED:
        if marked not in _known:
            register_jitable(forceinline=marked not in APART)(marked)
    for marked in SILENT:
        if marked not in _known:
            _do_nothing(marked)
    _known.update(COMPILED, SILENT)
    directory = cache_directory()
    config: Any = numba.config
    before = config.CACHE_DIR
    config.CACHE_DIR = str(directory)  # for this function alone
    try:
        compile_function = numba.njit(cache=directory is not None, nogil=True)
        return cast("Function", compile_function(function))
    finally:
        config.CACHE_DIR = before


@overload(copy_table, strict=False)
def _copy_row(tables: Any, source: Any, target: Any) -> Callable[..., None]:
    def copy(tables: Any, source: Any, target: Any) -> None:
        tables[target] = tables[source]

    return copy


def _do_nothing(function: Callable[..., object]) -> None:
    """Compile calls of a function to nothing at all."""

    @overload(function, strict=False)  # strict would compare our annotations too
    def compiled(table: Any, word: Any, seat: Any, number: Any) -> Callable[..., None]:
        return lambda table, word, seat, number: None
