"""Plays one game of a match."""

import time
from collections import Counter
from collections.abc import Sequence

import msgspec

from byzanz.arena.plan import GameNumber, Plan
from byzanz.arena.time_buckets import bucket_of
from byzanz.game.codec import action_of
from byzanz.game.game import Game
from byzanz.programs.entrant import Entrant
from byzanz.programs.failure import Failure


class SeatResult(msgspec.Struct, frozen=True):
    """The result of one seat."""

    bot_id: str = msgspec.field(name="word")  # `word` is the field's name in ledgers
    score: int
    place: int  # rank from 1; tied seats have the same place
    win_share: float  # 1 for the winner, 1/2 for each of two winners
    decisions: int
    playouts: int
    seconds: float  # time of all decisions together
    times: dict[int, int]  # number of decisions by time bucket
    failures: tuple[Failure, ...]


class GameResult(msgspec.Struct, frozen=True):
    """A finished game; with its plan, it can be replayed."""

    deck: int
    seating: int
    seats: tuple[SeatResult, ...]
    winners: tuple[int, ...]
    actions: tuple[int, ...]  # all actions of the game, each by the seat on turn

    @property
    def number(self) -> GameNumber:
        """The number of the game in its match."""
        return GameNumber(self.deck, self.seating)


class EntrantPool:
    """The entrants of one process, reused from game to game.

    An external program is started once and plays all games of its seat.
    """

    def __init__(self) -> None:
        self._entrants: dict[tuple[str, float, int], Entrant] = {}

    def entrants_for(self, bot_ids: Sequence[str], seconds: float) -> list[Entrant]:
        """Return an entrant for each seat; a bot id that occurs twice gets two entrants."""
        seen: Counter[str] = Counter()
        seats = []
        for bot_id in bot_ids:
            key = (bot_id, seconds, seen[bot_id])
            if key not in self._entrants:
                self._entrants[key] = Entrant(bot_id, seconds=seconds)
            seats.append(self._entrants[key])
            seen[bot_id] += 1
        return seats

    def close(self) -> None:
        """End all external programs."""
        for entrant in self._entrants.values():
            entrant.close()
        self._entrants.clear()


class _TimedSeat:
    """Plays one seat and measures the time of its decisions."""

    def __init__(self, entrant: Entrant) -> None:
        self.entrant = entrant
        self.seconds = 0.0
        self.times: Counter[int] = Counter()
        self._earlier_playouts = entrant.playouts
        self._earlier_failures = len(entrant.failures)

    def play(self, game: Game) -> int:
        """Choose and play the move of the seat on turn, and return its action."""
        assert game.turn is not None
        begin = time.perf_counter()
        move = self.entrant.choose(game)
        seconds = time.perf_counter() - begin
        self.seconds += seconds
        self.times[bucket_of(seconds)] += 1
        action = action_of(move, game.table.hands[game.turn])
        game.play(game.turn, move)
        return action

    def result(self, *, score: int, place: int, win_share: float) -> SeatResult:
        return SeatResult(
            bot_id=self.entrant.bot_id,
            score=score,
            place=place,
            win_share=win_share,
            decisions=self.times.total(),
            playouts=self.entrant.playouts - self._earlier_playouts,
            seconds=self.seconds,
            times=dict(sorted(self.times.items())),
            failures=tuple(self.entrant.failures[self._earlier_failures :]),
        )


def play_game(plan: Plan, number: GameNumber, pool: EntrantPool) -> GameResult:
    """Play one game of a plan to its end.

    Players have neutral names, so that no bot can recognise another one by its name.
    """
    game = Game.new(plan.players, deck=plan.deck(number))
    seats = [
        _TimedSeat(entrant)
        for entrant in pool.entrants_for(plan.seatings[number.seating], plan.seconds)
    ]
    for index, seat in enumerate(seats):
        seat.entrant.begin(game, index, plan.bot_seed(number, index))
    actions = []
    while game.turn is not None:
        actions.append(seats[game.turn].play(game))
    for seat in seats:
        seat.entrant.end(game)
    return _result(number, game, seats, actions)


def _result(
    number: GameNumber, game: Game, seats: Sequence[_TimedSeat], actions: Sequence[int]
) -> GameResult:
    places = {standing.seat: standing.place for standing in game.standings()}
    share = 1 / len(game.winners)
    return GameResult(
        deck=number.deck,
        seating=number.seating,
        seats=tuple(
            [
                seat.result(
                    score=game.scores[index],
                    place=places[index],
                    win_share=share if index in game.winners else 0.0,
                )
                for index, seat in enumerate(seats)
            ]
        ),
        winners=game.winners,
        actions=tuple(actions),
    )
