"""Finished games of a visitor, put into the store of a running server."""

import json
import sqlite3
from datetime import UTC, datetime, timedelta

from byzanz.server.hosting.people import person_of
from byzanz.store.rows import ResultRow

DAY = timedelta(days=1)
COLUMNS = (*ResultRow.__struct_fields__, "accuracy", "rated", "mu", "sigma")
INSERT = f"INSERT INTO result ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
ROOM = """
    INSERT INTO room (room, head, status, changed, is_public, rules, has_results)
    VALUES (?, 1, 'finished', ?, 0, '1', 1)
"""
PERSON = "INSERT INTO person (person, added, seen) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
LEVELS = ("greedy", "solid", "strong")
FRIENDS = ("Zoe", "Carla", "Leo")


def new_person(page) -> str:
    """Make the visitor a person; returns the person's id in the store."""
    key = page.request.post("/api/people", data={}).json()["key"]
    return person_of(key)


def add_games(server, person: str, count: int = 46, *, now=None) -> None:
    """Store finished games of a person, against bots of three levels and with friends."""
    end = now or datetime.now(UTC)
    connection = sqlite3.connect(server.store, timeout=10)
    with connection:
        for number in range(count):
            at = round((end - (count - number) * 1.6 * DAY).timestamp() * 1000)
            room = f"{person[:24]}{number:08x}"
            connection.execute(ROOM, (room, at))
            with_friends = number % 5 == 3
            for friend in FRIENDS:
                connection.execute(PERSON, (_friend(person, friend), at, at))
            for row in _rows(person, room, at, number, with_friends=with_friends):
                connection.execute(INSERT, row)
    connection.close()


def _friend(person: str, name: str) -> str:
    return f"{person[:8]}-{name}"


def _rows(person, room, at, number, *, with_friends):
    """The results of one game: the person's, and those of friends."""
    place = (1, 2, 1, 3, 1, 4, 2)[number % 7]
    places = [place, *[other for other in (1, 2, 3, 4) if other != place]]
    profits = [31 - 4 * each - number % 3 for each in places]
    level = LEVELS[min(number % 4, 2)]
    names = ["Livia", *(FRIENDS if with_friends else ["Kassia", "Niketas", "Zotikos"])]
    bots = [None, *[None if with_friends else level] * 3]
    seats = json.dumps(
        [
            {"name": name, "bot": bot, "place": each, "profit": profit}
            for name, bot, each, profit in zip(names, bots, places, profits, strict=True)
        ]
    )
    friends = [_friend(person, name) for name in FRIENDS]
    people = [person, *friends] if with_friends else [person]
    for seat, other in enumerate(people):
        yield (
            *(other, room, at, seat, places[seat], profits[seat], 4, len(people)),
            *(None if with_friends else level, 1, "1.1", seats),
            None if number % 6 == 5 else 62 + number * 7 % 34,
            *(number + 1, 25 + number / 4, 8.3 - number / 9),
        )
