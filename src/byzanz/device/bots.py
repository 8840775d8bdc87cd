"""The bots that play on a device, in interpreted code."""

from collections.abc import Iterable

from byzanz.bots.bot import Bot
from byzanz.bots.interpreted_search_bot import InterpretedSearchBot
from byzanz.bots.roster import POLICIES, SEARCHES, make_bot
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import BotId

OFFERED = (BotId.BEGINNER, BotId.GREEDY, BotId.SOLID, BotId.STRONG)
"""The expert is missing: two thousand play-outs to the end of two rounds take many seconds."""


def bot_of(bot_id: str, seed: int) -> Bot:
    """Make a bot that chooses as the one of the same id on a server does."""
    if bot_id in POLICIES:
        return make_bot(bot_id, seed)
    return InterpretedSearchBot(SEARCHES[bot_id].playouts, seed)


def check_bots(bots: Iterable[BotId | None]) -> None:
    """Raise `RequestRefused` if one of these bots does not play on a device."""
    if any(bot is not None and bot not in OFFERED for bot in bots):
        raise RequestRefused(Code.BAD_BOT)
