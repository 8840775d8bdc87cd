"""The summary: what was said is what happened, in every language."""

import re
from string import Formatter
from typing import Any

import pytest

from byzanz.analysis.report import (
    PARTS,
    Alternative,
    Cause,
    Findings,
    Grade,
    Outlook,
    Step,
    Verdict,
)
from byzanz.analysis.speech import LANGUAGES, MINUS
from byzanz.analysis.summary import advise, summarise
from byzanz.game.moves import Bid, Give, Move, Pass, Sell, Take, parse_move
from byzanz.game.phase import Phase
from tests.analysis.games import all_findings, finished


def keys(words: dict[str, Any], before: str = "") -> dict[str, set[str | None]]:
    """Every sentence by its key, with the facts that it names."""
    found: dict[str, set[str | None]] = {}
    for key, value in words.items():
        if isinstance(value, dict):
            found |= keys(value, f"{before}{key}.")
        else:
            found[before + key] = {name for _, name, _, _ in Formatter().parse(value)} - {None}
    return found


@pytest.mark.parametrize("language", ["de", "it", "nl"])
def test_all_languages_say_the_same(language):
    assert keys(LANGUAGES[language]._words) == keys(LANGUAGES["en"]._words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (6, 3)])
def test_three_sentences_about_the_winner(language, players, seed):
    game = finished(players, seed)
    sentences = summarise(game, all_findings(players, seed))[language]
    assert len(sentences) == 3
    for sentence in sentences:
        assert sentence.endswith(".")
        assert not re.search(r"[{}]", sentence)
    assert game.names[game.winners[0]] in sentences[0]
    assert str(max(game.scores)) in sentences[0]


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (6, 3)])
def test_the_parts_that_are_told_add_up(players, seed):
    *_, told = summarise(finished(players, seed), all_findings(players, seed))["en"]
    start, end = [int(each) for each in re.findall(r"(\d+)%", told)]
    parts = [int(each) for each in re.findall(r"[+-]\d+", told.replace(MINUS, "-"))]
    assert len(parts) == 3
    assert start + sum(parts) == end


def won_by(steps: list[tuple[Cause, int | None, int]], players: int = 3) -> list[Findings]:
    """Findings of a game in which the share of its winner goes like this."""
    game = finished(players, 1)
    winner = game.winners[0]
    found = []
    for number, (cause, seat, share) in enumerate(steps):
        rest = (PARTS - share) // (players - 1)
        shares = [share if each == winner else rest for each in range(players)]
        outlook = Outlook(tuple(shares), (0,) * players, 0)
        found.append(Findings(number, (Step(cause, seat, outlook),), None, None))
    return found


def test_the_biggest_step_is_told():
    game = finished(3, 1)
    start = [(Cause.START, None, 300_000), (Cause.MOVE, game.moves[0][0], 310_000)]
    steps = [*start, (Cause.MOVE, game.moves[1][0], 720_000), (Cause.MOVE, 0, 1_000_000)]
    told = summarise(game, won_by(steps))["en"][1]
    assert "round 1" in told
    assert game.names[game.moves[1][0]] in told
    assert "from 31% to 72%" in told


def test_the_deal_may_be_it():
    game = finished(3, 1)
    told = summarise(game, won_by([(Cause.START, None, 300_000), (Cause.DEAL, None, 900_000)]))
    assert told["en"][1] == (
        f"The biggest step was the deal: it took {game.names[game.winners[0]]} from 30% to 90%."
    )


def decision(played: Move, best: Move, loss: int) -> Verdict:
    alternatives = (Alternative(best, 0, 2 * PARTS, ()), Alternative(played, 0, PARTS, ()))
    return Verdict(0, Phase.BID, 1, alternatives, loss, 0, loss, Grade.MISTAKE)


BID, SALE = parse_move("bid C1"), parse_move("sell C1 C1 C1")
assert isinstance(BID, Bid)
assert isinstance(SALE, Sell)
GIVE, TAKE = parse_move("give C1"), parse_move("take C")
assert isinstance(GIVE, Give)
assert isinstance(TAKE, Take)


@pytest.mark.parametrize(
    ("played", "best", "words"),
    [
        (BID, Pass(), "let a lot go"),
        (Pass(), BID, "go on"),
        (BID, parse_move("bid C2"), "which cards"),
        (GIVE, parse_move("give C2"), "into the market"),
        (TAKE, parse_move("take G"), "pick at the market"),
        (parse_move("discard C1"), parse_move("discard C2"), "too full"),
        (SALE, parse_move("sell C1 C1 C2"), "what to sell"),
        (parse_move("done"), SALE, "what to sell"),
    ],
)
def test_what_cost_most_is_to_be_practised(played, best, words):
    verdicts = [decision(played, best, 30_000), decision(played, best, 31_000)]
    said = advise(verdicts)["en"]
    assert words in said
    assert "2 times" in said
    assert "6.1 points of winning chance and 2.0 of profit" in said


def test_what_costs_little_is_not_made_much_of():
    assert "together cost 1.2 points" in advise([decision(BID, Pass(), 12_000)])["en"]
    assert "0,0 Prozentpunkte" in advise([])["de"]
