"""Decorators for functions that run both interpreted and compiled, from one source.

A marked function keeps to a small dialect of Python: ints, tuples of ints as constants, indexing,
loops, ``if`` and calls of other marked functions. It uses no dict, string, exception, NumPy call,
clock, outside randomness or I/O. Interpreted, it works on a `rules.table.Table`; compiled, on a
row. `byzanz.fast` passes every function registered here to the compiler.
"""

from collections.abc import Callable, MutableSequence
from typing import TypeVar

Ints = MutableSequence[int]
"""A list when interpreted, an array when compiled."""

Function = TypeVar("Function", bound=Callable[..., object])

COMPILED: list[Callable[..., object]] = []
"""Every marked function, in the order of definition."""

NOT_INLINED: list[Callable[..., object]] = []
"""The marked functions that are compiled as separate functions; all others are inlined."""

SILENT: list[Callable[..., object]] = []
"""Functions that compile to nothing: they only report to an observer."""


def compiles(function: Function) -> Function:
    """Mark a function as written in the dialect; compiled, it is inlined into its callers."""
    COMPILED.append(function)
    return function


def compiles_without_inlining(function: Function) -> Function:
    """Mark a large function of the dialect that is called from too many places to be inlined."""
    NOT_INLINED.append(function)
    return compiles(function)


def silent(function: Function) -> Function:
    """Mark a function that compiled code skips."""
    SILENT.append(function)
    return function
