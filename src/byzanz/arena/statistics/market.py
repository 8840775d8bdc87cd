"""The sections on the market: what its turns bring, and where all cards end."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

from byzanz.arena.axis import axis, places
from byzanz.arena.bootstrap import Estimate
from byzanz.arena.plot import Curve, Point, Stack, dots, stacks
from byzanz.arena.statistics.axes import parts_axis
from byzanz.arena.statistics.facts import End, GameFacts, Use
from byzanz.arena.statistics.figure import (
    Figure,
    Section,
    each,
    listed,
    mean_number_of,
    mean_share_of,
    mean_text,
    players_text,
    with_players,
)
from byzanz.arena.statistics.measures import Games, mean_of, means_of, shares, total_of
from byzanz.arena.statistics.shapes import parts_figure
from byzanz.arena.words import INTERVAL, score_interval_text, share_text

SIZES = ("no card", "1 card", "2 cards", "3 cards", "4 or more")
TURNS = """\
The turns in the market go from the lowest offer card, place 1, to the highest (R4.1). A turn *makes
a set* if afterwards one set more can be sold from the hand than before; else it brings a *pair or
merchant* if the hand then holds two cards of that good, or got merchants; else it brings a *single
card* that fits nothing in the hand. *Nothing left* means that all stalls were empty (R4.3)."""
CARDS = """\
Where all 112 cards are when the game is over. Of every three cards in sets one is kept as profit
and two are in the box; what was discarded, left in the market or put back at the start is in the
box unsold."""


class Place(NamedTuple):
    """What the turns in one place of the order bring."""

    players: int
    place: int
    cards: Estimate
    uses: tuple[float, ...]  # shares, in the order of `Use`


def places_of(games: Sequence[GameFacts]) -> list[Place]:
    """The places of the order, for one number of players."""
    players = games[0].players
    order = range(1, players + 1)
    cards = means_of(games, lambda game: [_mean_cards(game, place) for place in order])
    return [
        Place(
            players,
            place,
            cards[place - 1],
            shares(Counter(t.use for game in games for t in game.turns if t.place == place), Use),
        )
        for place in order
    ]


def _mean_cards(game: GameFacts, place: int) -> float:
    return fmean(turn.cards for turn in game.turns if turn.place == place)


def size_counts(games: Sequence[GameFacts]) -> Counter[str]:
    """How many turns brought so many cards, by the names of the sizes."""
    last = len(SIZES) - 1
    return Counter(SIZES[min(turn.cards, last)] for game in games for turn in game.turns)


def makes_set(game: GameFacts) -> float:
    """The part of all turns that makes a set."""
    return fmean(turn.use is Use.SET for turn in game.turns)


def is_useless(game: GameFacts) -> float:
    """The part of all turns that brings a single card or nothing."""
    return fmean(turn.use in (Use.SINGLE, Use.NOTHING) for turn in game.turns)


def unsold(game: GameFacts) -> float:
    """How many cards went to the box unsold, of those that were in the game."""
    return game.ends[End.DISCARDED] + game.ends[End.MARKET]


def market_section(games: Games) -> Section:
    """What the turns in the market bring."""
    order = {players: places_of(own) for players, own in games.items()}
    figures = [_card_figure(order), *map(_use_figure, order.values()), _size_figure(games)]
    return Section("The market", TURNS, figures)


def _card_figure(order: dict[int, list[Place]]) -> Figure:
    rows = [
        Curve(
            players_text(players),
            [Point(p.place - 1, p.cards.mean, p.cards.low, p.cards.high) for p in own],
        )
        for players, own in order.items()
    ]
    title = "Cards taken, by place in the order of the market"
    highs = [place.cards.high for own in order.values() for place in own]
    across = places("place in the order", [str(place) for place in range(1, max(order) + 1)])
    return Figure(
        "market-cards",
        title,
        dots(title, rows, across, axis("cards taken in a turn", [0, *highs])),
        [_card_finding(order)],
        ("players", "place", "cards taken", INTERVAL),
        [
            (str(p.players), str(p.place), mean_text(p.cards.mean), score_interval_text(p.cards))
            for own in order.values()
            for p in own
        ],
        words=2,
    )


def _use_figure(order: Sequence[Place]) -> Figure:
    names = [use.value for use in Use]
    players = order[0].players
    rows = [
        Stack(f"place {p.place}", p.uses, f"{mean_text(p.cards.mean)} cards a turn") for p in order
    ]
    title = f"What a turn in the market brings, {players_text(players)}"
    return Figure(
        f"market-uses-{players}",
        title,
        stacks(title, names, rows, parts_axis("turns")),
        list(_use_findings(order)),
        ("place", *names),
        [(str(place.place), *map(share_text, place.uses)) for place in order],
    )


def _size_figure(games: Games) -> Figure:
    return parts_figure(
        "market-sizes",
        "Size of the stall taken",
        dict(zip(SIZES, SIZES, strict=True)),
        {players: size_counts(own) for players, own in games.items()},
        noun="turn",
        findings=_size_findings(games),
    )


def _card_finding(order: dict[int, list[Place]]) -> str:
    players = listed([str(players) for players in order])
    first = listed([mean_text(own[0].cards.mean) for own in order.values()])
    last = listed([mean_text(own[-1].cards.mean) for own in order.values()])
    return (
        f"With {players} players the first place takes {first} cards a turn, and the last place"
        f" {last}."
    )


def _use_findings(order: Sequence[Place]) -> Iterator[str]:
    first, last = order[0], order[-1]
    yield (
        f"A set is made by {share_text(first.uses[0])} of the turns in place 1 and by"
        f" {share_text(last.uses[0])} of those in place {last.place}."
    )
    yield (
        "Nothing useful, a single card or nothing at all, comes of"
        f" {share_text(sum(first.uses[2:]))} and {share_text(sum(last.uses[2:]))} of them."
    )


def _size_findings(games: Games) -> Iterator[str]:
    yield (
        f"{with_players(games)} a turn brings {each(games, mean_number_of(_cards_a_turn))} cards in"
        " the mean."
    )
    yield (
        f"Of all turns {each(games, mean_share_of(makes_set))} make a set, and nothing useful comes"
        f" of {each(games, mean_share_of(is_useless))}."
    )


def _cards_a_turn(game: GameFacts) -> float:
    return fmean(turn.cards for turn in game.turns)


def card_section(games: Games) -> Section:
    """Where all cards end."""
    names = [end.value for end in End]
    rows, numbers = [], []
    for players, own in games.items():
        ends = total_of(game.ends for game in own)
        parts = shares(ends, End)
        mean = mean_of(own, unsold)
        rows.append(Stack(players_text(players), parts, f"{mean_text(mean.mean)} cards unsold"))
        cards = [mean_text(ends[end] / len(own)) for end in End]
        numbers.append((str(players), *cards, mean_text(mean.mean), score_interval_text(mean)))
    title = "Where all cards end, by number of players"
    figure = Figure(
        "cards",
        title,
        stacks(title, names, rows, parts_axis("cards")),
        list(_card_findings(games)),
        ("players", *[f"{name}, cards a game" for name in names], "box unsold", INTERVAL),
        numbers,
    )
    return Section("Where the cards end", CARDS, [figure])


def _card_findings(games: Games) -> Iterator[str]:
    yield (
        f"{with_players(games)} {each(games, _mean_end(End.MARKET))} cards a game are left in the"
        " market and go to the box unsold."
    )
    yield (
        f"Over the hand limit {each(games, _mean_end(End.DISCARDED))} cards a game are discarded,"
        f" and {each(games, _mean_end(End.HAND))} are left in the hands at the end."
    )
    every = [game for own in games.values() for game in own]
    discards = sum(game.ends[End.DISCARDED] for game in every)
    if discards:
        late = sum(game.late_discards for game in every) / discards
        yield f"Over all games {share_text(late)} of the discards fall into the last round."


def _mean_end(end: End) -> Callable[[Sequence[GameFacts]], str]:
    return mean_number_of(lambda game: game.ends[end])
