"""The deals of the days: each is made once, the day before, by whichever process comes first."""

from byzanz.deal.deal import new_deal
from byzanz.game.record import RULES_VERSION
from byzanz.rooms.creation import RandomBytes
from byzanz.rooms.daily_rooms import DailySecrets, daily_deal
from byzanz.rooms.days import day_of, is_day, next_day
from byzanz.server.ops.clock import Clock
from byzanz.store.event_store import EventStore
from byzanz.store.rows import DailyDealRow
from byzanz.wire.daily import DailyCommitment
from byzanz.wire.problems import Code, RequestRefused

DICE_SIZE = 32  # bytes


class DailyDeals:
    """Makes the deals of today and tomorrow, and finds those of other days."""

    def __init__(self, store: EventStore, clock: Clock, random_bytes: RandomBytes) -> None:
        self._store = store
        self._clock = clock
        self._random_bytes = random_bytes
        self._made: set[str] = set()  # days whose deal is stored

    @property
    def today(self) -> str:
        """The current day."""
        return day_of(self._clock.now())

    async def make(self) -> None:
        """Make the deals of today and tomorrow, unless they are stored."""
        for day in (self.today, next_day(self.today)):
            if day not in self._made:
                await self._made_deal(day)
        self._made &= {self.today, next_day(self.today)}

    async def _made_deal(self, day: str) -> DailyDealRow:
        """Return the deal of a day; make it if it is not stored."""
        row = await self._store.daily_deal(day)
        if row is None:
            deal = new_deal(self._random_bytes)
            dice = self._random_bytes(DICE_SIZE).hex()
            made = self._clock.now()
            new = DailyDealRow(day, deal.id, deal.secret.hex(), dice, RULES_VERSION, made)
            row = await self._store.add_daily_deal(new)
        self._made.add(day)
        return row

    def check_day(self, text: str) -> None:
        """Raise `RequestRefused` unless a text is a past day or today."""
        if not is_day(text):
            raise RequestRefused(Code.BAD_DAY)
        if text > self.today:
            raise RequestRefused(Code.FUTURE_DAY, today=self.today)

    async def find(self, text: str) -> DailyDealRow:
        """Return the deal of a past day or of today; raises `RequestRefused`."""
        self.check_day(text)
        row = await self._store.daily_deal(text)
        if row is None and text == self.today:
            row = await self._made_deal(text)
        if row is None:
            raise RequestRefused(Code.NO_DEAL, day=text)
        return row

    async def commitment_of_tomorrow(self) -> DailyCommitment:
        """Return the commitment to the deal of tomorrow."""
        return commitment_of(await self._made_deal(next_day(self.today)))


def secrets_of(row: DailyDealRow) -> DailySecrets:
    """Return the secret part of a row."""
    return DailySecrets(row.day, row.deal, row.secret, row.dice)


def commitment_of(row: DailyDealRow) -> DailyCommitment:
    """Return the commitment to a deal, with its secret once the deck is open."""
    return DailyCommitment(
        day=row.day,
        deal=row.deal,
        commitment=daily_deal(secrets_of(row)).commitment,
        made=row.made,
        secret=None if row.opened is None else row.secret,
    )
