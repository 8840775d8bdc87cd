"""Stores the results of games that were finished by a release that did not store them."""

import msgspec

from byzanz.analysis.findings import Report
from byzanz.game.record import RULES_VERSION
from byzanz.game.refusal import Refused
from byzanz.rooms.outages import Outages
from byzanz.server.log_entries import result_rows
from byzanz.server.ops.maintenance import fold_log
from byzanz.server.workers.analysed_results import store_report
from byzanz.server.workers.analysis_runner import read_finding
from byzanz.store.errors import CorruptStore
from byzanz.store.event_store import EventStore
from byzanz.store.rows import ResultRow

AT_ONCE = 20  # rooms that are looked up together


class ResultBackfill:
    """Fills in one room after the other; it may be interrupted at any time.

    Several processes may do it at once: the store keeps every result once.
    """

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._rooms: list[str] = []

    async def fill_in_next(self) -> bool:
        """Fill in one room; returns False if there is none. Raises `StoreBusy`."""
        if not self._rooms:
            self._rooms = await self._store.rooms_without_results(AT_ONCE)
        if not self._rooms:
            return False
        room = self._rooms.pop(0)
        heads = await self._store.heads([room])
        if room not in heads:
            return True
        results = await self._results(room)
        await self._store.fill_in_results(room, results, rewrites=heads[room].rewrites)
        if results:
            await self._add_analysis(room)
        return True

    async def _results(self, room: str) -> tuple[ResultRow, ...]:
        """The results of a room; none if it can't be read or had other rules."""
        row = await self._store.row(room)
        if row is None or row.rules != RULES_VERSION:
            return ()
        try:
            return result_rows(fold_log(room, await self._store.log(room), Outages()))
        except (CorruptStore, Refused):
            return ()

    async def _add_analysis(self, room: str) -> None:
        """Add what a stored report says about the results of a room."""
        findings = await self._store.findings(room)
        try:
            report = read_finding(findings[max(findings)], Report) if findings else None
        except msgspec.DecodeError:  # no report yet, or one of another edition
            return
        if report is not None:
            await store_report(self._store, room, report)
