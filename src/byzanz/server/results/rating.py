"""Rates finished games in one fixed order, whichever process does it."""

from byzanz.progress.ratings import Strength, rate_results
from byzanz.store.event_store import EventStore
from byzanz.store.rows import ResultRow

AT_ONCE = 600  # results that are rated together; a game has at most six


async def rate_next(store: EventStore) -> bool:
    """Rate some games that are not rated yet; returns False if there are none.

    Games are numbered in the order in which they are rated: as they ended, except for games whose
    results were stored late. If another process rates at the same time, the work of one of the
    two is lost. Raises `StoreBusy`.
    """
    turn = await store.rating_turn()
    results = whole_games(await store.unrated_results(AT_ONCE))
    if not results:
        return False
    people = sorted({result.person for result in results})
    known = {
        person: Strength(mu, sigma)
        for person, (mu, sigma, _) in (await store.ratings(people)).items()
    }
    await store.store_ratings(turn, rate_results(results, known, await store.last_rated()))
    return True


def whole_games(results: list[ResultRow]) -> list[ResultRow]:
    """Leave out the last game if the list may end within it."""
    if len(results) < AT_ONCE:
        return results
    return [result for result in results if result.room != results[-1].room]
