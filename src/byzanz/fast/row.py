"""Rows: tables as NumPy records, with a type derived from the declaration of `Table`."""

from dataclasses import fields
from typing import Any, get_type_hints

import numpy as np

from byzanz.rules.table import Bounds, Shape, Table


def _width(bounds: Bounds) -> type[np.signedinteger[Any]]:
    """The narrowest signed type; unsigned types wrap below zero and mix badly with ints."""
    for width in (np.int8, np.int16, np.int32, np.int64):
        limits = np.iinfo(width)
        if limits.min <= bounds.least and bounds.greatest <= limits.max:
            return width
    raise AssertionError(f"no narrow type for {bounds}")


def row_type(declaration: type) -> "np.dtype[np.void]":
    """Derive a record type from a dataclass: one column for each field annotated with `Bounds`."""
    hints = get_type_hints(declaration, include_extras=True)
    columns: list[tuple[str, Any, tuple[int, ...]]] = []
    for field in fields(declaration):
        marks = getattr(hints[field.name], "__metadata__", ())
        bounds = [mark for mark in marks if isinstance(mark, Bounds)]
        sizes = [size for mark in marks if isinstance(mark, Shape) for size in mark if size]
        if bounds:
            columns.append((field.name, _width(bounds[0]), tuple(sizes)))
    return np.dtype(columns)


ROW = row_type(Table)
Rows = np.ndarray[tuple[int], np.dtype[np.void]]


def new_rows(count: int) -> Rows:
    """Allocate rows; each must be dealt before it is played."""
    return np.zeros(count, dtype=ROW)


def write_row(rows: Rows, index: int, declared: object) -> None:
    """Copy a table into a row, or another object whose class was given to `row_type`."""
    row = rows[index]
    for name in rows.dtype.names or ():
        row[name] = getattr(declared, name)


def read_row(rows: Rows, index: int) -> Table:
    """Copy a row into a new table."""
    table = Table()
    read_fields(rows, index, table)
    return table


def read_fields(rows: Rows, index: int, declared: object) -> None:
    """Copy a row into an object whose class was given to `row_type`."""
    row = rows[index]
    for name in rows.dtype.names or ():
        setattr(declared, name, row[name].tolist())
