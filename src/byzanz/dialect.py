"""The mark of functions that run interpreted and compiled from one source.

A marked function keeps to a small dialect of Python: ints, tuples of ints as constants, indexing,
loops, ``if`` and calls of other marked functions. No dict, string, exception, NumPy call, clock,
randomness from outside, or I/O. Interpreted it works on `rules.table.Table`, compiled on a row;
`byzanz.fast` hands every function listed here to the compiler.
"""

from collections.abc import Callable, MutableSequence
from typing import TypeVar

Ints = MutableSequence[int]
"""A list when interpreted, an array when compiled."""

Function = TypeVar("Function", bound=Callable[..., object])

COMPILED: list[Callable[..., object]] = []
"""Every marked function, in the order of definition."""

APART: list[Callable[..., object]] = []
"""Those among them that compiled code calls; all others become a part of who calls them."""

SILENT: list[Callable[..., object]] = []
"""Functions that do nothing when compiled: they only tell an observer what happened."""

CARRIED: list[Callable[..., object]] = []
"""Functions that `byzanz.fast` writes anew for rows, because copying depends on the carrier."""


def compiles(function: Function) -> Function:
    """Mark a function as written in the dialect."""
    COMPILED.append(function)
    return function


def compiles_apart(function: Function) -> Function:
    """Mark a function of the dialect that is large and called from many places."""
    APART.append(function)
    return compiles(function)


def silent(function: Function) -> Function:
    """Mark a function that the compiled game leaves out."""
    SILENT.append(function)
    return function


def carried(function: Function) -> Function:
    """Mark a function that compiled code does in its own way."""
    CARRIED.append(function)
    return function
