"""The memory of a seat as lines of text."""

from collections.abc import Iterator

from byzanz.cards import CARDS, COPIES, DECK_SIZE, STALL_LIST
from byzanz.cli.render.phrases import STALL_NAMES, Phrase, counted, spaced
from byzanz.game.memory import Memory, SeatMemory
from byzanz.game.view import View


def memory_phrases(view: View) -> Iterator[Phrase]:
    """Yield the cards seen so far by good, then what is known about each seat."""
    memory = view.memory
    assert memory is not None
    yield (f"Seen so far {memory.seen_count} of {DECK_SIZE} cards, wherever they are now:",)
    for stall in range(len(STALL_LIST)):
        yield _seen(memory, stall)
    for seat, seat_memory in enumerate(memory.seats):
        yield _seat(view, seat, seat_memory)


def _seen(memory: Memory, stall: int) -> Phrase:
    parts: list[str] = [f"{STALL_NAMES[STALL_LIST[stall]]:<9}"]
    for card in CARDS[4 * stall : 4 * stall + 4]:
        parts += ["  ", card, f" {memory.seen[card.kind]:>2} of {COPIES[card.kind]}"]
    return tuple(parts)


def _seat(view: View, seat: int, seat_memory: SeatMemory) -> Phrase:
    name = f"{view.seats[seat].name}{' (you)' if seat == view.seat else ''}"
    parts: list[str] = [f"{name}: profit {seat_memory.profit}, holds "]
    parts += spaced(seat_memory.known)
    if seat_memory.unknown_count:
        parts.append(" and " if seat_memory.known else "")
        parts.append(f"{counted(seat_memory.unknown_count, 'card')} nobody else has seen")
    elif not seat_memory.known:
        parts.append("nothing")
    return tuple(parts)
