"""Ratings of people and puzzles against each other, by OpenSkill: each answer is a game of two."""

from collections.abc import Iterable, Mapping
from hashlib import blake2b

from openskill.models import PlackettLuce

from byzanz.puzzles.puzzle import Level, Puzzle
from byzanz.store.rows import RatingChange, StoredStrength

MODEL = PlackettLuce()
NEWCOMER = StoredStrength(MODEL.mu, MODEL.sigma, 0)
BEGINNINGS = {  # a puzzle is better known than a newcomer: bots have tried it
    Level.EASY: StoredStrength(18.0, 4.0, 0),
    Level.MEDIUM: StoredStrength(25.0, 4.0, 0),
    Level.HARD: StoredStrength(32.0, 4.0, 0),
}
VARIETY = 6.0  # how much further a puzzle may be from the person's strength than another one


def changes_of(
    person: str,
    strength: StoredStrength | None,
    puzzle: tuple[str | None, Level],
    rating: StoredStrength | None,
    *,
    is_right: bool,
) -> tuple[RatingChange, ...]:
    """Return what an answer changes for its person, and for its puzzle if that has an id.

    A puzzle from somebody's own game has none: nobody else gets it.
    """
    name, level = puzzle
    mine, other = strength or NEWCOMER, rating or BEGINNINGS[level]
    teams = [[MODEL.rating(mine.mu, mine.sigma)], [MODEL.rating(other.mu, other.sigma)]]
    ranks = [1.0, 2.0] if is_right else [2.0, 1.0]
    (solver,), (solved,) = MODEL.rate(teams, ranks=ranks)
    own = RatingChange(
        name=person,
        is_person=True,
        begins_at=NEWCOMER,
        gain=solver.mu - mine.mu,
        factor=solver.sigma / mine.sigma,
    )
    if name is None:
        return (own,)
    gain, factor = solved.mu - other.mu, solved.sigma / other.sigma
    begins_at = BEGINNINGS[level]
    return own, RatingChange(
        name=name, is_person=False, begins_at=begins_at, gain=gain, factor=factor
    )


def closest(
    puzzles: Iterable[Puzzle],
    ratings: Mapping[str, StoredStrength],
    person: str,
    strength: StoredStrength | None,
) -> Puzzle | None:
    """Return the puzzle that is about as strong as a person; None if there are no puzzles.

    The same person gets the same one until ratings change; others get others, for variety.
    """
    mine = (strength or NEWCOMER).mu

    def distance(puzzle: Puzzle) -> float:
        rating = ratings.get(puzzle.id) or BEGINNINGS[puzzle.level]
        digest = blake2b(f"{person} {puzzle.id}".encode(), digest_size=4).digest()
        return abs(rating.mu - mine) + VARIETY * int.from_bytes(digest) / 2**32

    return min(puzzles, key=distance, default=None)
