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
    for seat, known in enumerate(memory.seats):
        yield _seat(view, seat, known)


def _seen(memory: Memory, stall: int) -> Phrase:
    parts: list[str] = [f"{STALL_NAMES[STALL_LIST[stall]]:<9}"]
    for card in CARDS[4 * stall : 4 * stall + 4]:
        parts += ["  ", card, f" {memory.seen[card.kind]:>2} of {COPIES[card.kind]}"]
    return tuple(parts)


def _seat(view: View, seat: int, known: SeatMemory) -> Phrase:
    name = f"{view.seats[seat].name}{' (you)' if seat == view.seat else ''}"
    parts: list[str] = [f"{name}: profit {known.profit}, holds "]
    parts += spaced(known.known)
    if known.unknown_count:
        parts.append(" and " if known.known else "")
        parts.append(f"{counted(known.unknown_count, 'card')} nobody else has seen")
    elif not known.known:
        parts.append("nothing")
    return tuple(parts)
