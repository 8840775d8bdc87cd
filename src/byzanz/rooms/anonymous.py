"""The removal of a person from a room's log, after they have deleted their data."""

from collections.abc import Collection, Iterable

import msgspec

from byzanz.rooms.display_names import bot_name
from byzanz.rooms.entries import Created, Entry, Joined, SeatRequested

SOMEBODY = "somebody"  # the name of everybody who has deleted their data
DELETED = "deleted:"  # begins the id that replaces a person; real ones have hexadecimal digits only


def is_deleted(person: str | None) -> bool:
    """Whether this id stands for somebody who has deleted their data."""
    return person is not None and person.startswith(DELETED)


def people_in(entry: Entry) -> set[str]:
    """The people whom an entry names, without those who have deleted their data."""
    match entry:
        case Created():
            joined = {entry.joined.person} if entry.joined else set()
            found = {entry.host or "", *joined, *[each.person for each in entry.held]} - {""}
        case Joined(person=person) | SeatRequested(person=person):
            found = {person}
        case _:
            found = set()
    return {person for person in found if not is_deleted(person)}


def names_of(person: str, entries: Iterable[Entry]) -> set[str]:
    """The names that a person has in these entries."""
    names = set()
    for entry in entries:
        match entry:
            case Created():
                held = [each.name for each in entry.held if each.person == person]
                is_maker = entry.joined is not None and entry.joined.person == person
                names.update([*held, *([entry.joined.name] if entry.joined and is_maker else [])])
            case Joined(person=other, name=name) | SeatRequested(person=other, name=name):
                names.update([name] if other == person else [])
            case _:
                pass
    return names - {""}


def without_person(entry: Entry, person: str, substitute: str) -> Entry:
    """The entry with `substitute` instead of a person, and without the person's name.

    Nobody keeps a seat for the person, or asks for one.
    """
    match entry:
        case Created():
            held = tuple([each for each in entry.held if each.person != person])
            joined = entry.joined and _anonymous(entry.joined, person, substitute)
            host = substitute if entry.host == person else entry.host
            return msgspec.structs.replace(entry, host=host, joined=joined, held=held)
        case Joined():
            return _anonymous(entry, person, substitute)
        case SeatRequested(person=other) if other == person:
            return SeatRequested(substitute, "", is_wanted=False)
        case _:
            return entry


def _anonymous(entry: Joined, person: str, substitute: str) -> Joined:
    if entry.person != person:
        return entry
    return msgspec.structs.replace(entry, person=substitute, name=SOMEBODY)


def without_borrowed_names(entry: Created, names: Collection[str]) -> Created:
    """The first entry of a continued game, whose bots no longer have any of these names."""
    new = ["" if name in names else name for name in entry.names]
    maker = [entry.joined.name] if entry.joined else []
    for seat, bot in enumerate(entry.bots):
        if bot is not None and not new[seat]:
            new[seat] = bot_name(bot, [*new, *maker])
    return msgspec.structs.replace(entry, names=tuple(new))
