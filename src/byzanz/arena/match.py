"""One game of a match, from the deal to its result."""

import time
from collections import Counter
from collections.abc import Sequence

import msgspec

from byzanz.arena.plan import GameNumber, Plan
from byzanz.arena.times import bucket_of
from byzanz.game.codec import action_of
from byzanz.game.game import Game
from byzanz.programs.entrant import Entrant
from byzanz.programs.failure import Failure


class SeatResult(msgspec.Struct, frozen=True):
    """How one seat fared."""

    word: str
    score: int
    place: int  # from 1; equal places share it
    win_share: float  # 1 for the winner, a half for each of two
    decisions: int
    playouts: int
    seconds: float  # of all decisions together
    times: dict[int, int]  # decisions by bucket
    failures: tuple[Failure, ...]


class GameResult(msgspec.Struct, frozen=True):
    """A finished game; together with the plan it holds all of it."""

    deck: int
    seating: int
    seats: tuple[SeatResult, ...]
    winners: tuple[int, ...]
    actions: tuple[int, ...]  # of the seats on turn, from the deal to the end

    @property
    def number(self) -> GameNumber:
        """Which game it was."""
        return GameNumber(self.deck, self.seating)


class Company:
    """The entrants of one process; a program is started once and plays game after game."""

    def __init__(self) -> None:
        self._entrants: dict[tuple[str, float, int], Entrant] = {}

    def seated(self, words: Sequence[str], seconds: float) -> list[Entrant]:
        """An entrant for each seat; a word that is there twice is two entrants."""
        seen: Counter[str] = Counter()
        seats = []
        for word in words:
            key = (word, seconds, seen[word])
            if key not in self._entrants:
                self._entrants[key] = Entrant(word, seconds=seconds)
            seats.append(self._entrants[key])
            seen[word] += 1
        return seats

    def close(self) -> None:
        """No more games: end all programs."""
        for entrant in self._entrants.values():
            entrant.close()
        self._entrants.clear()


class _Seat:
    """Plays one seat and measures it."""

    def __init__(self, entrant: Entrant) -> None:
        self.entrant = entrant
        self.seconds = 0.0
        self.times: Counter[int] = Counter()
        self._earlier_playouts = entrant.playouts
        self._earlier_failures = len(entrant.failures)

    def play(self, game: Game) -> int:
        """Play the move that the game waits for; its action."""
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
            word=self.entrant.word,
            score=score,
            place=place,
            win_share=win_share,
            decisions=self.times.total(),
            playouts=self.entrant.playouts - self._earlier_playouts,
            seconds=self.seconds,
            times=dict(sorted(self.times.items())),
            failures=tuple(self.entrant.failures[self._earlier_failures :]),
        )


def play_game(plan: Plan, number: GameNumber, company: Company) -> GameResult:
    """Play one game of a plan to its end; nobody's name tells who sits where."""
    game = Game.new(plan.players, deck=plan.deck(number))
    seats = [
        _Seat(entrant) for entrant in company.seated(plan.seatings[number.seating], plan.seconds)
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
    number: GameNumber, game: Game, seats: Sequence[_Seat], actions: Sequence[int]
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
