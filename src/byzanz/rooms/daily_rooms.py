"""The first entries of the rooms in which the deal of a day is played.

The deal is a verified deal to which nobody adds a nonce, because the deck must be the same for
everybody: the seats are drawn with the deck, from the secret alone.
"""

from typing import NamedTuple

from byzanz.deal.deal import Deal, DealResult, Draw
from byzanz.game.record import RULES_VERSION
from byzanz.rooms.display_names import bot_names, check_name
from byzanz.rooms.entries import Created, Joined
from byzanz.rooms.given_deal import GivenDeal
from byzanz.rooms.results import VERSION
from byzanz.rooms.room_facts import EDITION
from byzanz.wire.room import BotId, Setup

BOTS = (None, BotId.SOLID, BotId.SOLID, BotId.SOLID)  # by place before the seats are drawn
TRY = Setup(spectators=False, hints=False)


class DailySecrets(NamedTuple):
    """What only the server knows of a deal of the day before it is open."""

    day: str
    deal: str  # the id
    secret: str
    dice: str


def daily_deal(secrets: DailySecrets) -> Deal:
    """Return the verified deal of a day, without the nonces of players."""
    deal = Deal(secrets.deal, bytes.fromhex(secrets.secret), version=EDITION)
    return deal.seated([b""] * len(BOTS), Draw.SEATS)


def daily_result(secrets: DailySecrets) -> DealResult:
    """Return the seats and the deck of a day."""
    return daily_deal(secrets).result(RULES_VERSION)


def persons_seat(secrets: DailySecrets) -> int:
    """Return the seat that everybody has in the deal of a day."""
    return daily_result(secrets).places.index(0)


def try_room(person: str, name: str, secrets: DailySecrets) -> Created:
    """The first entry of the room of a counted try; raises `RequestRefused`."""
    name = check_name(name)
    return Created(
        rules=RULES_VERSION,
        edition=EDITION,
        logs_hints=True,
        setup=TRY,
        bots=BOTS,
        names=tuple(bot_names(BOTS, name)),
        host=person,
        joined=Joined(0, person, name, nonce=""),
        deal=secrets.deal,
        secret=secrets.secret,
        is_started=True,
        dice=secrets.dice,
        day=secrets.day,
        version=VERSION,
    )


def line_room(secrets: DailySecrets) -> Created:
    """The first entry of a room in which the expert plays from everybody's seat."""
    bots = (BotId.EXPERT, *BOTS[1:])
    return Created(
        rules=RULES_VERSION,
        edition=EDITION,
        logs_hints=True,
        setup=TRY,
        bots=bots,
        names=tuple(bot_names(bots)),
        host=None,
        joined=None,
        deal=secrets.deal,
        secret=secrets.secret,
        is_started=True,
        dice=secrets.dice,
        version=VERSION,
    )


def given_deal_of(secrets: DailySecrets) -> GivenDeal:
    """Return the same cards, seat, bots and dice as a given deal."""
    places, deck = daily_result(secrets)
    bots = tuple([BOTS[place] for place in places])
    return GivenDeal(deck, places.index(0), bots, secrets.dice)


def practice_room(person: str, name: str, secrets: DailySecrets) -> Created:
    """The first entry of a room with the same cards, seat and bots; raises `RequestRefused`.

    The deck is given, so the game counts for nothing; hints and taking back are allowed.
    """
    given = given_deal_of(secrets)
    places = daily_result(secrets).places
    name = check_name(name)
    before = bot_names(BOTS, name)
    return Created(
        rules=RULES_VERSION,
        edition=EDITION,
        logs_hints=True,
        setup=Setup(),
        bots=given.bots,
        names=tuple([before[place] for place in places]),
        host=person,
        joined=Joined(given.seat, person, name, nonce=""),
        deal=secrets.deal,
        secret=secrets.secret,
        deck=given.deck,
        is_started=True,
        dice=secrets.dice,
        version=VERSION,
    )
