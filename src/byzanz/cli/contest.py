"""The course of a match on the command line: what is shown while it goes on, and how it ends."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean

import numpy as np
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from byzanz.arena.bootstrap import estimates
from byzanz.arena.ledger import Ledger, LedgerInUse, ledger_path
from byzanz.arena.match import GameResult
from byzanz.arena.plan import Plan
from byzanz.arena.records import write_game
from byzanz.arena.report import Report, RunTiming, make_report
from byzanz.arena.svg import shortened
from byzanz.arena.words import interval_text
from byzanz.arena.workers import WorkerDied, Workers
from byzanz.cli.commandline import BadInput
from byzanz.cli.console import is_live
from byzanz.cli.opponents import is_searching
from byzanz.cli.simulation import compile_once
from byzanz.cli.source import shown

LOOKS = 2.0  # seconds between two looks at the interval
FEW_RESAMPLES = 400  # for a look
COLUMNS = (
    TextColumn("{task.description}"),
    BarColumn(bar_width=16),
    MofNCompleteColumn(),
    TextColumn("{task.fields[rate]}"),
    TimeRemainingColumn(),
    TextColumn("{task.fields[interval]}"),
)


def get_ready_for(words: Iterable[str], console: Console) -> None:
    """Compile what these bots need before several processes would do so."""
    if any(is_searching(word) for word in words):
        compile_once(console)


def play_match(
    plan: Plan, console: Console, *, jobs: int, fresh: bool = False, records: Path | None = None
) -> Report | None:
    """Play a match, or what is missing of it, and report it.

    After Ctrl-C the report is partial, and None before a deck is finished. Raises `BadInput`.
    """
    with opened(plan, fresh=fresh) as ledger:
        begin, earlier_count = time.perf_counter(), len(ledger.results)
        try:
            with Workers(jobs) as workers:
                for result in finished_games(plan, ledger, workers, console):
                    if records is not None:
                        write_game(records, plan, result)
        except KeyboardInterrupt:
            pass
        game_count = len(ledger.results) - earlier_count
        timing = RunTiming(jobs, game_count, time.perf_counter() - begin)
        return make_report(plan, ledger.of(plan), timing)


@contextmanager
def opened(plan: Plan, *, fresh: bool = False) -> Iterator[Ledger]:
    """The ledger of a plan; raises `BadInput`."""
    try:
        ledger = Ledger(ledger_path(plan), fresh=fresh)
    except LedgerInUse:
        raise BadInput(
            "byzanz: this very match is being played: expected to wait for the other process"
        ) from None
    except (OSError, RuntimeError) as error:
        reason = str(getattr(error, "strerror", None) or error).lower()
        raise BadInput(
            f"byzanz: the games cannot be kept ({shown(reason)}): "
            "expected a folder in BYZANZ_CACHE_DIR"
        ) from None
    with ledger:
        yield ledger


def finished_games(
    plan: Plan, ledger: Ledger, workers: Workers, console: Console, *, title: str = "games"
) -> Iterator[GameResult]:
    """Every game of a plan, first those in the ledger; raises `BadInput`."""
    yield from ledger.of(plan)
    missing = ledger.missing(plan)
    columns = COLUMNS if console.width >= 80 else COLUMNS[:3]
    with Progress(
        *columns, console=console, disable=not is_live(console), transient=True
    ) as progress:
        watch = _Watch(progress, plan, ledger, title)
        try:
            for result in workers.play(plan, missing):
                ledger.add(result)
                watch.advance(result)
                yield result
        except WorkerDied as died:
            raise BadInput(
                f"byzanz: a process that played was ended by {died}: "
                "expected the same command to go on with the games so far"
            ) from None


class _Watch:
    """What somebody who watches sees: games, their rate, the time left, the first interval."""

    def __init__(self, progress: Progress, plan: Plan, ledger: Ledger, title: str) -> None:
        self._progress = progress
        self._plan = plan
        self._begin = self._last_look = time.perf_counter()
        self._done = self._earlier = 0
        self._shares: dict[int, list[float]] = {}  # of the first bot, by deck and seating
        for result in ledger.of(plan):
            self._count(result)
        self._earlier = self._done
        self._task: TaskID = progress.add_task(
            title,
            total=plan.decks * len(plan.seatings),
            completed=self._earlier,
            rate="",
            interval="",
        )

    def _count(self, result: GameResult) -> None:
        self._done += 1
        own = [seat.win_share for seat in result.seats if seat.word == self._plan.bots[0]]
        self._shares.setdefault(result.deck, []).append(fmean(own))

    def advance(self, result: GameResult) -> None:
        """One more game is over."""
        self._count(result)
        if self._progress.disable:
            return
        now = time.perf_counter()
        rate = (self._done - self._earlier) / (now - self._begin)
        self._progress.update(self._task, completed=self._done, rate=f"{rate:.1f} games/s")
        if now - self._last_look > LOOKS:
            self._progress.update(self._task, interval=self._interval())
            self._last_look = time.perf_counter()

    def _interval(self) -> str:
        """The interval of the first bot so far."""
        seatings = len(self._plan.seatings)
        means = [[fmean(deck)] for deck in self._shares.values() if len(deck) == seatings]
        if not means:
            return ""
        (estimate,) = estimates(np.array(means), FEW_RESAMPLES)
        return f"{shortened(self._plan.bots[0], 12)} {interval_text(estimate)} %"
