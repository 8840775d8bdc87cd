"""Let a bot play against itself and write the statistics page, docs/statistics.md.

    python scripts/statistics_page.py --bot expert --decks 500

Finished games are kept: after an interruption, the same command continues.
"""

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from byzanz.arena.game_records import replayed
from byzanz.arena.match import GameResult
from byzanz.arena.plan import Plan
from byzanz.arena.tournament import PLAYER_COUNTS, SECONDS
from byzanz.arena.worker_pool import WorkerPool
from byzanz.bots.roster import UnknownBot, make_bot
from byzanz.cli.command_line import INTERRUPTED, BadInput
from byzanz.cli.match_progress import compile_for, finished_games, opened_ledger
from byzanz.cli.render.console import message_console
from byzanz.statistics.game_facts import GameFacts, facts_of
from byzanz.statistics.measures import Games
from byzanz.statistics.page import Run, write_page


def bot_id_argument(bot_id: str) -> str:
    """Check a bot id for argparse, which prints the message of the error."""
    try:
        make_bot(bot_id)
    except UnknownBot as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return bot_id


def read_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the command line; exits with a message if it is not valid."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--bot", type=bot_id_argument, default="expert", help="the bot that plays all seats"
    )
    parser.add_argument(
        "--compare",
        type=bot_id_argument,
        nargs="+",
        default=["solid", "greedy"],
        help="bots that play the same decks for comparison",
    )
    parser.add_argument("--decks", type=int, default=500, help="decks per number of players")
    parser.add_argument("--seed", type=int, default=1, help="the seed that determines the decks")
    parser.add_argument("--jobs", type=int, default=2, help="processes that play at the same time")
    parser.add_argument("--out", type=Path, default=Path("docs"), help="folder of the page")
    options = parser.parse_args(arguments)
    if options.decks < 1 or options.jobs < 1 or options.seed < 0:
        parser.error("expected at least one deck and one job, and a seed from 0 on")
    options.compare = [bot_id for bot_id in dict.fromkeys(options.compare) if bot_id != options.bot]
    if not options.compare:
        parser.error(f"--compare: expected a bot other than {options.bot}")
    return options


def results_of(plan: Plan, workers: WorkerPool) -> list[GameResult]:
    """Return all games of a plan; those that are not in the ledger are played."""
    title = f"{plan.bots[0]}, {plan.players} players"
    console = message_console()
    with opened_ledger(plan) as ledger:
        for _ in finished_games(plan, ledger, workers, console, title=title):
            pass
        console.print(f"{title}: {plan.decks} games")
        return ledger.finished(plan)


def games_of(bot_id: str, options: argparse.Namespace, workers: WorkerPool) -> Games:
    """Return the facts of all games that a bot plays against itself."""
    games: dict[int, list[GameFacts]] = {}
    for players in PLAYER_COUNTS:
        plan = Plan((bot_id,) * players, options.decks, options.seed, SECONDS)
        games[players] = [facts_of(replayed(plan, result)) for result in results_of(plan, workers)]
    return games


def command(options: argparse.Namespace) -> str:
    """Return the command that makes the page again."""
    arguments = [".venv/bin/python", "scripts/statistics_page.py", "--bot", options.bot]
    arguments += ["--compare", *options.compare, "--decks", str(options.decks)]
    return shlex.join([*arguments, "--seed", str(options.seed)])


def main(arguments: Sequence[str]) -> int:
    """Play all games and write the page; return the exit code."""
    options = read_arguments(arguments)
    bots = [options.bot, *options.compare]
    compile_for(bots, message_console())
    try:
        with WorkerPool(options.jobs) as workers:
            games = {bot_id: games_of(bot_id, options, workers) for bot_id in bots}
    except KeyboardInterrupt:
        print("Interrupted; the games so far are kept. The same command continues.")
        return INTERRUPTED
    except BadInput as error:
        print(error.message, file=sys.stderr)
        return error.exit_code
    write_page(options.out, Run(games, options.decks, options.seed, command(options)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
