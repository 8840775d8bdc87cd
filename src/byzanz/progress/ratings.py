"""Ratings of people by OpenSkill; each level of bots has a fixed rating."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec
from openskill.models import PlackettLuce

from byzanz.store.rows import RatedRow, ResultRow
from byzanz.wire.games import SeatResult
from byzanz.wire.room import BotId

SEATS_DECODER = msgspec.json.Decoder(tuple[SeatResult, ...])


class Strength(NamedTuple):
    """An estimate of how strong a player is."""

    mu: float  # the mean
    sigma: float  # the standard deviation


MODEL = PlackettLuce()
NEWCOMER = Strength(MODEL.mu, MODEL.sigma)
BOTS = {  # from the mixed fields of docs/ladder.md
    BotId.BEGINNER: Strength(-7.0, 1.0),
    BotId.GREEDY: Strength(12.0, 1.0),
    BotId.SOLID: Strength(36.0, 1.0),
    BotId.STRONG: Strength(41.0, 1.0),
    BotId.EXPERT: Strength(44.0, 1.0),
}


def rate_results(
    results: Sequence[ResultRow], known: Mapping[str, Strength], last_rated: int
) -> list[RatedRow]:
    """Rate games one after the other; the results of a game must be adjacent.

    `known` has the current ratings of people, `last_rated` the number of the last rated game.
    """
    current, rated = dict(known), list[RatedRow]()
    for number, group in enumerate(_games(results), last_rated + 1):
        new = _rate_game({result.seat: result.person for result in group}, group[0].seats, current)
        current |= new
        rated += [RatedRow(person, group[0].room, number, *new[person]) for person in new]
    return rated


def _games(results: Iterable[ResultRow]) -> Iterable[list[ResultRow]]:
    for _, group in groupby(results, key=lambda result: result.room):
        yield list(group)


def _rate_game(
    people: Mapping[int, str], seats: str, current: Mapping[str, Strength]
) -> dict[str, Strength]:
    """The new strengths of the people in a game.

    Somebody who has deleted their data is rated like a newcomer.
    """
    lines = SEATS_DECODER.decode(seats)
    before = [
        BOTS[line.bot] if line.bot is not None else current.get(people.get(seat, ""), NEWCOMER)
        for seat, line in enumerate(lines)
    ]
    teams = [[MODEL.rating(*strength)] for strength in before]
    after = MODEL.rate(teams, ranks=[float(line.place) for line in lines])
    return {
        person: Strength(after[seat][0].mu, after[seat][0].sigma) for seat, person in people.items()
    }
