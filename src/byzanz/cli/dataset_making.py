"""The long work behind `byzanz dataset make` and `byzanz dataset check`, with its progress."""

import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from byzanz.arena.policy_match import has_policies_only
from byzanz.arena.worker_pool import WorkerDied
from byzanz.cli.command_line import BadInput
from byzanz.cli.compilation import compile_first
from byzanz.cli.match_pools import opened_cluster, opened_pool
from byzanz.cli.match_progress import compile_for
from byzanz.cli.render.console import is_interactive, message_console
from byzanz.dataset.checking import PartCheck, check_part
from byzanz.dataset.making import (
    ArenaParts,
    ClusterParts,
    CompiledParts,
    OnGames,
    PartSource,
    make_dataset,
)
from byzanz.dataset.manifest import Manifest
from byzanz.precompile.plan import POLICY_GAMES, RULES

COLUMNS = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


def make(folder: Path, manifest: Manifest, jobs: int, ray: str | None) -> Manifest:
    """Make a dataset with a progress bar; raises `BadInput` and what `make_dataset` raises."""
    try:
        with (
            opened_source(manifest, jobs, ray) as source,
            shown_progress(manifest.game_count) as on_games,
        ):
            return make_dataset(folder, manifest, source, on_games)
    except WorkerDied as died:
        raise BadInput(
            f"byzanz: a worker process was ended by {died}: run the same command again to continue"
        ) from None


@contextmanager
def opened_source(manifest: Manifest, jobs: int, ray: str | None) -> Iterator[PartSource]:
    """Open what plays the games: compiled code if no bot searches, and a cluster if asked."""
    plan = manifest.plan
    if not has_policies_only(plan):
        if ray is None:
            compile_for(plan.bots, message_console())
        with opened_pool(jobs, ray) as pool:
            yield ArenaParts(pool)
    elif ray is None:
        compile_first(POLICY_GAMES, message_console())
        yield CompiledParts(jobs)
    else:
        with opened_cluster(ray) as cluster:
            yield ClusterParts(cluster)


def check_parts(folder: Path, manifest: Manifest, every: int, jobs: int) -> Iterator[PartCheck]:
    """Check all parts, in processes, and yield what was found in order; raises `BadInput`."""
    compile_first(RULES, message_console())
    parts = range(manifest.part_count)
    context = multiprocessing.get_context("spawn")
    with (
        shown_progress(manifest.game_count) as on_games,
        ProcessPoolExecutor(min(jobs, len(parts)), context) as pool,
    ):
        waiting = [pool.submit(check_part, folder, manifest, part, every) for part in parts]
        try:
            for check in waiting:
                found = check.result()
                on_games(found.games)
                yield found
        except BrokenProcessPool:
            raise BadInput("byzanz: a process of the check was ended: run it again") from None
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def shown_progress(total: int) -> Iterator[OnGames]:
    """Show a bar in a terminal while games are finished."""
    console = message_console()
    with Progress(
        *COLUMNS, console=console, disable=not is_interactive(console), transient=True
    ) as progress:
        task = progress.add_task("games", total=total)
        yield lambda games: progress.advance(task, games)
