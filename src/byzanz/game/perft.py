"""Perft: counts of the sequences of moves to a depth, to compare implementations of the rules."""

from byzanz.game.codec import legal_actions, move_of
from byzanz.rules.actions import apply
from byzanz.rules.table import Table


def count_sequences(table: Table, depth: int) -> list[int]:
    """Count the sequences of 1, 2, … depth moves, by any seats in any legal order."""
    counts = [0] * depth
    _count(table, 0, counts)
    return counts


def _count(table: Table, level: int, counts: list[int]) -> None:
    for seat in range(table.seat_count):
        actions = legal_actions(table, seat)
        counts[level] += len(actions)
        if level + 1 < len(counts):
            for action in actions:
                following = table.copy()
                apply(following, seat, action)
                _count(following, level + 1, counts)


def divide(table: Table, depth: int) -> list[tuple[str, int]]:
    """Count the sequences of depth moves for each first move, written ``SEAT MOVE``; sorted."""
    lines = []
    for seat in range(table.seat_count):
        for action in legal_actions(table, seat):
            following = table.copy()
            apply(following, seat, action)
            count = 1 if depth == 1 else count_sequences(following, depth - 1)[-1]
            lines.append((f"{seat} {move_of(action, table.hands[seat])}", count))
    return sorted(lines)
