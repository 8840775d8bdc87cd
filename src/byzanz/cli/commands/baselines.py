"""`byzanz baselines`: comparing a bot with known ones, and the page about ours."""

import os
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from byzanz.cli.arguments import Json, integer_parser
from byzanz.cli.command_line import INTERRUPTED, Command, CommandLine
from byzanz.cli.commands.arena import (
    MOST_DECKS,
    Decks,
    Jobs,
    Seconds,
    Seed,
    check_writable,
    parse_bots,
)
from byzanz.cli.match_pools import RayAddress, check_bots_for_ray
from byzanz.cli.render.console import message_console
from byzanz.cli.render.json_output import print_json

if TYPE_CHECKING:
    from byzanz.arena.baselines import Comparison
    from byzanz.arena.plan import Plan

COMPARE = "Example: byzanz baselines compare greedy --players 3 --decks 100"
PAGE = "Example: byzanz baselines page --decks 1000 --out docs/baselines.md"
EXAMPLE = COMPARE

BotId = Annotated[
    str,
    typer.Argument(metavar="BOT", help="The bot to compare: one of ours, or exec:COMMAND."),
]
Players = Annotated[
    int | None,
    typer.Option(
        metavar="N", parser=integer_parser(3, 6), help="Number of players. Default: 3 to 6."
    ),
]
Against = Annotated[
    str | None,
    typer.Option("--baselines", metavar="B,B,…", help="Other baselines than greedy and solid."),
]
SlowDecks = Annotated[
    int,
    typer.Option(
        metavar="D",
        parser=integer_parser(1, MOST_DECKS),
        help="Number of decks of bots that search.",
    ),
]
ProgramDecks = Annotated[
    int,
    typer.Option(
        metavar="D", parser=integer_parser(1, MOST_DECKS), help="Number of decks of programs."
    ),
]
Programs = Annotated[
    str | None,
    typer.Option("--bots", metavar="B,B,…", help="More bots for the page, such as exec:COMMAND."),
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Write the Markdown page to this file. Default: standard output."
    ),
]

app = typer.Typer(
    cls=CommandLine,
    suggest_commands=False,
    help="Compare a bot with the baselines, on the same decks and in every seat.",
    epilog=EXAMPLE,
)


@app.command(cls=Command, epilog=COMPARE)
def compare(  # noqa: PLR0913 - the options of the command
    bot: BotId,
    *,
    players: Players = None,
    decks: Decks = 1000,
    seed: Seed = 1,
    jobs: Jobs = None,
    seconds: Seconds = 5.0,
    baselines: Against = None,
    ray: RayAddress = None,
    json: Json = False,
) -> None:
    """Play a bot alone against copies of each baseline, and say which is stronger."""
    from byzanz.arena.baselines import (  # noqa: PLC0415
        BASELINES,
        PLAYER_COUNTS,
        comparison_plan,
    )
    from byzanz.arena.page.baselines_page import verdict_sentence  # noqa: PLC0415

    if len(parse_bots(bot)) != 1:
        raise typer.BadParameter("expected one bot", param_hint="'BOT'")
    (bot_id,) = parse_bots(bot)
    rivals = BASELINES if baselines is None else parse_bots(baselines)
    plans = [
        comparison_plan(bot_id, rival, count, decks=decks, seed=seed, seconds=seconds)
        for count in ([players] if players else PLAYER_COUNTS)
        for rival in rivals
        if rival != bot_id
    ]
    if not plans:
        raise typer.BadParameter("expected another baseline than the bot itself")
    check_bots_for_ray([bot_id, *rivals], ray)
    found = []
    for comparison in _played(plans, jobs, ray):
        found.append(comparison)
        if not json:
            typer.echo(f"{comparison.players} players: {verdict_sentence(comparison)}")
    if json:
        print_json([{"verdict": each.verdict, **_fields(each)} for each in found])


@app.command(cls=Command, epilog=PAGE)
def page(  # noqa: PLR0913 - the options of the command
    *,
    decks: Decks = 1000,
    search_decks: SlowDecks = 30,
    program_decks: ProgramDecks = 100,
    seed: Seed = 1,
    jobs: Jobs = None,
    bots: Programs = None,
    out: Out = None,
    ray: RayAddress = None,
) -> None:
    """Compare all our bots with the baselines, at 3 to 6 players, and write a page about it."""
    from byzanz.arena.baselines import BASELINES, PLAYER_COUNTS, comparison_plan  # noqa: PLC0415
    from byzanz.arena.page.baselines_page import baselines_page  # noqa: PLC0415
    from byzanz.arena.tournament import SECONDS  # noqa: PLC0415
    from byzanz.bots.roster import ROSTER, is_searching  # noqa: PLC0415
    from byzanz.programs.command import EXEC  # noqa: PLC0415

    more = () if bots is None else parse_bots(bots)
    bot_ids = dict.fromkeys([*[profile.bot_id for profile in ROSTER], *more])
    check_bots_for_ray(bot_ids, ray)
    if out is not None:
        check_writable(out)

    def decks_of(bot_id: str) -> int:
        if is_searching(bot_id):
            return search_decks
        return program_decks if bot_id.startswith(EXEC) else decks

    plans = [
        comparison_plan(bot_id, rival, count, decks=decks_of(bot_id), seed=seed, seconds=SECONDS)
        for count in PLAYER_COUNTS
        for bot_id in bot_ids
        for rival in BASELINES
        if bot_id != rival
    ]
    options = {"decks": decks, "search-decks": search_decks, "program-decks": program_decks}
    arguments = [f"--{name}={value}" for name, value in options.items()]
    arguments += [f"--seed={seed}"]
    arguments += [] if bots is None else ["--bots", bots]
    arguments += [] if out is None else ["--out", str(out)]
    command = shlex.join(["./byzanz", "baselines", "page", *arguments])
    text = baselines_page(list(_played(plans, jobs, ray)), command)
    if out is None:
        typer.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8", newline="\n")


def _played(plans: "list[Plan]", jobs: int | None, ray: str | None) -> "Iterable[Comparison]":
    from byzanz.cli.comparing import play_comparisons  # noqa: PLC0415

    console = message_console()
    try:
        yield from play_comparisons(plans, console, jobs or os.cpu_count() or 1, ray)
    except KeyboardInterrupt:
        console.print("Interrupted; saved games count when the same command runs again.")
        raise typer.Exit(INTERRUPTED) from None


def _fields(comparison: "Comparison") -> dict[str, object]:
    import msgspec  # noqa: PLC0415

    return msgspec.structs.asdict(comparison)
