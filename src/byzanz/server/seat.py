"""One seat of a room."""

from dataclasses import dataclass

from byzanz.wire.answers import Change, PersonAway, PersonBack, PersonLeft
from byzanz.wire.room import BotWord, SeatKind, SeatState

STAND_IN = BotWord.SOLID
MISSES_TILL_AWAY = 2


@dataclass(slots=True)
class Seat:
    """Who sits here, if anybody."""

    bot: BotWord | None = None
    name: str = ""
    person: str | None = None
    nonce: str = ""
    is_away: bool = False
    has_left: bool = False
    misses: int = 0  # deadlines in a row
    bank: int | None = None  # milliseconds of a time bank

    def copy(self) -> "Seat":
        """An equal seat that goes its own way; quicker than `copy.copy`, and made at every move."""
        return Seat(
            self.bot,
            self.name,
            self.person,
            self.nonce,
            self.is_away,
            self.has_left,
            self.misses,
            self.bank,
        )

    @property
    def kind(self) -> SeatKind:
        """Whose it is."""
        if self.bot is not None:
            return SeatKind.BOT
        return SeatKind.PERSON if self.person is not None else SeatKind.OPEN

    @property
    def is_automatic(self) -> bool:
        """Does a bot play here now?"""
        return self.bot is not None or self.is_away or self.has_left

    @property
    def is_present(self) -> bool:
        """Does a person play here now?"""
        return self.person is not None and not self.is_automatic

    @property
    def absence(self) -> type[Change]:
        """What people are told when it becomes so."""
        if self.has_left:
            return PersonLeft
        return PersonAway if self.is_away else PersonBack

    @property
    def player(self) -> BotWord:
        """The bot that plays here, or would."""
        return self.bot or STAND_IN

    def sit(self, person: str, name: str, nonce: str) -> None:
        """A person takes the seat."""
        self.person, self.name, self.nonce = person, name, nonce

    def miss(self) -> None:
        """A deadline went by."""
        self.misses += 1
        self.is_away |= self.misses >= MISSES_TILL_AWAY

    def act(self) -> None:
        """The person is there."""
        self.misses = 0
        self.is_away = False

    def spend(self, time: int) -> None:
        """So many milliseconds of the time bank are gone."""
        if self.bank is not None:
            self.bank = max(self.bank - time, 0)

    def state(self, gone_since: int | None = None) -> SeatState:
        """The seat as everybody sees it."""
        return SeatState(
            kind=self.kind,
            name=self.name or None,
            bot=self.bot,
            is_away=self.is_away,
            has_left=self.has_left,
            bank=self.bank,
            gone_since=gone_since,
        )
