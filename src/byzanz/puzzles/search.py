"""The search for puzzles: games between bots, one decision after another."""

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

MOST_OF_GAME = 10  # puzzles from one game
SEED = 1

PHASE_PARTS = {
    Phase.BID: 0.38,
    Phase.GIVE: 0.20,
    Phase.TAKE: 0.20,
    Phase.REDUCE: 0.12,
    Phase.CLOSE: 0.10,
}
"""The part of the collection that each phase gets at most, for each number of players."""

PARTS_TRIED = {
    Phase.BID: 0.25,
    Phase.GIVE: 0.5,
    Phase.TAKE: 0.4,
    Phase.REDUCE: 1.0,
    Phase.CLOSE: 1.0,
}
"""The part of the decisions of each phase that is tried, so that puzzles come from many games."""

LEVEL_PARTS = {Level.EASY: 0.3, Level.MEDIUM: 0.35, Level.HARD: 0.35}
"""The part of each phase that each level gets at most."""

SURPLUS = 1.3  # how far the parts may be exceeded, because some cells never fill

Cell = tuple[int, Phase, Level]  # the number of players, the phase and the level


class PuzzleSearch:
    """Finds positions that meet the bar, spread over players, phases and levels."""

    def __init__(self, ledger: Ledger, wanted: int) -> None:
        self._ledger = ledger
        self._count = wanted
        self._cells: Counter[Cell] = Counter()
        self._keys: set[Key] = set()
        for found in ledger.found:
            self._note(found)

    def run(self) -> Iterator[Found | Searched]:
        """Search one game after another; yield what is written to the ledger."""
        for number in count():
            if len(self._ledger.found) >= self._count:
                return
            if number not in self._ledger.searched:
                yield from self._search_game(number)

    def _search_game(self, number: int) -> Iterator[Found | Searched]:
        """Search a game from its end, because most of the puzzles are in the first rounds.

        The first puzzle decides whose view the game gives: another seat's would show the cards that
        this one can't see.
        """
        dice = Random(number)
        seats = {found.view.seat for found in self._ledger.found if found.game == number}
        views = list(positions_of(number))
        screened = 0
        for view in reversed(views):
            is_shown = seats <= {view.seat}
            if dice.random() >= PARTS_TRIED[view.phase] or not is_shown or self._is_enough(number):
                continue
            hopeful = screen(view, SEED) if self._has_room(view) else None
            missed = self._missed(hopeful) if hopeful is not None else ()
            if hopeful is None or not missed:
                continue
            screened += 1
            verified = hopeful.verify()
            if verified is not None:
                found = Found(number, view, *verified, missed)
                if found.key not in self._keys:
                    seats.add(view.seat)
                    self._ledger.add(found)
                    self._note(found)
                    yield found
        searched = Searched(number, len(views), screened)
        self._ledger.add(searched)
        yield searched

    def _missed(self, hopeful: Screened) -> tuple[str, ...]:
        """Return the bots that miss a position; nobody if there is one like it, or enough."""
        if key_of(hopeful.view, hopeful.best_moves[0]) in self._keys:
            return ()
        missed = missed_by(hopeful.view, options_of(hopeful.view), hopeful.best_moves)
        return missed if missed and self._has_room(hopeful.view, level_of(missed)) else ()

    def _is_enough(self, number: int) -> bool:
        return sum(found.game == number for found in self._ledger.found) >= MOST_OF_GAME

    def _has_room(self, view: View, level: Level | None = None) -> bool:
        """Return whether more puzzles of a phase are wanted, of one level or of any."""
        part = PHASE_PARTS.get(view.phase, 0) * SURPLUS * self._count / len(PLAYER_COUNTS)
        players = len(view.seats)
        return any(
            self._cells[players, view.phase, each] < part * LEVEL_PARTS[each]
            for each in ([level] if level else LEVEL_PARTS)
        )

    def _note(self, found: Found) -> None:
        self._cells[len(found.view.seats), found.view.phase, level_of(found.missed)] += 1
        self._keys.add(found.key)
