"""Writes the lesson of the tutorial, to web/src/tutorial/lesson.json.

A prepared deal is played by the real rules: each step has the updates that the server would send to
the learner before it, and the move that the lesson asks for. From the second round to the end the
game continues without being shown. The file is the same on every machine.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from byzanz.cards import CARDS, Card, Cards, parse_cards, total
from byzanz.dice import seeded_deck
from byzanz.game.moves import Bid, Discard, Done, Give, Move, Pass, Sell, Take
from byzanz.game.options import BidOption, Options
from byzanz.game.phase import Phase
from byzanz.rooms.audience import update
from byzanz.rooms.entries import Created, Joined, Moved, Started
from byzanz.rooms.outages import Outages
from byzanz.rooms.room import Room
from byzanz.wire.answers import Update
from byzanz.wire.room import BotId, Setup

FILE = Path(__file__).resolve().parent.parent / "web" / "src" / "tutorial" / "lesson.json"
LEARNER, ZOE, LEO = range(3)
NAMES = ("", "Zoe", "Leo")  # the page inserts the learner's name
START = 1_700_000_000_000  # milliseconds since 1970
PAUSE = 1_200  # milliseconds between two moves
LAST_STEPS = 8  # steps of the log after the jump to the end
SEED = 145  # orders the cards that are not prepared

HANDS = ("G1 S3 V2 V4", "C1 G3 O3 W4", "C3 O2 W3 M")
LOTS = ("C2 G2 O1 S4 V1 W2", "C1 G2 O1 W1", "O2 S1", "C2 G4 O2 V1 W3 M")
PUT_BACK = 4  # cards


class Step(NamedTuple):
    """A step of the lesson."""

    name: str
    others: tuple[str, ...] = ()  # moves of the other seats before it
    move: str = ""  # the move to make; empty: a text to read
    is_later: bool = False  # after a jump to the end of the game


LESSON = (
    Step("welcome"),
    Step("lot"),
    Step("offers"),
    Step("bid", move="bid G1"),
    Step("raise", ("1 bid G3", "2 bid O2 W3"), "bid S3 V2"),
    Step("pass", ("1 pass", "2 bid C3"), "pass"),
    Step("pay"),
    Step("open", ("2 give V1",), "pass"),
    Step("allPass", ("1 pass",)),
    Step("discard", move="discard C1"),
    Step("last"),
    Step("market", ("1 give S1",)),
    Step("take", ("1 take O", "1 sell O2 O2 O3"), "take V"),
    Step("sell", move="sell V1 V2 V4"),
    Step("rest"),
    Step("merchant", ("2 take W", "1 bid C1", "2 bid W2"), "bid G1 O1 W1"),
    Step("give", ("1 pass", "2 pass"), "give V1"),
    Step("joker", move="sell G2 G4 M"),
    Step("close", move="sell M M M", is_later=True),
    Step("end"),
)


def main() -> int:
    """Write the file."""
    FILE.write_text(lesson_text())
    return 0


def lesson_text() -> str:
    """The lesson as JSON, one update per line."""
    steps = [
        f'{{"name":"{name}","move":"{move}","updates":[\n'
        + ",\n".join([json.dumps(each, separators=(",", ":")) for each in updates])
        + "\n]}"
        for name, move, updates in lesson()
    ]
    return "[" + ",\n".join(steps) + "]\n"


def lesson() -> Iterator[tuple[str, str, list[dict[str, Any]]]]:
    """Each step with the updates that come before it."""
    room = new_room()
    updates = [sent(room)]
    for step in LESSON:
        for line in step.others:
            seat, _, move = line.partition(" ")
            updates.append(play(room, int(seat), move))
        if step.is_later:
            updates.append(play_to_closing_sales(room))
        yield step.name, step.move, [builtins(each) for each in updates]
        updates = [play(room, LEARNER, step.move)] if step.move else []


def new_room() -> Room:
    """The learner and two bots before the first bid."""
    room = Room(f"{0:032}", Outages())
    created = Created(
        rules="1",
        setup=Setup(hints=False, spectators=False),
        bots=(None, BotId.SOLID, BotId.SOLID),
        names=NAMES,
        host="learner",
        joined=Joined(LEARNER, "learner", "?", "0" * 32),
        deal="",
        secret="",
        deck=deck(),
    )
    room.add(START, created)
    room.add(START, Started())
    return room


def deck() -> Cards:
    """The prepared cards, and the others in a seeded order."""
    dealt = [card for hand in HANDS for card in parse_cards(hand)]
    drawn = [card for lot in LOTS for card in parse_cards(lot)]
    rest = [CARDS[kind] for kind in seeded_deck(SEED)]
    for card in dealt + drawn:
        rest.remove(card)
    return tuple(dealt + rest[:PUT_BACK] + drawn + rest[PUT_BACK:])


def play(room: Room, seat: int, move: str) -> Update:
    """Play a move and return the learner's update."""
    room.add(room.at + PAUSE, Moved(seat, move, is_automatic=seat != LEARNER))
    return sent(room)


def sent(room: Room, steps: int = 1) -> Update:
    """The learner's update with the last steps; undo is never offered in a lesson."""
    answer = update(room, LEARNER, room.seq - steps, room.at)
    return msgspec.structs.replace(
        answer, room=msgspec.structs.replace(answer.room, may_undo=False)
    )


def play_to_closing_sales(room: Room) -> Update:
    """Play until only the learner may still sell, and return an update without animation."""
    assert room.game is not None
    while room.game.phase is not Phase.CLOSE:
        seat = room.game.turn
        assert seat is not None
        play(room, seat, str(plain_move(room.game.options(seat), lot_of(room))))
    for seat in (ZOE, LEO):
        while room.game.options(seat).may_be_done:
            play(room, seat, str(closing_move(room.game.options(seat))))
    return msgspec.structs.replace(sent(room, LAST_STEPS), is_rewound=True)


def lot_of(room: Room) -> Cards:
    """The cards of the lot; empty if there is none."""
    lot = None if room.game is None else room.game.view(None).lot
    return () if lot is None else lot.cards


def plain_move(options: Options, lot: Cards) -> Move:
    """A sensible move, independent of the bots, so that the lesson stays the same."""
    if options.bid:
        return plain_bid(options.bid, lot)
    if options.give:
        return Give(min(options.give.cards, key=card_value))
    if options.take:
        return Take(max(options.take, key=lambda each: sum(map(card_value, each.cards))).stall)
    if options.sales:
        return Sell(min(options.sales, key=lambda sale: sale.cards.count(Card.M)).cards)
    assert options.discard is not None
    return Discard(min(options.discard.cards, key=card_value))


def plain_bid(option: BidOption, lot: Cards) -> Move:
    """Bid up to half the value of the lot."""
    cards = least_bid(option)
    price = option.laid_value + total(cards)
    return Bid(cards) if cards and price <= total(lot) // 2 else Pass()


def least_bid(option: BidOption) -> Cards:
    """The lowest sufficient bid with the fewest cards; independent of the server's choice."""
    choices: list[Cards] = [()]
    for card in option.cards:
        choices += [(*choice, card) for choice in choices]
    need = option.beat + 1 - option.laid_value
    enough = [choice for choice in choices if total(choice) >= need]
    return min(enough, key=lambda choice: (total(choice), len(choice)), default=())


def closing_move(options: Options) -> Move:
    """Sell a set if there is one, else be done."""
    return Sell(options.sales[0].cards) if options.sales else Done()


def card_value(card: Card) -> int:
    """The value of a card for these moves."""
    return 5 if card is Card.M else card.face_value


def builtins(value: object) -> Any:
    """The value as JSON types."""
    return msgspec.to_builtins(value, str_keys=True)


if __name__ == "__main__":
    sys.exit(main())
