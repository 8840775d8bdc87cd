"""One seat of a room."""

from dataclasses import dataclass

from byzanz.wire.answers import Change, PersonAway, PersonBack, PersonLeft
from byzanz.wire.room import BotId, SeatKind, SeatState

SUBSTITUTE = BotId.SOLID  # plays for absent persons
MISSES_TILL_AWAY = 2  # missed deadlines in a row after which a bot takes over


@dataclass(slots=True)
class Seat:
    """A seat and its player: a person, a bot or nobody."""

    bot: BotId | None = None
    name: str = ""
    person: str | None = None
    nonce: str = ""
    is_away: bool = False
    has_left: bool = False
    misses: int = 0  # missed deadlines in a row
    bank: int | None = None  # milliseconds left in the time bank

    def copy(self) -> "Seat":
        """An independent copy; `copy.copy` is too slow for every move."""
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
        """Whether a person, a bot or nobody has the seat."""
        if self.bot is not None:
            return SeatKind.BOT
        return SeatKind.PERSON if self.person is not None else SeatKind.OPEN

    @property
    def is_automatic(self) -> bool:
        """Whether a bot plays here now."""
        return self.bot is not None or self.is_away or self.has_left

    @property
    def is_present(self) -> bool:
        """Whether the person plays here now."""
        return self.person is not None and not self.is_automatic

    @property
    def presence(self) -> type[Change]:
        """The type of change that is pushed when the person's presence becomes the current one."""
        if self.has_left:
            return PersonLeft
        return PersonAway if self.is_away else PersonBack

    @property
    def playing_bot(self) -> BotId:
        """The bot that plays here, or stands in for the person."""
        return self.bot or SUBSTITUTE

    def sit(self, person: str, name: str, nonce: str) -> None:
        """Seat a person."""
        self.person, self.name, self.nonce = person, name, nonce

    def miss(self) -> None:
        """Count a missed deadline."""
        self.misses += 1
        self.is_away |= self.misses >= MISSES_TILL_AWAY

    def act(self) -> None:
        """Mark the person as present."""
        self.misses = 0
        self.is_away = False

    def spend(self, time: int) -> None:
        """Subtract milliseconds from the time bank, if the seat has one."""
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
