"""A given deal: the same cards, seat, bots and dice for everybody who plays it."""

from typing import NamedTuple

from byzanz.cards import Cards, parse_cards
from byzanz.game.record import RULES_VERSION
from byzanz.rooms.creation import RandomBytes
from byzanz.rooms.display_names import bot_names, check_name
from byzanz.rooms.entries import Created, Joined
from byzanz.rooms.results import VERSION
from byzanz.rooms.room_facts import EDITION
from byzanz.wire.commands import PlayDeal
from byzanz.wire.room import BotId, Setup

"""The time from the beginning of a day, in UTC, until its deck is opened."""


class GivenDeal(NamedTuple):
    """What is the same for everybody."""

    deck: Cards
    seat: int  # the person's
    bots: tuple[BotId | None, ...]  # by seat; None: the person
    dice: str  # 32 bytes in hexadecimal, see `Created.dice`

    @property
    def deck_text(self) -> str:
        """The deck as it is stored; `parse_deck` reads it."""
        return " ".join(self.deck)


def parse_deck(text: str) -> Cards:
    """The deck of a stored deal."""
    return parse_cards(text)


def given_deal_room(
    person: str,
    command: PlayDeal,
    deal: GivenDeal,
    random_bytes: RandomBytes,
    *,
    day: str | None = None,
    challenge: str | None = None,
) -> Created:
    """The first entry of a room with a given deal, for one person; raises `RequestRefused`.

    Nobody watches, and there are no hints if the deal is one of a day or of a challenge.
    """
    name = check_name(command.name)
    return Created(
        rules=RULES_VERSION,
        edition=EDITION,
        logs_hints=True,
        setup=Setup(hints=day is None and challenge is None, spectators=False),
        bots=deal.bots,
        names=tuple(bot_names(deal.bots, name)),
        host=person,
        joined=Joined(deal.seat, person, name, command.nonce),
        deal=random_bytes(16).hex(),
        secret=random_bytes(32).hex(),
        deck=deal.deck,
        is_started=True,
        dice=deal.dice,
        day=day,
        challenge=challenge,
        version=VERSION,
    )
