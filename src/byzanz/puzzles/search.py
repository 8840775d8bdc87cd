"""The search for puzzles among the decisions of games between bots."""

from collections import Counter
from collections.abc import Iterator
from itertools import count
from random import Random

from byzanz.game.game import PLAYER_COUNTS
from byzanz.game.phase import Phase
from byzanz.game.view import View
from byzanz.puzzles.answers import options_of
from byzanz.puzzles.bar import Screened, screen
from byzanz.puzzles.difficulty import level_of, missed_by
from byzanz.puzzles.findings import Found, Key, Searched, key_of
from byzanz.puzzles.ledger import Ledger
from byzanz.puzzles.positions import positions_of
from byzanz.puzzles.puzzle import Level

MOST_PER_GAME = 10  # puzzles from one game
SEED = 1

PHASE_SHARES = {
    Phase.BID: 0.38,
    Phase.GIVE: 0.20,
    Phase.TAKE: 0.20,
    Phase.REDUCE: 0.12,
    Phase.CLOSE: 0.10,
}
"""The largest share of the puzzles for a number of players that a phase may have."""

TRIED_SHARES = {
    Phase.BID: 0.25,
    Phase.GIVE: 0.5,
    Phase.TAKE: 0.4,
    Phase.REDUCE: 1.0,
    Phase.CLOSE: 1.0,
}
"""The share of the decisions of each phase to try; the rest is left out for variety of games."""

LEVEL_SHARES = {Level.EASY: 0.3, Level.MEDIUM: 0.35, Level.HARD: 0.35}
"""The largest share of a phase's puzzles that a level may have."""

SURPLUS = 1.3  # the shares may be exceeded by this factor, because some cells never fill

Cell = tuple[int, Phase, Level]  # the number of players, the phase and the level


class PuzzleSearch:
    """Finds positions that meet the bar, spread over players, phases and levels."""

    def __init__(self, ledger: Ledger, wanted: int) -> None:
        self._ledger = ledger
        self._wanted = wanted
        self._cells: Counter[Cell] = Counter()
        self._keys: set[Key] = set()
        for found in ledger.found:
            self._count_found(found)

    def run(self) -> Iterator[Found | Searched]:
        """Search one game after another; yield each line as it is added to the ledger."""
        for number in count():
            if len(self._ledger.found) >= self._wanted:
                return
            if number not in self._ledger.searched:
                yield from self._search_game(number)

    def _search_game(self, number: int) -> Iterator[Found | Searched]:
        """Search a game from its end: its first rounds alone have enough puzzles to fill its limit.

        All puzzles of a game are views of the same seat, that of the first puzzle found: a view of
        another seat would show cards that this one can't see.
        """
        dice = Random(number)
        seats = {found.view.seat for found in self._ledger.found if found.game == number}
        views = list(positions_of(number))
        screened = 0
        for view in reversed(views):
            is_same_seat = seats <= {view.seat}
            is_tried = dice.random() < TRIED_SHARES[view.phase]
            if not is_tried or not is_same_seat or self._is_full(number):
                continue
            position = screen(view, SEED) if self._has_room(view) else None
            missed = self._missed(position) if position is not None else ()
            if position is None or not missed:
                continue
            screened += 1
            verified = position.verify()
            if verified is not None:
                found = Found(number, view, *verified, missed)
                if found.key not in self._keys:
                    seats.add(view.seat)
                    self._ledger.add(found)
                    self._count_found(found)
                    yield found
        searched = Searched(number, len(views), screened)
        self._ledger.add(searched)
        yield searched

    def _missed(self, position: Screened) -> tuple[str, ...]:
        """Return the bots that miss a position; none if no such puzzle is wanted any more."""
        view = position.view
        if key_of(view, position.best_moves[0]) in self._keys:
            return ()
        missed = missed_by(view, options_of(view), position.best_moves)
        return missed if missed and self._has_room(view, level_of(missed)) else ()

    def _is_full(self, number: int) -> bool:
        """Return whether a game has given as many puzzles as it may."""
        return sum(found.game == number for found in self._ledger.found) >= MOST_PER_GAME

    def _has_room(self, view: View, level: Level | None = None) -> bool:
        """Return whether more puzzles of a phase are wanted, of one level or of any."""
        most = PHASE_SHARES.get(view.phase, 0) * SURPLUS * self._wanted / len(PLAYER_COUNTS)
        players = len(view.seats)
        return any(
            self._cells[players, view.phase, each] < most * LEVEL_SHARES[each]
            for each in ([level] if level else LEVEL_SHARES)
        )

    def _count_found(self, found: Found) -> None:
        self._cells[len(found.view.seats), found.view.phase, level_of(found.missed)] += 1
        self._keys.add(found.key)
