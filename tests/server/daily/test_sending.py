"""The deal of a past day is sent to friends."""

from byzanz.server.daily.sending import DailySending
from byzanz.server.hosting.people import person_of
from byzanz.server.results.challenges import Challenges
from byzanz.wire.challenges import ChallengeState
from byzanz.wire.commands import PlayDeal
from byzanz.wire.daily import SendDaily
from byzanz.wire.problems import Code
from tests.server.daily.days import TODAY, TOMORROW, Days
from tests.server.hosting.finished_games import play_out
from tests.server.hosting.harness import NONCE, refusal

ANNA, BEN = map(person_of, ("Anna", "Ben"))


class Sending:
    """People who send days to each other."""

    def __init__(self, harness) -> None:
        self.harness, self.days = harness, Days(harness)
        self.challenges = Challenges(harness.rooms, may_search=True)
        self._sending = DailySending(harness.store, self.days.work.deals, self.challenges)

    async def send(self, name: str, day: str = TODAY) -> str:
        await self.harness.meet(name)
        return (await self._sending.send(person_of(name), day, SendDaily(name))).challenge

    async def play(self, name: str, challenge: str) -> str:
        await self.harness.meet(name)
        command = PlayDeal(self.harness.next_id(), name, NONCE)
        room = (await self.challenges.play(person_of(name), challenge, command)).room
        await play_out(self.harness, room)
        return room


async def test_a_finished_try_is_sent_with_its_game_and_gets_the_same_answers(harness):
    sending = Sending(harness)
    room = await sending.days.finish("Anna")
    await sending.days.until_closed()
    challenge = await sending.send("Anna")
    assert await sending.send("Anna") == challenge
    shown = await sending.challenges.show(ANNA, challenge)
    assert (shown.state, shown.has_makers_game) == (ChallengeState.OVER, True)
    assert shown.room == room
    copy = await sending.play("Ben", challenge)
    moves = [
        [str(move) for _, move in (await harness.room(each)).game.moves] for each in (room, copy)
    ]
    assert moves[0] == moves[1]
    first, second = (await sending.challenges.show(BEN, challenge)).players
    assert first.seats[shown.seat].profit == second.seats[shown.seat].profit
    assert second.is_compared
    assert (await sending.challenges.show(BEN, challenge)).room == copy
    assert (await sending.challenges.show(None, challenge)).room is None


async def test_a_day_that_was_not_played_is_sent_and_may_be_played(harness):
    sending = Sending(harness)
    await sending.days.show(None)
    await sending.days.until_closed()
    challenge = await sending.send("Anna")
    shown = await sending.challenges.show(ANNA, challenge)
    assert (shown.state, shown.has_makers_game) == (ChallengeState.OPEN, False)
    row = await sending.days.work.deals.find(TODAY)
    room = await harness.room(await sending.play("Anna", challenge))
    practice = await harness.room(await sending.days.begin("Ben"))
    assert room.game.deck == practice.game.deck
    assert room.seat_of(ANNA) == practice.seat_of(BEN) == shown.seat
    assert room.dice == row.dice


async def test_a_try_that_ended_early_is_sent_without_its_game(harness):
    sending = Sending(harness)
    await sending.days.begin("Anna")
    await sending.days.until_closed()
    shown = await sending.challenges.show(ANNA, await sending.send("Anna"))
    assert (shown.state, shown.has_makers_game) == (ChallengeState.OPEN, False)


async def test_a_day_that_cannot_be_sent_gets_a_reason(harness):
    sending = Sending(harness)
    await sending.days.finish("Anna")
    assert (await refusal(sending.send("Anna"))).code is Code.SEALED
    assert (await refusal(sending.send("Ben"))).code is Code.SEALED
    assert (await refusal(sending.send("Anna", TOMORROW))).code is Code.FUTURE_DAY
    assert (await refusal(sending.send("Anna", "1999-01-01"))).code is Code.NO_DEAL
    assert (await refusal(sending.send("Anna", "never"))).code is Code.BAD_DAY
