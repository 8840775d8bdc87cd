"""The section on seats: win shares and scores by seat."""

from collections.abc import Iterator, Sequence
from statistics import fmean

from byzanz.arena.bootstrap import Estimate
from byzanz.arena.page.number_format import INTERVAL, interval_text, score_interval_text, share_text
from byzanz.reporting.axis import Tick, axis, category_axis, percent_text
from byzanz.reporting.plot import Curve, Point, dots
from byzanz.statistics.figure import (
    Figure,
    Section,
    listed,
    mean_text,
    players_text,
    share_interval_text,
)
from byzanz.statistics.game_facts import GameFacts
from byzanz.statistics.measures import Games, means_of

MISSED = 0.05  # share of 95 % intervals that miss the true value by chance
SEATS = """\
Seat 0 opens the first auction, and play goes clockwise. All seats are played by the same bot, so
only the seat and the cards differ. The win share of a seat is shown with its 95 % interval; the
dashed line is the fair share. A shared victory is divided equally."""


def seat_section(games: Games) -> Section:
    """Make the section on seats."""
    figures = [_win_figure(group) for group in games.values()]
    return Section("Seats", SEATS, [*figures, _score_figure(games)])


def win_shares(game: GameFacts) -> list[float]:
    """Return the share of each seat in the victory."""
    return [(seat in game.winners) / len(game.winners) for seat in range(game.players)]


def score_leads(game: GameFacts) -> list[float]:
    """Return the difference of each seat's score from the mean of the game."""
    mean = fmean(game.scores)
    return [score - mean for score in game.scores]


def _win_figure(games: Sequence[GameFacts]) -> Figure:
    players, wins = games[0].players, means_of(games, win_shares)
    points = [Point(seat, win.mean, win.interval) for seat, win in enumerate(wins)]
    fair = Tick(1 / players, f"fair share {share_text(1 / players)}")
    ends = [end for point in points for end in point.extent]
    y_axis = axis("win share", [0, fair.at, *ends], text=percent_text)
    title = f"Win share by seat, {players_text(players)}"
    x_axis = category_axis("seat", [str(seat) for seat in range(players)])
    return Figure(
        f"seats-{players}",
        title,
        dots(title, [Curve(players_text(players), points)], x_axis, y_axis, reference=fair),
        list(_win_sentences(wins)),
        ("seat", "win share", INTERVAL),
        [(str(seat), share_text(w.mean), interval_text(w)) for seat, w in enumerate(wins)],
    )


def _win_sentences(wins: Sequence[Estimate]) -> Iterator[str]:
    """Yield sentences on the best and the worst seat, and on intervals without the fair share."""
    seats, fair = range(len(wins)), 1 / len(wins)
    best = max(seats, key=lambda seat: wins[seat].mean)
    worst = min(seats, key=lambda seat: wins[seat].mean)
    yield (
        f"Seat {best} wins most often, {share_interval_text(wins[best])}, and seat {worst} least"
        f" often, {share_interval_text(wins[worst])}."
    )
    off = [str(seat) for seat in seats if wins[seat].excludes(fair)]
    if len(off) == 1:
        yield f"The interval of seat {off[0]} excludes the fair share."
    elif off:
        yield f"The intervals of seats {listed(off)} exclude the fair share."
    elif any(win.interval is not None for win in wins):
        yield (
            "No interval excludes the fair share: these games do not show that any seat is better"
            " or worse."
        )
    else:
        yield (
            "No interval can be computed: these are too few decks to show that any seat is better"
            " or worse."
        )


def _score_figure(games: Games) -> Figure:
    leads = {players: means_of(group, score_leads) for players, group in games.items()}
    curves = [
        Curve(
            players_text(players),
            [Point(seat, lead.mean, lead.interval) for seat, lead in enumerate(seat_leads)],
        )
        for players, seat_leads in leads.items()
    ]
    ends = [end for curve in curves for point in curve.points for end in point.extent]
    title = "Score by seat, compared with the mean of all seats"
    x_axis = category_axis("seat", [str(seat) for seat in range(max(leads))])
    y_axis = axis("points more than the mean of all seats", [0, *ends])
    return Figure(
        "seats-scores",
        title,
        dots(title, curves, x_axis, y_axis, reference=Tick(0, "mean of all")),
        list(_score_sentences(leads)),
        ("players", "seat", "mean score", "difference from the mean", INTERVAL),
        [
            (
                str(players),
                str(seat),
                mean_text(fmean(game.scores[seat] for game in games[players])),
                f"{lead.mean:+.2f}",
                score_interval_text(lead),
            )
            for players, seat_leads in leads.items()
            for seat, lead in enumerate(seat_leads)
        ],
        text_columns=2,
    )


def _score_sentences(leads: dict[int, tuple[Estimate, ...]]) -> Iterator[str]:
    gaps = [
        mean_text(max(lead.mean for lead in seat_leads) - min(lead.mean for lead in seat_leads))
        for seat_leads in leads.values()
    ]
    players = listed([str(players) for players in leads])
    yield (
        f"With {players} players the best and the worst seat are {listed(gaps)} points apart on"
        " average."
    )
    with_interval = [
        lead for seat_leads in leads.values() for lead in seat_leads if lead.interval is not None
    ]
    excluding = sum(lead.excludes(0) for lead in with_interval)
    yield (
        f"The number of intervals that exclude the mean of all seats is {excluding} of"
        f" {len(with_interval)}. By chance alone it would be about"
        f" {round(MISSED * len(with_interval))}, here and for the win shares."
    )
