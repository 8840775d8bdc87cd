"""`byzanz play`: a person against bots."""

from pathlib import Path
from typing import Annotated

import typer

from byzanz.cli.arena import check_writable, checked_bots
from byzanz.cli.arguments import decimal, number
from byzanz.dice import LARGEST_SEED
from byzanz.game.names import BadName, check_name

EXAMPLE = "Example: byzanz play --bots solid,greedy,beginner --record game.byz"
USUAL_PLAYERS = 4
MIX = ("solid", "greedy", "beginner", "solid", "greedy")
"""Who plays against a person who does not say."""


def player_name(text: str) -> str:
    """Read a player's name; raises `typer.BadParameter`."""
    try:
        check_name(text)
    except BadName as error:
        raise typer.BadParameter(str(error)) from None
    return text


Players = Annotated[
    int | None,
    typer.Option(
        metavar="N", parser=number(3, 6), help="How many play, you among them; else 4, or as bots."
    ),
]
Bots = Annotated[
    str | None,
    typer.Option(
        metavar="B,B,…",
        help="A bot for each other player, or one for all: beginner (very easy), greedy "
        "(easy), solid (medium), strong (hard), expert, expert:250 (play-outs a decision), or "
        "exec:COMMAND.",
    ),
]
Seat = Annotated[
    int | None,
    typer.Option(metavar="S", parser=number(0, 5), help="Your seat from 0; else drawn at random."),
]
Seed = Annotated[
    int | None,
    typer.Option(metavar="S", parser=number(0, LARGEST_SEED), help="The same deck every time."),
]
Name = Annotated[str, typer.Option(metavar="NAME", parser=player_name, help="Your name.")]
File = Annotated[
    Path | None,
    typer.Option("--record", metavar="FILE", help="Write the record, also if you leave early."),
]
Pace = Annotated[
    float | None,
    typer.Option(
        metavar="T",
        parser=decimal(0, 60),
        help="Seconds to read each event; else a half in a terminal.",
    ),
]
Ask = Annotated[
    bool,
    typer.Option(
        "--ask", metavar="", help="Ask also where only one move is possible; else it is played."
    ),
]


def play(  # noqa: PLR0913 - the options of the command
    *,
    players: Players = None,
    bots: Bots = None,
    seat: Seat = None,
    seed: Seed = None,
    name: Name = "Guest",
    record: File = None,
    pace: Pace = None,
    ask: Ask = False,
) -> None:
    """Play against bots; type help in the game.

    In a terminal the table is drawn; elsewhere all is said in plain lines.
    """
    # Only here: the bots take a while to load.
    from byzanz.cli.host import Host  # noqa: PLC0415

    words = read_words(bots, players)
    check_seat(seat, len(words) + 1)
    if record is not None:
        check_writable(record)
    host = Host(words, seat=seat, name=name, seed=seed, pace=pace)
    raise typer.Exit(host.play(asks_always=ask, record=record))


def read_words(bots: str | None, players: int | None) -> tuple[str, ...]:
    """The bots of the other players; raises `typer.BadParameter`."""
    if bots is None:
        return MIX[: (players or USUAL_PLAYERS) - 1]
    words = checked_bots(bots)
    if len(words) == 1:
        return words * ((players or USUAL_PLAYERS) - 1)
    if players is not None and len(words) != players - 1:
        raise typer.BadParameter(
            f"expected {players - 1} bots, or one for all, not {len(words)}", param_hint="'--bots'"
        )
    if len(words) > len(MIX):
        raise typer.BadParameter(
            f"expected at most {len(MIX)} bots, not {len(words)}", param_hint="'--bots'"
        )
    return words


def check_seat(seat: int | None, players: int) -> None:
    """Raise `typer.BadParameter` unless there is this seat."""
    if seat is not None and seat >= players:
        raise typer.BadParameter(f"expected 0 to {players - 1}, not {seat}", param_hint="'--seat'")
