"""A party that plays nothing: whatever one sends comes back to all."""

from byzanz.load.chair import Chair
from byzanz.load.party import Party, Turn, new_id

BODY = b'{"type":"play","command":"%s","move":"pass","decision":0}'


class EchoParty(Party):
    """For the bare server of echo.py."""

    async def begin(self) -> None:
        """Nobody needs to be asked."""
        self.room = 2 * new_id()
        await self.follow()

    def look(self, chair: Chair, message: bytes) -> None:
        """There is nothing to see."""

    def turn(self) -> Turn | None:
        """Anybody's turn."""
        return Turn(self.hall.dice.choice(self.chairs), BODY % new_id().encode())
