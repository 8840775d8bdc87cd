"""Playing a match with a progress bar, and reporting it."""

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
from byzanz.arena.game_records import write_game
from byzanz.arena.ledger import Ledger, ledger_path
from byzanz.arena.match import GameResult
from byzanz.arena.match_report import MatchReport, RunTiming, make_report
from byzanz.arena.page.number_format import interval_text
from byzanz.arena.plan import Plan
from byzanz.arena.worker_pool import WorkerDied
from byzanz.bots.roster import is_searching
from byzanz.cli.command_line import BadInput
from byzanz.cli.compilation import compile_first
from byzanz.cli.match_pools import MatchPool, opened_pool
from byzanz.cli.record_input import printable
from byzanz.cli.render.console import is_interactive
from byzanz.ledger_file import LedgerInUse
from byzanz.precompile.plan import SEARCH
from byzanz.reporting.svg import abbreviated

INTERVAL_SECONDS = 2.0  # seconds between two updates of the confidence interval
PROGRESS_RESAMPLES = 400  # bootstrap resamples; fewer than in the report, to stay quick
COLUMNS = (
    TextColumn("{task.description}"),
    BarColumn(bar_width=16),
    MofNCompleteColumn(),
    TextColumn("{task.fields[rate]}"),
    TimeRemainingColumn(),
    TextColumn("{task.fields[interval]}"),
)


def compile_for(bot_ids: Iterable[str], console: Console) -> None:
    """Compile what these bots need now, so that the worker processes do not each compile it."""
    if any(is_searching(bot_id) for bot_id in bot_ids):
        compile_first(SEARCH, console)


def play_match(
    plan: Plan,
    console: Console,
    *,
    jobs: int,
    fresh: bool = False,
    records: Path | None = None,
    ray: str | None = None,
) -> MatchReport | None:
    """Play the missing games of a match and report all of it; raises `BadInput`.

    With an address of Ray, they are played on its cluster. After Ctrl-C the report is partial, or
    None if no deck is finished.
    """
    with opened_ledger(plan, fresh=fresh) as ledger:
        begin, earlier_count = time.perf_counter(), len(ledger.results)
        try:
            with opened_pool(jobs, ray) as workers:
                for result in finished_games(plan, ledger, workers, console):
                    if records is not None:
                        write_game(records, plan, result)
        except KeyboardInterrupt:
            pass
        game_count = len(ledger.results) - earlier_count
        timing = RunTiming(jobs, game_count, time.perf_counter() - begin)
        return make_report(plan, ledger.finished(plan), timing)


@contextmanager
def opened_ledger(plan: Plan, *, fresh: bool = False) -> Iterator[Ledger]:
    """Open the ledger of a plan; raises `BadInput`."""
    try:
        ledger = Ledger(ledger_path(plan), fresh=fresh)
    except LedgerInUse:
        raise BadInput(
            "byzanz: another process is playing this match: wait until it ends"
        ) from None
    except (OSError, RuntimeError) as error:
        reason = str(getattr(error, "strerror", None) or error).lower()
        raise BadInput(
            f"byzanz: the finished games cannot be saved ({printable(reason)}): "
            "expected a writable folder in BYZANZ_CACHE_DIR"
        ) from None
    with ledger:
        yield ledger


def finished_games(
    plan: Plan, ledger: Ledger, workers: MatchPool, console: Console, *, title: str = "games"
) -> Iterator[GameResult]:
    """Yield every game of a plan, first those in the ledger; raises `BadInput`."""
    yield from ledger.finished(plan)
    missing = ledger.missing(plan)
    columns = COLUMNS if console.width >= 80 else COLUMNS[:3]
    with Progress(
        *columns, console=console, disable=not is_interactive(console), transient=True
    ) as progress:
        display = _ProgressDisplay(progress, plan, ledger, title)
        try:
            for result in workers.play(plan, missing):
                ledger.add(result)
                display.advance(result)
                yield result
        except WorkerDied as died:
            raise BadInput(
                f"byzanz: a worker process was ended by {died}: "
                "run the same command again to continue from the saved games"
            ) from None


class _ProgressDisplay:
    """Shows the number and rate of games, the time left, and the interval of the first bot."""

    def __init__(self, progress: Progress, plan: Plan, ledger: Ledger, title: str) -> None:
        self._progress = progress
        self._plan = plan
        self._begin = self._last_interval = time.perf_counter()
        self._done = self._earlier = 0
        self._shares: dict[int, list[float]] = {}  # [deck]: win shares of the first bot
        for result in ledger.finished(plan):
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
        win_shares = [seat.win_share for seat in result.seats if seat.bot_id == self._plan.bots[0]]
        self._shares.setdefault(result.deck, []).append(fmean(win_shares))

    def advance(self, result: GameResult) -> None:
        """Count a finished game and update the display."""
        self._count(result)
        if self._progress.disable:
            return
        now = time.perf_counter()
        rate = (self._done - self._earlier) / (now - self._begin)
        self._progress.update(self._task, completed=self._done, rate=f"{rate:.1f} games/s")
        if now - self._last_interval > INTERVAL_SECONDS:
            self._progress.update(self._task, interval=self._interval_text())
            self._last_interval = time.perf_counter()

    def _interval_text(self) -> str:
        seatings = len(self._plan.seatings)
        means = [[fmean(deck)] for deck in self._shares.values() if len(deck) == seatings]
        if not means:
            return ""
        (estimate,) = estimates(np.array(means), PROGRESS_RESAMPLES)
        if estimate.interval is None:
            return ""
        return f"{abbreviated(self._plan.bots[0], 12)} {interval_text(estimate)} %"
