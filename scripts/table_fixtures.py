"""Writes updates of real games for every screen of the table, to web/tests/table/fixtures.

Bots play games of three to six seats. For each scene below the position with the highest score is
kept, as the server would send it to that seat. The files are the same on every machine.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from byzanz.bots.bot import Bot
from byzanz.bots.roster import make_bot
from byzanz.cards import CARDS, Cards
from byzanz.dice import seeded_deck
from byzanz.game.moves import Move
from byzanz.game.options import Options
from byzanz.game.phase import Phase
from byzanz.game.view import SeatView, View
from byzanz.rooms.audience import personal_update, update
from byzanz.rooms.entries import Created, Joined, Moved, Started, WentAway
from byzanz.rooms.outages import Outages
from byzanz.rooms.room import Room
from byzanz.wire.answers import Update
from byzanz.wire.room import BotId, MemoryAid, MoveClock, Setup

FOLDER = Path(__file__).resolve().parent.parent / "web" / "tests" / "table" / "fixtures"
NAMES = ("Livia", "Zoe", "Theophano the Younger", "Leo", "Irene", "Basil")
BOT_IDS = ("solid", "greedy", "beginner", "solid", "greedy", "beginner")
HOST = "person 0"
GAMES = 24  # games per number of players
PLAYED = 60  # updates of the game shown move by move
LAST_STEPS = 10  # steps of the log in each fixture
LONGEST_WAIT_STEPS = 60  # steps of the log in the scene of a long wait
START = 1_700_000_000_000  # milliseconds since 1970
PAUSE = 1_200  # milliseconds between two moves

Score = Callable[[View, Options], int]  # how well a position shows a scene; 0: it does not

SCENES: dict[str, Score] = {
    "bid-first": lambda view, options: may_open(view, options) * len(own_hand(view)),
    "bid-raise": lambda view, options: may_raise(view, options) * laid_value(options),
    "bid-over": lambda view, options: may_open(view, options) * bid_margin(options),
    "bid-pass": lambda view, options: (
        bool(options.bid and not options.bid.cheapest) * (1 + laid_value(options))
    ),
    "bid-wait": lambda view, options: (
        waits(view) * viewers_seat(view).bid_value * (not leads(view))
    ),
    "bid-lead": lambda view, options: waits(view) * viewers_seat(view).bid_value * leads(view),
    "bid-auto": lambda view, options: (
        bool(options.next_bid and options.next_bid.cheapest)
        * viewers_seat(view).bid_value
        * leads(view)
    ),
    "bid-passed": lambda view, options: waits(view) * viewers_seat(view).has_passed,
    "bid-won": lambda view, options: waits(view) * bool(viewers_seat(view).offer),
    "bid-many": lambda view, options: waits(view) * max(len(seat.bid) for seat in view.seats),
    "sale": lambda view, options: waits(view) * len(options.sales),
    "give-2": lambda view, options: gives(options, view, 2),
    "give-3": lambda view, options: gives(options, view, 3),
    "give-4": lambda view, options: gives(options, view, 4),
    "give-5": lambda view, options: gives(options, view, 5),
    "give-6": lambda view, options: gives(options, view, 6),
    "take": lambda view, options: (
        bool(options.take) * sum(len(each.cards) for each in options.take)
    ),
    "take-completes": lambda view, options: sum(bool(each.completes) for each in options.take),
    "take-over": lambda view, options: max([each.hand_after for each in options.take], default=0),
    "take-big": lambda view, options: max([len(each.cards) for each in options.take], default=0),
    "take-wait": lambda view, options: (
        (view.phase is Phase.TAKE and view.turn != view.seat)
        * sum(bool(stall.taken_by is not None) for stall in view.market)
    ),
    "limit-sell": lambda view, options: bool(options.discard) * len(options.sales),
    "limit-discard": lambda view, options: (
        bool(options.discard and not options.sales) * len(own_hand(view))
    ),
    "limit-big": lambda view, options: bool(options.discard) * len(own_hand(view)),
    "limit-wait": lambda view, options: (
        (view.phase is Phase.REDUCE and view.turn != view.seat) * (1 + len(options.sales))
    ),
    "close": lambda view, options: options.may_be_done * (1 + len(options.sales)),
    "close-wait": lambda view, options: view.phase is Phase.CLOSE and viewers_seat(view).is_done,
    "end-win": lambda view, options: rank(view) == 1 and max_kept(view),
    "end-lose": lambda view, options: (rank(view) > 1) * max_kept(view),
    "end-tie": lambda view, options: (
        (rank(view) > 0) * sum(line.by_tie_break for line in view.standings)
    ),
}


def viewers_seat(view: View) -> SeatView:
    """The public part of the viewer's seat."""
    assert view.seat is not None
    return view.seats[view.seat]


def own_hand(view: View) -> Cards:
    """The viewer's hand."""
    assert view.own is not None
    return view.own.hand


def may_open(view: View, options: Options) -> bool:
    """Whether this seat may lay its first bid."""
    return bool(options.bid and options.bid.cheapest and not viewers_seat(view).bid)


def may_raise(view: View, options: Options) -> bool:
    """Whether this seat may add to its bid."""
    return bool(options.bid and options.bid.cheapest and viewers_seat(view).bid)


def laid_value(options: Options) -> int:
    """The value that this seat has laid."""
    return options.bid.laid_value if options.bid else 0


def bid_margin(options: Options) -> int:
    """The difference between this seat's highest bid and the bid to beat."""
    return options.bid.most - options.bid.beat if options.bid else 0


def waits(view: View) -> bool:
    """Whether another seat is bidding."""
    return view.phase is Phase.BID and view.turn != view.seat


def leads(view: View) -> bool:
    """Whether this seat's bid is the highest."""
    return view.lot is not None and view.lot.leader == view.seat


def gives(options: Options, view: View, size: int) -> int:
    """The size of this seat's hand after giving from a lot of this size; 0: it may not give."""
    fits = options.give and view.lot and len(view.lot.cards) == size
    return options.give.hand_after if options.give and fits else 0


def rank(view: View) -> int:
    """This seat's rank at the end; 0 before."""
    return next((line.place for line in view.standings if line.seat == view.seat), 0)


def max_kept(view: View) -> int:
    """The largest number of profit cards of a seat."""
    return max([len(line.kept) for line in view.standings], default=0)


def main() -> int:
    """Write one file for each number of players."""
    FOLDER.mkdir(exist_ok=True)
    for seat_count in range(3, 7):
        fixtures = collect(seat_count)
        path = FOLDER / f"{seat_count}.json"
        lines = [
            f'"{name}":{json.dumps(fixture, separators=(",", ":"))}'
            for name, fixture in fixtures.items()
        ]
        path.write_text("{" + ",\n".join(lines) + "}\n")
        print(seat_count, *fixtures)
    (FOLDER / "played.json").write_text(json.dumps(played(), separators=(",", ":")) + "\n")
    return 0


def played() -> list[dict[str, Any]]:
    """The updates of one seat from the deal on, each with the events since the previous one."""
    updates: list[dict[str, Any]] = []
    for room in positions(4, 5):
        if len(updates) == PLAYED:
            break
        room.setup = Setup()
        updates.append(builtins(update(room, 0, room.seq - 1, room.at)))
    return updates


def collect(seat_count: int) -> dict[str, dict[str, Any]]:
    """The best position of each scene in games of this number of players."""
    found: dict[str, tuple[int, Room, int]] = {}
    for seed in range(GAMES):
        for room in positions(seat_count, seed):
            for seat in range(seat_count):
                keep_best(found, room, seat)
    fixtures = {name: fixture(*found[name][1:]) for name in SCENES if name in found}
    return fixtures | variants(seat_count)


def keep_best(found: dict[str, tuple[int, Room, int]], room: Room, seat: int) -> None:
    """Keep this position for every scene that it shows better than all before."""
    assert room.game is not None
    view, options = room.game.view(seat), room.game.options(seat)
    for name, score in SCENES.items():
        value = score(view, options)
        if value > (found[name][0] if name in found else 0):
            found[name] = value, room, seat


def variants(seat_count: int) -> dict[str, dict[str, Any]]:
    """Scenes about the room: watching, a person away, and a recap after a long wait."""
    rooms = list(positions(seat_count, 3))
    bidding = [room for room in rooms if room.game and is_contested(room.game.view(None))]
    room = bidding[len(bidding) // 2]
    away = room.copy()
    away.add(room.at, WentAway(1))
    taking = [room for room in rooms if room.game and room.game.phase is Phase.TAKE]
    alone = list(positions(seat_count, 3, is_watched=True))
    return {
        "watch-open": fixture(alone[len(alone) // 2], None, HOST),
        "watch-bid": fixture(room, None),
        "watch-take": fixture(taking[len(taking) // 2], None),
        "watch-end": fixture(rooms[-1], None),
        "away": fixture(away, 0),
        "recap": fixture(*longest_wait(rooms), steps=LONGEST_WAIT_STEPS),
    }


def longest_wait(rooms: list[Room]) -> tuple[Room, int]:
    """The position before a market turn after the longest wait, and its seat."""
    waits = []
    for number, room in enumerate(rooms):
        game = room.game
        assert game is not None
        if game.phase is Phase.TAKE and game.turn is not None:
            earlier_moves = [at for at, (seat, _) in enumerate(game.moves) if seat == game.turn]
            waits.append((len(game.moves) - max(earlier_moves, default=0), number, game.turn))
    _, number, seat = max(waits)
    return rooms[number], seat


def is_contested(view: View) -> bool:
    """Whether two seats have bid."""
    return sum(bool(seat.bid) for seat in view.seats) > 1


def fixture(
    room: Room, seat: int | None, person: str | None = None, *, steps: int = LAST_STEPS
) -> dict[str, Any]:
    """An update, and the hint that goes with it."""
    now = room.at + PAUSE
    sent = personal_update(room, person, update(room, seat, max(room.seq - steps, 0), now))
    return {"update": builtins(sent), "hint": builtins(hint(sent))}


def builtins(value: object) -> Any:
    """The value as JSON types."""
    return msgspec.to_builtins(value, str_keys=True)


def hint(sent: Update) -> dict[str, Any] | None:
    """The explanation of this decision by the bot solid; None if it is another seat's."""
    view, options = sent.view, sent.options
    if view is None or options is None or view.turn != view.seat:
        return None
    return {"decision": view.decision, "explanation": make_bot("solid").explain(view, options)}


def positions(seat_count: int, seed: int, *, is_watched: bool = False) -> Iterator[Room]:
    """The room before each move of a game and after the last; if `is_watched`, bots play alone."""
    room = Room(f"{seat_count:032}", Outages())
    room.add(START, created(seat_count, seed, is_watched=is_watched))
    for seat in range(1, seat_count):
        if seat % 2 == 0 and not is_watched:
            room.add(START, Joined(seat, f"person {seat}", NAMES[seat], f"{seat:032}"))
    room.add(START, Started())
    bots: list[Bot] = [make_bot(bot_id, seed) for bot_id in BOT_IDS]
    while room.game is not None and room.game.turn is not None:
        yield room.copy()
        seat = room.game.turn
        move: Move = bots[seat].choose(room.game.view(seat), room.game.options(seat))
        is_automatic = is_watched or seat % 2 == 1
        room.add(room.at + PAUSE, Moved(seat, str(move), is_automatic=is_automatic))
    yield room


def created(seat_count: int, seed: int, *, is_watched: bool) -> Created:
    """The first entry: the host on seat 0 and a bot on every second seat, or bots alone."""
    is_bot = [is_watched or seat % 2 == 1 for seat in range(seat_count)]
    return Created(
        rules="1",
        setup=Setup(clock=MoveClock(60), memory_aid=MemoryAid.FULL),
        bots=tuple([BotId(BOT_IDS[seat]) if is_bot[seat] else None for seat in range(seat_count)]),
        names=tuple([NAMES[seat] if is_bot[seat] else "" for seat in range(seat_count)]),
        host=HOST,
        joined=None if is_watched else Joined(0, HOST, NAMES[0], "0" * 32),
        deal="",
        secret="",
        deck=tuple([CARDS[kind] for kind in seeded_deck(seed)]),
    )


if __name__ == "__main__":
    sys.exit(main())
