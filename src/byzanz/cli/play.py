"""`byzanz play`: a person against bots."""

import random
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from byzanz.cli.arena import check_writable, checked_bots
from byzanz.cli.arguments import number
from byzanz.cli.result import result_phrases
from byzanz.cli.source import shown
from byzanz.cli.speech import Speech, speech_for
from byzanz.dice import LARGEST_SEED
from byzanz.game.game import Game
from byzanz.game.names import BadName, check_name
from byzanz.game.record import write_record
from byzanz.game.view import View

if TYPE_CHECKING:
    from byzanz.cli.opponents import Opponents, Seating

EXAMPLE = "Example: byzanz play --players 4 --bots solid,greedy,beginner --record game.byz"
INTERRUPTED = 130  # 128 + SIGINT, as shells say it
USUAL_PLAYERS = 4


def pace_seconds(text: str | float) -> float:
    """Read a number of seconds; raises `typer.BadParameter`."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:
        raise typer.BadParameter(f"expected a number from 0 to 60, not {str(text)[:30]!r}")
    return seconds


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
        help="A bot for each other player, or one for all: beginner, greedy, solid, strong, "
        "expert, expert:250 (play-outs a decision), or exec:COMMAND.",
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
        parser=pace_seconds,
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

    In a terminal the table is drawn; else everything is said in plain lines, and moves are read
    from standard input, one a line.
    """
    words = read_words(bots, players)
    check_seat(seat, len(words) + 1)
    if record is not None:
        check_writable(record)
    # Only here: the bots take a while to load.
    from byzanz.cli.opponents import seating_of  # noqa: PLC0415

    dice = random.SystemRandom() if seed is None else random.Random(seed)
    drawn = dice.randrange(len(words) + 1)
    seating = seating_of(words, seat=drawn if seat is None else seat, name=name)
    game = Game.new(seating.names, seed=seed)
    speech = speech_for(pace)
    try:
        exit_code = sit_down(game, seating, speech, dice=dice, asks_always=ask)
    finally:
        if record is not None:
            write_game(game, seating, record)
    if record is not None:
        file = shown(str(record))
        speech.say((f"The record is {file}; byzanz show {file} steps through it",))
    raise typer.Exit(exit_code)


def read_words(bots: str | None, players: int | None) -> tuple[str, ...]:
    """The bots of the other players; raises `typer.BadParameter`."""
    from byzanz.cli.opponents import MIX  # noqa: PLC0415

    if bots is None:
        return MIX[: (players or USUAL_PLAYERS) - 1]
    words = checked_bots(bots)
    if len(words) == 1:
        return words * ((players or USUAL_PLAYERS) - 1)
    if players is not None and len(words) != players - 1:
        raise typer.BadParameter(
            f"expected {players - 1} bots, or one for all, not {len(words)}", param_hint="'--bots'"
        )
    if len(words) > 5:
        raise typer.BadParameter(
            f"expected at most 5 bots, not {len(words)}", param_hint="'--bots'"
        )
    return words


def check_seat(seat: int | None, players: int) -> None:
    """Raise `typer.BadParameter` unless there is this seat."""
    if seat is not None and seat >= players:
        raise typer.BadParameter(f"expected 0 to {players - 1}, not {seat}", param_hint="'--seat'")


def sit_down(
    game: Game, seating: "Seating", speech: Speech, *, dice: random.Random, asks_always: bool
) -> int:
    """Play to the end of the game, or until the person leaves; the exit code."""
    from byzanz.cli.opponents import Opponents, is_searching  # noqa: PLC0415
    from byzanz.cli.readiness import get_ready  # noqa: PLC0415
    from byzanz.cli.sitting import Left, Sitting  # noqa: PLC0415

    try:
        for word in filter(is_searching, seating.words):
            get_ready(word)
            break
        with Opponents(game, seating, dice) as opponents:
            welcome(game, seating, opponents, speech)
            Sitting(game, seating.seat, opponents, speech, asks_always=asks_always).play()
    except Left:
        speech.say(("You have left the game",))
    except EOFError:
        speech.say(("The input has ended, and the game with it",))
    except KeyboardInterrupt:
        speech.say(("",))
        speech.say(("Interrupted: you have left the game",))
        return INTERRUPTED
    else:
        say_result(game.view(seating.seat), speech)
    return 0


def welcome(game: Game, seating: "Seating", opponents: "Opponents", speech: Speech) -> None:
    """Say who plays and what is at stake."""
    rounds = game.view(seating.seat).rounds
    speech.say((f"Welcome to Byzanz, {game.names[seating.seat]}. You have seat {seating.seat}.",))
    for phrase in opponents.introductions():
        speech.say(phrase)
    speech.say((f"After {rounds} rounds the most profit wins. Type help at any question.",))


def say_result(view: View, speech: Speech) -> None:
    """The standings and what is to be said of them."""
    speech.show(view)
    for phrase in result_phrases(view):
        speech.say(phrase)


def write_game(game: Game, seating: "Seating", file: Path) -> None:
    """Write the record, finished or not."""
    headers = [("bot", f"{seat} {word}") for seat, word in enumerate(seating.words) if word]
    file.write_text(write_record(game, tuple(headers)), encoding="utf-8", newline="\n")
