"""The sections on the turns in the market and on the final locations of cards."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from byzanz.arena.bootstrap import Estimate
from byzanz.arena.page.number_format import INTERVAL, score_interval_text, share_text
from byzanz.reporting.axis import axis, category_axis
from byzanz.reporting.plot import Curve, Point, Stack, dots, stacks
from byzanz.statistics.axes import parts_axis
from byzanz.statistics.figure import (
    Figure,
    Section,
    listed,
    mean_number_of,
    mean_share_of,
    mean_text,
    players_text,
    values_text,
    with_players,
)
from byzanz.statistics.game_facts import CardEnd, GameFacts, TurnUse
from byzanz.statistics.measures import Games, mean_of, means_of, shares, total_of
from byzanz.statistics.shared_figures import parts_figure

SIZES = ("no card", "1 card", "2 cards", "3 cards", "4 or more")
TURNS = """\
The turns in the market go from the lowest offer card, position 1, to the highest (R4.1). A turn
*makes a set* if one more set can be sold from the hand than before. Otherwise it brings a *pair or
merchant* if the hand then holds two cards of that good, or if the turn brought merchants. Otherwise
it brings a *single card* that fits nothing in the hand. *Nothing left* means that all stalls were
empty (R4.3)."""
CARDS = """\
The figure shows the final locations of all 112 cards. Of the three cards of a set, one is kept as
profit and two go to the box. Cards that were discarded, left in the market or put back at the start
are in the box unsold."""


class TurnPosition(NamedTuple):
    """The turns at one position in the order of the market."""

    players: int
    position: int
    cards: Estimate
    uses: tuple[float, ...]  # shares, in the order of `TurnUse`


def positions_of(games: Sequence[GameFacts]) -> list[TurnPosition]:
    """Summarise the turns by position, for games with one number of players."""
    players = games[0].players
    order = range(1, players + 1)
    cards = means_of(games, lambda game: [_mean_cards(game, position) for position in order])
    return [
        TurnPosition(
            players,
            position,
            cards[position - 1],
            shares(
                Counter(t.use for game in games for t in game.turns if t.position == position),
                TurnUse,
            ),
        )
        for position in order
    ]


def _mean_cards(game: GameFacts, position: int) -> float:
    return fmean(turn.cards for turn in game.turns if turn.position == position)


def size_counts(games: Sequence[GameFacts]) -> Counter[str]:
    """Count turns by the number of cards taken, as named in `SIZES`."""
    last = len(SIZES) - 1
    return Counter(SIZES[min(turn.cards, last)] for game in games for turn in game.turns)


def set_share(game: GameFacts) -> float:
    """Return the share of turns that make a set."""
    return fmean(turn.use is TurnUse.SET for turn in game.turns)


def useless_share(game: GameFacts) -> float:
    """Return the share of turns that bring a single card or nothing."""
    return fmean(turn.use in (TurnUse.SINGLE, TurnUse.NOTHING) for turn in game.turns)


def unsold(game: GameFacts) -> float:
    """Return the number of cards that were in play and went to the box unsold."""
    return game.ends[CardEnd.DISCARDED] + game.ends[CardEnd.MARKET]


def market_section(games: Games) -> Section:
    """Make the section on turns in the market."""
    order = {players: positions_of(group) for players, group in games.items()}
    figures = [_card_figure(order), *map(_use_figure, order.values()), _size_figure(games)]
    return Section("The market", TURNS, figures)


def _card_figure(order: dict[int, list[TurnPosition]]) -> Figure:
    curves = [
        Curve(
            players_text(players),
            [Point(p.position - 1, p.cards.mean, p.cards.interval) for p in positions],
        )
        for players, positions in order.items()
    ]
    title = "Cards taken, by position in the order of the market"
    heights = [end for curve in curves for point in curve.points for end in point.extent]
    x_axis = category_axis(
        "position in the order", [str(position) for position in range(1, max(order) + 1)]
    )
    return Figure(
        "market-cards",
        title,
        dots(title, curves, x_axis, axis("cards taken in a turn", [0, *heights])),
        [_card_sentence(order)],
        ("players", "position", "cards taken", INTERVAL),
        [
            (str(p.players), str(p.position), mean_text(p.cards.mean), score_interval_text(p.cards))
            for positions in order.values()
            for p in positions
        ],
        text_columns=2,
    )


def _use_figure(order: Sequence[TurnPosition]) -> Figure:
    names = [use.value for use in TurnUse]
    players = order[0].players
    stacked_bars = [
        Stack(f"position {p.position}", p.uses, f"{mean_text(p.cards.mean)} cards per turn")
        for p in order
    ]
    title = f"Benefit of a turn in the market, {players_text(players)}"
    return Figure(
        f"market-uses-{players}",
        title,
        stacks(title, names, stacked_bars, parts_axis("turns")),
        list(_use_sentences(order)),
        ("position", *names),
        [(str(position.position), *map(share_text, position.uses)) for position in order],
    )


def _size_figure(games: Games) -> Figure:
    return parts_figure(
        "market-sizes",
        "Size of the stall taken",
        dict(zip(SIZES, SIZES, strict=True)),
        {players: size_counts(group) for players, group in games.items()},
        noun="turn",
        sentences=_size_sentences(games),
    )


def _card_sentence(order: dict[int, list[TurnPosition]]) -> str:
    players = listed([str(players) for players in order])
    first = listed([mean_text(positions[0].cards.mean) for positions in order.values()])
    last = listed([mean_text(positions[-1].cards.mean) for positions in order.values()])
    return (
        f"With {players} players the first position takes {first} cards per turn, and the last"
        f" position {last}."
    )


def _use_sentences(order: Sequence[TurnPosition]) -> Iterator[str]:
    first, last = order[0], order[-1]
    yield (
        f"{share_text(first.uses[0])} of the turns at position 1 and {share_text(last.uses[0])} of"
        f" the turns at position {last.position} make a set."
    )
    yield (
        f"{share_text(sum(first.uses[2:]))} and {share_text(sum(last.uses[2:]))} of them bring"
        " nothing useful: a single card, or no card."
    )


def _size_sentences(games: Games) -> Iterator[str]:
    yield (
        f"{with_players(games)} a turn brings"
        f" {values_text(games, mean_number_of(_cards_per_turn))} cards on average."
    )
    yield (
        f"Of all turns {values_text(games, mean_share_of(set_share))} make a set, and"
        f" {values_text(games, mean_share_of(useless_share))} bring nothing useful."
    )


def _cards_per_turn(game: GameFacts) -> float:
    return fmean(turn.cards for turn in game.turns)


def card_section(games: Games) -> Section:
    """Make the section on the final locations of cards."""
    names = [end.value for end in CardEnd]
    stacked_bars, numbers = [], []
    for players, group in games.items():
        ends = total_of(game.ends for game in group)
        parts = shares(ends, CardEnd)
        mean = mean_of(group, unsold)
        stacked_bars.append(
            Stack(players_text(players), parts, f"{mean_text(mean.mean)} cards unsold")
        )
        cards = [mean_text(ends[end] / len(group)) for end in CardEnd]
        numbers.append((str(players), *cards, mean_text(mean.mean), score_interval_text(mean)))
    title = "Where all cards are at the end, by number of players"
    figure = Figure(
        "cards",
        title,
        stacks(title, names, stacked_bars, parts_axis("cards")),
        list(_card_sentences(games)),
        ("players", *[f"{name}, cards per game" for name in names], "box unsold", INTERVAL),
        numbers,
    )
    return Section("Cards at the end of the game", CARDS, [figure])


def _card_sentences(games: Games) -> Iterator[str]:
    yield (
        f"{with_players(games)} {values_text(games, _mean_end(CardEnd.MARKET))} cards per game are"
        " left in the market and go to the box unsold."
    )
    yield (
        f"{values_text(games, _mean_end(CardEnd.DISCARDED))} cards per game are discarded because"
        f" of the hand limit, and {values_text(games, _mean_end(CardEnd.HAND))} are left in the"
        " hands at the end."
    )
    every = [game for group in games.values() for game in group]
    discards = sum(game.ends[CardEnd.DISCARDED] for game in every)
    if discards:
        late = sum(game.late_discards for game in every) / discards
        yield f"Over all games {share_text(late)} of the discards are in the last round."


def _mean_end(end: CardEnd) -> Callable[[Sequence[GameFacts]], str]:
    return mean_number_of(lambda game: game.ends[end])
