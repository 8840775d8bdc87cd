"""A person's finished games, and what they show, as lines of text."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from rich.text import Text

from byzanz.cli.render.palette import FAINT, PLAIN, STRONG, styled
from byzanz.cli.render.phrases import counted, listed
from byzanz.cli.render.text_lines import fitted, rule
from byzanz.wire.games import Friend, LevelTrend, PersonRating, PlayedGame, Progress

WIDTH = 80  # cells
OPPONENTS = 36  # cells
MILLION = 1_000_000


def game_lines(games: Sequence[PlayedGame]) -> Iterator[Text]:
    """Return a line for each game: place, result, opponents, day and accuracy."""
    yield rule("My games", WIDTH)
    if not games:
        yield styled(" No finished game yet.")
    for game in games:
        own = game.seats[game.seat]
        others = [seat.profit for number, seat in enumerate(game.seats) if number != game.seat]
        result = f"{own.profit} to {max(others)}"
        line = styled(f" {own.place}. ", STRONG if own.place == 1 else PLAIN)
        line.append(f"{result:<9}", STRONG)
        line.append_text(fitted(_opponents(game), OPPONENTS))
        line.append(f" {_day(game.ended)} ", FAINT)
        line.append(f"{_rated(game):>10}")
        yield line


def progress_lines(progress: Progress) -> Iterator[Text]:
    """Return trends, friends and the rating; nothing that is not there yet."""
    if progress.trends:
        yield rule("Share of wins against each level", WIDTH)
        yield from map(_trend, progress.trends)
    if progress.friends:
        yield rule("Head to head, the last ten games together", WIDTH)
        yield from map(_friend, progress.friends)
    if progress.rating is not None:
        yield rule("Rating", WIDTH)
        yield from _rating(progress.rating)


def _opponents(game: PlayedGame) -> str:
    others = [seat for number, seat in enumerate(game.seats) if number != game.seat]
    people = [seat.name or "somebody" for seat in others if seat.bot is None]
    bots = [seat.bot for seat in others if seat.bot is not None]
    if not people and len(set(bots)) == 1:
        return f"{len(bots)} bots: {bots[0]}"
    return listed([*people, *([counted(len(bots), "bot")] if bots else [])])


def _rated(game: PlayedGame) -> str:
    """How well the game was played or, as long as nobody knows, that no server was there."""
    if game.accuracy is not None:
        return f"{game.accuracy} of 100"
    return "offline" if game.was_offline else ""


def _day(ended: int) -> str:
    return datetime.fromtimestamp(ended / 1000).astimezone().date().isoformat()


def _trend(trend: LevelTrend) -> Text:
    line = styled(f" {trend.level:<10}{counted(trend.games, 'game'):<12}", STRONG)
    if not trend.points:
        return line.append(f"{10 - trend.games} more until the first ten", FAINT)
    latest = trend.points[-1]
    bounds = f"{latest.low / MILLION:.0%} to {latest.high / MILLION:.0%}"
    line.append(f"last ten: {latest.wins / 10:.0%} ({bounds}); ")
    return line.append(f"pure chance {trend.fair / MILLION:.0%}", FAINT)


def _friend(friend: Friend) -> Text:
    score = f"you {friend.ahead.count(True)} : {friend.ahead.count(False)}"
    line = styled(" ").append_text(fitted(friend.name, 26, style=STRONG))
    return line.append(f" {score:<12}").append(f"{counted(friend.games, 'game')} together", FAINT)


def _rating(rating: PersonRating) -> Iterable[Text]:
    yield styled(
        f" {rating.mu / 1000:.0f} ± {2 * rating.sigma / 1000:.0f}"
        f" from {counted(rating.games, 'game')}"
    )
    bots = listed([f"{bot.level} {bot.mu / 1000:.0f}" for bot in rating.bots])
    yield styled(f" Bots: {bots}", FAINT)
