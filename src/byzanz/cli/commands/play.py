"""`byzanz play`: a game against bots in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from byzanz.cli.arguments import decimal_parser, integer_parser
from byzanz.cli.commands.arena import check_writable, parse_bots
from byzanz.dice import LARGEST_SEED
from byzanz.game.names import BadName, check_name

EXAMPLE = "Example: byzanz play --bots solid,greedy,beginner --record game.byz"
DEFAULT_PLAYERS = 4
DEFAULT_BOTS = ("solid", "greedy", "beginner", "solid", "greedy")


def parse_name(text: str) -> str:
    """Read a player's name; raises `typer.BadParameter`."""
    try:
        check_name(text)
    except BadName as error:
        raise typer.BadParameter(str(error)) from None
    return text


Players = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=integer_parser(3, 6),
        help="Number of players, including you. Default: 4, or one more than the bots.",
    ),
]
Bots = Annotated[
    str | None,
    typer.Option(
        metavar="B,B,…",
        help="One bot per opponent, or one for all: beginner (very easy), greedy (easy), solid "
        "(medium), strong (hard), expert, expert:250 (expert with 250 play-outs per decision), "
        "or exec:COMMAND.",
    ),
]
Seat = Annotated[
    int | None,
    typer.Option(
        metavar="S", parser=integer_parser(0, 5), help="Your seat, from 0. Default: a random one."
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        metavar="S",
        parser=integer_parser(0, LARGEST_SEED),
        help="Seed of the deck. The same seed gives the same deck.",
    ),
]
Name = Annotated[str, typer.Option(metavar="NAME", parser=parse_name, help="Your name.")]
RecordFile = Annotated[
    Path | None,
    typer.Option(
        "--record", metavar="FILE", help="Write the record to this file, even if you leave early."
    ),
]
Pace = Annotated[
    float | None,
    typer.Option(
        metavar="T",
        parser=decimal_parser(0, 60),
        help="Seconds to pause after each event. Default: 0.5 in a terminal.",
    ),
]
Ask = Annotated[
    bool,
    typer.Option(
        "--ask", metavar="", help="Ask even if only one move is legal, instead of playing it."
    ),
]


def play(  # noqa: PLR0913 - the options of the command
    *,
    players: Players = None,
    bots: Bots = None,
    seat: Seat = None,
    seed: Seed = None,
    name: Name = "Guest",
    record: RecordFile = None,
    pace: Pace = None,
    ask: Ask = False,
) -> None:
    """Play against bots in the terminal. Type help in the game.

    Draws the table in a terminal. If input or output is redirected, prints plain lines instead,
    which also suit screen readers.
    """
    # Imported here because the bots take a while to load.
    from byzanz.cli.play.local_game import LocalGame  # noqa: PLC0415

    bot_ids = opponents(bots, players)
    check_seat(seat, len(bot_ids) + 1)
    if record is not None:
        check_writable(record)
    game = LocalGame(bot_ids, seat=seat, name=name, seed=seed, pace=pace)
    raise typer.Exit(game.play(asks_always=ask, record=record))


def opponents(bots: str | None, players: int | None) -> tuple[str, ...]:
    """Return the bots of all opponents; raises `typer.BadParameter`."""
    if bots is None:
        return DEFAULT_BOTS[: (players or DEFAULT_PLAYERS) - 1]
    bot_ids = parse_bots(bots)
    count = len(bot_ids)
    if count == 1:
        return bot_ids * ((players or DEFAULT_PLAYERS) - 1)
    if players is not None and count != players - 1:
        raise typer.BadParameter(
            f"expected {players - 1} bots, or one for all, not {count}", param_hint="'--bots'"
        )
    if count > len(DEFAULT_BOTS):
        raise typer.BadParameter(
            f"expected at most {len(DEFAULT_BOTS)} bots, not {count}", param_hint="'--bots'"
        )
    return bot_ids


def check_seat(seat: int | None, players: int) -> None:
    """Raise `typer.BadParameter` if there is no such seat."""
    if seat is not None and seat >= players:
        raise typer.BadParameter(f"expected 0 to {players - 1}, not {seat}", param_hint="'--seat'")
