"""The people with whom a person has finished games, and the ties with them."""

from collections.abc import Collection, Iterable
from hashlib import sha256

import msgspec

from byzanz.store.rows import CommonGame
from byzanz.wire.games import Friend, SeatResult

LATEST = 10  # games that are compared
MOST_FRIENDS = 50

SEATS_DECODER = msgspec.json.Decoder(tuple[SeatResult, ...])


def tie_id(person: str, other: str) -> str:
    """The id under which a person knows the tie with another one.

    It tells nobody who the other person is, and nobody else can guess it: the ids of persons are
    known to the server only.
    """
    return sha256(f"tie {person} {other}".encode()).hexdigest()[:32]


def friends_of(
    person: str, games: Iterable[CommonGame], opted_in: Collection[str] = ()
) -> tuple[Friend, ...]:
    """The people in these games, the latest first; the games begin with the latest.

    A friend is called by the name of the latest game together. `opted_in` are the people whose
    invitations the person wants as alerts.
    """
    by_other: dict[str, list[CommonGame]] = {}
    for game in games:
        by_other.setdefault(game.other, []).append(game)
    friends = [_friend(person, common, opted_in) for common in by_other.values()]
    return tuple([friend for friend in friends if friend is not None][:MOST_FRIENDS])


def _friend(person: str, games: list[CommonGame], opted_in: Collection[str]) -> Friend | None:
    latest = games[0]
    name = SEATS_DECODER.decode(latest.seats)[latest.other_seat].name
    if name is None:
        return None
    return Friend(
        tie=tie_id(person, latest.other),
        name=name,
        games=len(games),
        latest=latest.room,
        ahead=tuple([_is_ahead(game) for game in reversed(games[:LATEST])]),
        is_opted_in=latest.other in opted_in,
    )


def _is_ahead(game: CommonGame) -> bool | None:
    if game.own_place == game.other_place:
        return None
    return game.own_place < game.other_place
