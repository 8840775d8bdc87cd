"""Handlers for challenges: deals that people send to each other."""

from byzanz.server.call import Call
from byzanz.server.handlers.visitors import Handler, Visitors
from byzanz.server.results.challenges import Challenges
from byzanz.wire.answers import Accepted
from byzanz.wire.challenges import Challenge, ChallengeMade, MakeChallenge
from byzanz.wire.commands import PlayDeal


class ChallengeHandlers:
    """Makes challenges, and shows and starts them."""

    def __init__(self, visitors: Visitors, challenges: Challenges) -> None:
        self._visitors = visitors
        self._challenges = challenges

    @property
    def table(self) -> dict[str, Handler]:
        """The handlers by the names of their endpoints."""
        return {
            "make_challenge": self.make_challenge,
            "challenge": self.challenge,
            "play_challenge": self.play_challenge,
        }

    async def make_challenge(self, call: Call) -> ChallengeMade:
        """Make a challenge of a finished game or of an uploaded record."""
        person = await self._visitors.person(call.visitor, "rooms")
        return await self._challenges.make(person, call.replay, call.body_as(MakeChallenge))

    async def challenge(self, call: Call) -> Challenge:
        """Return a challenge, with results for those who have played it."""
        person = await self._visitors.optional_person(call.visitor, "replays")
        return await self._challenges.show(person, call.path["challenge"])

    async def play_challenge(self, call: Call) -> Accepted:
        """Make the person's own room for a challenge."""
        person = await self._visitors.person(call.visitor, "rooms")
        challenge = call.path["challenge"]
        return await self._challenges.play(person, challenge, call.body_as(PlayDeal))
