"""The sections on auctions: prices, and auctions in which everyone passed."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

from byzanz.arena.bootstrap import Estimate
from byzanz.arena.page.number_format import (
    INTERVAL,
    NONE,
    interval_text,
    score_interval_text,
    share_text,
)
from byzanz.reporting.axis import Axis, axis, category_axis, percent_text
from byzanz.reporting.plot import Curve, Point, dots
from byzanz.rules.numbers import OFFERS
from byzanz.statistics.figure import (
    Figure,
    Section,
    listed,
    mean_share_of,
    mean_text,
    players_text,
    share_interval_text,
    values_text,
    with_players,
)
from byzanz.statistics.game_facts import AuctionEnding, GameFacts
from byzanz.statistics.measures import Distribution, Games, distribution, means_of

OFFER_CARDS = range(2, 7)  # the offer cards of auctions with bidding
PRICES = """\
The figures show the price that the winner of an auction paid, by offer card. The dot is the mean,
the line the middle half of all prices; 3, 4, 5 and 6 players are side by side, from left to right.
Auctions in which everyone passed are left out here, and so is the last auction of a round, which
has no bidding (R3.8). The winner keeps one card less than the lot has, because one is given to the
market."""
PASSES = """\
The figure shows how often everyone passed, so that the opener got the lot for free (R3.7); the line
is the 95 % interval. There is no interval for an offer card with which this never happened. The
last auction of a round has no bidding and is left out."""


class OfferPrices(NamedTuple):
    """The prices of one offer card."""

    players: int
    offer: int
    paid: Distribution | None  # None if nobody ever paid
    all_passed: Estimate
    mean: Estimate  # mean price of all auctions; a free lot counts as 0


def prices_of(games: Sequence[GameFacts]) -> list[OfferPrices]:
    """Return the prices by offer card, lowest first, of games with one number of players."""
    players = games[0].players
    offers = sorted(OFFERS[players][: players - 1])
    passed = means_of(games, lambda game: [_passed_share(game, offer) for offer in offers])
    means = means_of(games, lambda game: [_mean_price(game, offer) for offer in offers])
    return [
        OfferPrices(players, offer, distribution(_paid(games, offer)), passed[at], means[at])
        for at, offer in enumerate(offers)
    ]


def _paid(games: Sequence[GameFacts], offer: int) -> Iterator[int]:
    for game in games:
        for auction in game.auctions:
            if auction.offer == offer and auction.ending is AuctionEnding.PAID:
                yield auction.price


def _passed_share(game: GameFacts, offer: int) -> float:
    return fmean(a.ending is AuctionEnding.ALL_PASSED for a in game.auctions if a.offer == offer)


def _mean_price(game: GameFacts, offer: int) -> float:
    return fmean(auction.price for auction in game.auctions if auction.offer == offer)


def price_section(games: Games) -> Section:
    """Make the section on prices."""
    prices = [price for players in games for price in prices_of(games[players])]
    figures = [_price_figure(prices), _price_per_card_figure(prices)]
    return Section("Prices", PRICES, figures)


def _offer_axis() -> Axis:
    return category_axis("offer card", [str(offer) for offer in OFFER_CARDS])


def _price_figure(prices: Sequence[OfferPrices]) -> Figure:
    curves = [
        Curve(
            players_text(players), [_point(price, 1) for price in group if price.paid is not None]
        )
        for players, group in _by_players(prices)
    ]
    y_axis = axis("price", [0, *_heights(curves)])
    title = "Price by offer card and number of players"
    head = ("players", "offer card", "auctions with a price", "mean", "first quartile", "median",
            "third quartile", "highest", "mean, free lots as 0", INTERVAL)  # fmt: skip
    return Figure(
        "prices",
        title,
        dots(title, curves, _offer_axis(), y_axis),
        list(_price_sentences(prices)),
        head,
        [_price_row(price) for price in prices],
        text_columns=2,
    )


def _price_row(price: OfferPrices) -> tuple[str, ...]:
    paid = price.paid
    figures = (
        ["0", *[NONE] * 5]
        if paid is None
        else [f"{paid.size:,}", mean_text(paid.mean), *map(str, paid.quartiles), str(paid.most)]
    )
    mean = price.mean
    mean_cells = (mean_text(mean.mean), score_interval_text(mean))
    return (str(price.players), str(price.offer), *figures, *mean_cells)


def _price_per_card_figure(prices: Sequence[OfferPrices]) -> Figure:
    curves = [
        Curve(
            players_text(players),
            [_point(price, price.offer) for price in group if price.paid is not None],
        )
        for players, group in _by_players(prices)
    ]
    y_axis = axis("price per card of the lot", [0, *_heights(curves)])
    title = "Price per card of the lot"
    numbers = [
        (
            str(price.players),
            str(price.offer),
            NONE if price.paid is None else mean_text(price.paid.mean / price.offer),
            NONE if price.paid is None else mean_text(price.paid.mean / (price.offer - 1)),
        )
        for price in prices
    ]
    return Figure(
        "prices-card",
        title,
        dots(title, curves, _offer_axis(), y_axis),
        list(_price_per_card_sentences(prices)),
        (
            "players",
            "offer card",
            "mean price per card of the lot",
            "per card that the winner keeps",
        ),
        numbers,
        text_columns=2,
    )


def _by_players(prices: Sequence[OfferPrices]) -> Iterator[tuple[int, list[OfferPrices]]]:
    for players in dict.fromkeys(price.players for price in prices):
        yield players, [price for price in prices if price.players == players]


def _point(price: OfferPrices, divisor: int) -> Point:
    assert price.paid is not None
    first, _, last = price.paid.quartiles
    mean = price.paid.mean / divisor
    return Point(price.offer - OFFER_CARDS[0], mean, (first / divisor, last / divisor))


def _heights(curves: Sequence[Curve]) -> Iterator[float]:
    for curve in curves:
        for point in curve.points:
            yield from point.extent


def _price_sentences(prices: Sequence[OfferPrices]) -> Iterator[str]:
    rising: list[str] = []
    others: list[str] = []
    for players, group in _by_players(prices):
        means = [price.paid.mean for price in group if price.paid is not None]
        (rising if all(a < b for a, b in pairwise(means)) else others).append(str(players))
    if rising:
        yield (
            f"With {listed(rising)} players the mean price rises with the number of the offer card."
        )
    if others:
        yield (
            f"With {listed(others)} players the mean price does not always rise with the number of"
            " the offer card."
        )
    mean_prices = [(price.paid.mean, price) for price in prices if price.paid is not None]
    if mean_prices:
        mean, most_expensive = max(mean_prices)
        assert most_expensive.paid is not None
        first, _, last = most_expensive.paid.quartiles
        yield (
            f"The most expensive is {_name(most_expensive)}: {mean_text(mean)} on average, and from"
            f" {first} to {last} in half of the auctions."
        )


def _price_per_card_sentences(prices: Sequence[OfferPrices]) -> Iterator[str]:
    mean_prices = [
        (price.paid.mean / price.offer, price) for price in prices if price.paid is not None
    ]
    if mean_prices:
        low, cheapest = min(mean_prices)
        high, most_expensive = max(mean_prices)
        yield (
            f"Per card of the lot, winners paid between {mean_text(low)} ({_name(cheapest)}) and"
            f" {mean_text(high)} ({_name(most_expensive)}) on average."
        )


def _name(price: OfferPrices) -> str:
    return f"offer card {price.offer} with {players_text(price.players)}"


def pass_section(games: Games) -> Section:
    """Make the section on auctions in which everyone passed."""
    prices = [price for players in games for price in prices_of(games[players])]
    curves = [
        Curve(
            players_text(players),
            [
                Point(price.offer - OFFER_CARDS[0], share.mean, share.interval)
                for price in group
                for share in [price.all_passed]
            ],
        )
        for players, group in _by_players(prices)
    ]
    title = "How often everyone passed, by offer card and number of players"
    y_axis = axis("auctions in which everyone passed", [0, *_heights(curves)], text=percent_text)
    figure = Figure(
        "passes",
        title,
        dots(title, curves, _offer_axis(), y_axis),
        list(_pass_sentences(games, prices)),
        ("players", "offer card", "all passed", INTERVAL),
        [
            (
                str(p.players),
                str(p.offer),
                share_text(p.all_passed.mean),
                interval_text(p.all_passed),
            )
            for p in prices
        ],
        text_columns=2,
    )
    return Section("Everyone passed", PASSES, [figure])


def _pass_sentences(games: Games, prices: Sequence[OfferPrices]) -> Iterator[str]:
    most = max(prices, key=lambda price: price.all_passed.mean)
    if not most.all_passed.mean:
        yield "This never happened."
        return
    yield (f"Everyone passed most often at {_name(most)}: {share_interval_text(most.all_passed)}.")
    yield (
        f"{with_players(games)} everyone passed in"
        f" {values_text(games, mean_share_of(all_passed_share))} of the auctions with bidding."
    )
    yield (
        "Together with the last lots of the rounds, which are free by the rules,"
        f" {values_text(games, mean_share_of(_free_share))} of all lots were free."
    )


def all_passed_share(game: GameFacts) -> float:
    """Return the share of auctions with bidding in which everyone passed."""
    with_bids = [a.ending for a in game.auctions if a.ending is not AuctionEnding.LAST]
    return with_bids.count(AuctionEnding.ALL_PASSED) / len(with_bids)


def _free_share(game: GameFacts) -> float:
    return fmean(auction.price == 0 for auction in game.auctions)


def price_per_card(game: GameFacts) -> float:
    """Return the mean price per card of the lots with bidding; a free lot counts as 0."""
    with_bids = [auction for auction in game.auctions if auction.ending is not AuctionEnding.LAST]
    return sum(a.price for a in with_bids) / sum(a.offer for a in with_bids)
