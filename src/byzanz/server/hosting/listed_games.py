"""The list of running games that everybody may watch."""

from byzanz.rooms.listing import listed_game
from byzanz.server.hosting.live_rooms import LiveRooms
from byzanz.wire.answers import ListedGame, ListedGames

MOST_LISTED_GAMES = 12  # a room that is not in memory must be read and folded


async def listed_games(rooms: LiveRooms) -> ListedGames:
    """Return the running games whose hosts let them be listed, most recently changed first.

    The row of a room may say less than its log: a process of an older version does not write
    whether the room is listed.
    """
    games: list[ListedGame] = []
    for row in await rooms.store.listed_rows(MOST_LISTED_GAMES):
        async with rooms.held(row.room, row.head, row.rewrites) as live:
            if live.room.is_listed:
                games.append(listed_game(live.room))
    return ListedGames(tuple(games))
