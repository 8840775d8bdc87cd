"""The summary of a simulation as lines of text."""

from collections.abc import Iterator

from rich.text import Text

from byzanz.cli.render.palette import FAINT, MARK, STRONG, styled
from byzanz.cli.render.phrases import counted
from byzanz.cli.render.text_lines import rule
from byzanz.cli.simulation import Simulation

LABEL_WIDTH = 16  # cells
MOST_BARS = 16
MOST_WIDTH = 100  # cells
EIGHTHS = " ▏▎▍▌▋▊▉█"  # bars of 0 to 8 eighths of a cell


def summary_lines(simulation: Simulation, width: int) -> list[Text]:
    """Return facts, seats and the distribution of scores, in lines of at most this width."""
    width = min(width, MOST_WIDTH)
    games = counted(simulation.games, "game")
    title = f"{games} of {simulation.players} random bots, seed {simulation.seed}"
    lines = [rule(title, width), *_facts(simulation), rule("Seats", width)]
    lines += _seats(simulation)
    lines.append(rule("Scores of all seats", width))
    return [*lines, *bars(simulation.score_counts, width)]


def _facts(simulation: Simulation) -> Iterator[Text]:
    moves, timing = simulation.moves, simulation.timing
    yield _fact("Moves per game", f"{moves.mean:.1f}, from {moves.least} to {moves.most}")
    yield _fact("Mean score", f"{simulation.mean_score:.2f}")
    speed = f"{timing.games_per_second:,.0f} games/s, {timing.moves_per_second:,.0f} moves/s"
    yield _fact("Speed", f"{speed} ({counted(timing.jobs, 'thread')}, {timing.seconds:.2f} s)")
    if simulation.records is not None:
        yield _fact("Records", f"{simulation.games} in {simulation.records}")


def _fact(label: str, text: str) -> Text:
    return styled(f" {label:<{LABEL_WIDTH}}", FAINT).append(text)


def _seats(simulation: Simulation) -> Iterator[Text]:
    yield styled(f" {'seat':<{LABEL_WIDTH}}{'mean score':>10}{'wins':>10}", FAINT)
    for seat in simulation.seats:
        yield styled(f" {seat.seat:<{LABEL_WIDTH}}", STRONG).append(
            f"{seat.mean_score:>10.2f}{seat.win_share:>10.1%}"
        )


def bars(counts: tuple[int, ...], width: int) -> Iterator[Text]:
    """Yield a bar per score, or per range of scores so that there are at most `MOST_BARS`."""
    step = -(-len(counts) // MOST_BARS)
    sums = [sum(counts[start : start + step]) for start in range(0, len(counts), step)]
    longest = width - LABEL_WIDTH - 9
    for number, count in enumerate(sums):
        low, high = number * step, min((number + 1) * step, len(counts)) - 1
        label = f"{low:>3}" if low == high else f"{low:>3}-{high}"
        eighths = round(8 * longest * count / max(sums))
        bar = "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()
        line = styled(f" {label:<{LABEL_WIDTH}}", FAINT).append(f"{count / sum(sums):>6.1%} ")
        yield line.append(bar, MARK)
