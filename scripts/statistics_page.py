"""Let a bot play against itself and write the page of statistics, docs/statistics.md.

    python scripts/statistics_page.py --bot expert --decks 500

Finished games are kept: broken off, the same command goes on where it was.
"""

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from byzanz.arena.match import GameResult
from byzanz.arena.plan import Plan
from byzanz.arena.records import replayed
from byzanz.arena.statistics.facts import GameFacts, facts_of
from byzanz.arena.statistics.measures import Games
from byzanz.arena.statistics.page import Run, write_page
from byzanz.arena.tournament import PLAYER_COUNTS, SECONDS
from byzanz.arena.workers import Workers
from byzanz.bots.roster import UnknownBot, make_bot
from byzanz.cli.commandline import INTERRUPTED, BadInput
from byzanz.cli.console import messages
from byzanz.cli.contest import finished_games, get_ready_for, opened


def known_bot(word: str) -> str:
    """A word that names a bot; argparse shows the message else."""
    try:
        make_bot(word)
    except UnknownBot as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return word


def read_words(words: Sequence[str]) -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bot", type=known_bot, default="expert", help="who plays all seats")
    parser.add_argument(
        "--beside",
        type=known_bot,
        nargs="+",
        default=["solid", "greedy"],
        help="bots to compare with, on the same decks",
    )
    parser.add_argument("--decks", type=int, default=500, help="for each number of players")
    parser.add_argument("--seed", type=int, default=1, help="which decks")
    parser.add_argument("--jobs", type=int, default=2, help="processes that play at a time")
    parser.add_argument("--out", type=Path, default=Path("docs"), help="folder of the page")
    chosen = parser.parse_args(words)
    if chosen.decks < 1 or chosen.jobs < 1 or chosen.seed < 0:
        parser.error("expected at least one deck and one job, and a seed from 0 on")
    chosen.beside = [word for word in dict.fromkeys(chosen.beside) if word != chosen.bot]
    if not chosen.beside:
        parser.error("expected another bot beside")
    return chosen


def played(plan: Plan, workers: Workers) -> list[GameResult]:
    """All games of a plan, most of them perhaps from the ledger."""
    title = f"{plan.bots[0]}, {plan.players} players"
    console = messages()
    with opened(plan) as ledger:
        for _ in finished_games(plan, ledger, workers, console, title=title):
            pass
        console.print(f"{title}: {plan.decks} games")
        return ledger.of(plan)


def games_of(word: str, chosen: argparse.Namespace, workers: Workers) -> Games:
    """The facts of all games that a bot plays against itself."""
    games: dict[int, list[GameFacts]] = {}
    for players in PLAYER_COUNTS:
        plan = Plan((word,) * players, chosen.decks, chosen.seed, SECONDS)
        games[players] = [facts_of(replayed(plan, result)) for result in played(plan, workers)]
    return games


def command(chosen: argparse.Namespace) -> str:
    """The command that writes the same page again."""
    words = [".venv/bin/python", "scripts/statistics_page.py", "--bot", chosen.bot]
    words += ["--beside", *chosen.beside, "--decks", str(chosen.decks)]
    return shlex.join([*words, "--seed", str(chosen.seed)])


def main(words: Sequence[str]) -> int:
    """Play and write."""
    chosen = read_words(words)
    bots = [chosen.bot, *chosen.beside]
    get_ready_for(bots, messages())
    try:
        with Workers(chosen.jobs) as workers:
            games = {word: games_of(word, chosen, workers) for word in bots}
    except KeyboardInterrupt:
        print("Interrupted; the games so far are kept, and the same command goes on.")
        return INTERRUPTED
    except BadInput as error:
        print(error.message, file=sys.stderr)
        return error.exit_code
    write_page(chosen.out, Run(games, chosen.decks, chosen.seed, command(chosen)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
