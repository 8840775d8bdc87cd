"""An observation as text for a terminal; it reads the observation alone, so it can't tell more."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from byzanz.cards import cards_of
from byzanz.engine.environments.layout import PHASE, PHASE_COUNT, PLAYERS, TURN
from byzanz.envs.layout import obs_layout
from byzanz.game.phase import PHASES
from byzanz.rules.numbers import SEATS

LAYOUT = obs_layout()


def render_text(observation: NDArray[np.uint8], seat: int) -> str:
    """Return what a seat knows as lines of text; `seat` is the number of the observing seat."""
    players = int(np.argmax(observation[PLAYERS:TURN])) + 3
    phase = PHASES[int(np.argmax(observation[PHASE : PHASE + PHASE_COUNT]))]
    rounds = _number(observation, "round") + _number(observation, "rounds_left")
    current = min(_number(observation, "round") + 1, rounds)
    lines = [
        f"round {current} of {rounds}, {phase.value}; {_number(observation, 'draw_pile')} cards "
        "in the draw pile",
        f"lot {_number(observation, 'lot_offer') or '-'}: {_cards(observation, 'lot')}",
        f"market: {_cards(observation, 'market')}",
    ]
    lines += [_seat_line(observation, place, (seat + place) % players) for place in range(players)]
    lines.append(f"hand of seat {seat}: {_cards(observation, 'hand')}")
    return "\n".join(lines)


def _seat_line(observation: NDArray[np.uint8], place: int, seat: int) -> str:
    def number(name: str) -> int:
        return _number(observation, f"seat_{place}.{name}")

    marks = "*" if observation[TURN : TURN + SEATS][place] else " "
    parts = [f"{marks} seat {seat}", f"profit {number('profit')}", f"{number('hand_size')} cards"]
    if number("bid_value"):
        parts.append(f"bids {number('bid_value')}: {_cards(observation, f'seat_{place}.bid')}")
    if number("has_passed"):
        parts.append("passed")
    if number("offer"):
        parts.append(f"offer card {number('offer')}")
    known = _cards(observation, f"seat_{place}.known")
    unknown = number("unknown_count")
    return f"{', '.join(parts)}; known: {known}{f', {unknown} unknown' if unknown else ''}"


def _number(observation: NDArray[np.uint8], name: str) -> int:
    return int(observation[LAYOUT.place(name)][0])


def _cards(observation: NDArray[np.uint8], name: str) -> str:
    pile: Sequence[int] = observation[LAYOUT.place(name)].tolist()
    return " ".join(cards_of(pile)) or "-"
