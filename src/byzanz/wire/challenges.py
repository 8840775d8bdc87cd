"""Challenges: deals that people send to each other, and what came of them."""

from enum import StrEnum
from typing import Annotated

import msgspec

from byzanz.cards import Card, Cards, Stall
from byzanz.wire.commands import Name
from byzanz.wire.games import SeatResult
from byzanz.wire.room import BotId

MOST_PLAYERS = 6
"""The people who play a challenge, its maker included if they played the game."""


class MakeChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Send the deal of a finished game against bots, or of an uploaded record."""

    name: Name
    seat: Annotated[int, msgspec.Meta(ge=0, le=5)] | None = None
    """The seat that is played; of a game on this server it is always the person's own."""
    bot: BotId = BotId.SOLID  # plays the seats of a record that do not name a bot


class ChallengeMade(msgspec.Struct, frozen=True):
    """The id of a challenge, for a link that leads to nothing but the challenge."""

    challenge: str


class ChallengeState(StrEnum):
    """What a challenge is for the person who asks."""

    OPEN = "open"  # they may play
    RUNNING = "running"  # they are playing
    OVER = "over"  # they have played, or know the cards
    FULL = "full"  # no more people may play
    OUTDATED = "outdated"  # made with another version of rules or bots


class TryState(StrEnum):
    """How far somebody is with a challenge."""

    PLAYING = "playing"
    FINISHED = "finished"
    ENDED = "ended"  # left, or aborted


class AuctionOutcome(StrEnum):
    """What an auction brought to a seat."""

    WON = "won"
    PASSED = "passed"
    FREE = "free"  # everybody else passed before anybody had bid


class AuctionLine(msgspec.Struct, frozen=True):
    """An auction as one seat played it."""

    number: int  # in its round, from 1
    offer: int
    outcome: AuctionOutcome
    value: int  # the price paid or, if the seat passed, the highest bid at that moment
    cards: Cards  # the cards paid or, if nothing was paid for the lot, taken
    given: Card | None = None  # put into the market by this seat


class RoundLine(msgspec.Struct, frozen=True):
    """A round as one seat played it; the closing sales belong to the last round."""

    round: int
    auctions: tuple[AuctionLine, ...]
    stall: Stall | None  # taken in the market
    cards: Cards  # of the stall
    profit: int  # of the sets sold in this round


class ChallengePlayer(msgspec.Struct, frozen=True):
    """A player of a challenge, as others see them who have played it too."""

    name: str
    state: TryState
    is_mine: bool
    is_maker: bool
    is_helped: bool = False  # hints were asked for, moves taken back, or it began in the middle
    is_compared: bool = True  # played with the challenge's version of rules and bots
    seats: tuple[SeatResult, ...] = ()  # by seat; empty unless the game is finished
    rounds: tuple[RoundLine, ...] = ()  # empty if the game is no longer stored


class Challenge(msgspec.Struct, frozen=True):
    """A challenge; it has no cards and no results for those who have not played it."""

    challenge: str
    made: int  # in milliseconds since 1970
    name: str  # of its maker
    seat: int
    bots: tuple[BotId | None, ...]  # by seat
    names: tuple[str, ...]  # of the bots, by seat
    state: ChallengeState
    player_count: int
    has_makers_game: bool  # the maker's own game is among the results
    room: str | None = None  # the person's own
    players: tuple[ChallengePlayer, ...] = ()
