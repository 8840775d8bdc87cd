"""The summary states what happened, in every language."""

import re

import pytest

from byzanz.analysis.findings import (
    MILLIONTHS,
    Alternative,
    Cause,
    Findings,
    Grade,
    Outlook,
    Step,
    Verdict,
)
from byzanz.analysis.report.builder import report_of
from byzanz.analysis.report.summary import advise, turning_point_of
from byzanz.analysis.report.timeline import numbered_events
from byzanz.analysis.text.figures import MINUS
from byzanz.analysis.text.sentences import AREAS, SentenceWriter
from byzanz.game.events import Event, LotRevealed
from byzanz.game.game import Game
from byzanz.game.moves import Bid, Give, Move, Pass, Sell, Take, parse_move
from byzanz.game.phase import Phase
from byzanz.words.catalogue import LANGUAGES, Catalogue
from tests.analysis.games import all_findings, finished


def writer_of(game: Game, language: str) -> SentenceWriter:
    return SentenceWriter(game, Catalogue(language, AREAS))


def summary(players: int, seed: int, language: str, seat: int = 0) -> list[str]:
    game, findings = finished(players, seed), all_findings(players, seed)
    report, writer = report_of(game, findings), writer_of(game, language)
    player = report.players[seat]
    return [
        writer.outcome(report.outcome),
        writer.turning_point(player.turning, seat),
        writer.parts(findings),
        writer.advice(player.advice),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (6, 3)])
def test_a_summary_names_winner_score_and_seat(language, players, seed):
    game = finished(players, seed)
    for seat in range(players):
        sentences = summary(players, seed, language, seat)
        for sentence in sentences:
            assert sentence.endswith(".")
            assert not re.search(r"[{}]", sentence)
        assert game.names[game.winners[0]] in sentences[0]
        assert str(max(game.scores)) in sentences[0]
        assert game.names[seat] in sentences[1]


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (6, 3)])
def test_the_printed_parts_add_up(players, seed):
    text = summary(players, seed, "en")[2]
    start, end = [int(each) for each in re.findall(r"(\d+)%", text)]
    parts = [int(each) for each in re.findall(r"[ ]([+-]?\d+)[,.]", text.replace(MINUS, "-"))]
    assert len(parts) == 3
    assert start + sum(parts) == end


def findings_with(steps: list[tuple[Cause, int | None, int]], players: int = 3) -> list[Findings]:
    """Return findings with these causes, seats and win shares of the winner."""
    game = finished(players, 1)
    winner = game.winners[0]
    found = []
    for number, (cause, seat, share) in enumerate(steps):
        rest = (MILLIONTHS - share) // (players - 1)
        shares = [share if each == winner else rest for each in range(players)]
        outlook = Outlook(tuple(shares), (0,) * players, 0)
        found.append(Findings(number, (Step(cause, seat, outlook),), None, None, None))
    return found


def test_the_winners_biggest_step_up_is_found():
    game = finished(3, 1)
    winner = game.winners[0]
    start = [(Cause.START, None, 300_000), (Cause.MOVE, game.moves[0][0], 310_000)]
    steps = [*start, (Cause.MOVE, game.moves[1][0], 720_000), (Cause.MOVE, 0, 1_000_000)]
    turning = turning_point_of(game, findings_with(steps), winner)
    assert (turning.number, turning.before, turning.after) == (2, 310_000, 720_000)
    sentence = writer_of(game, "en").turning_point(turning, winner)
    assert "round 1" in sentence
    assert game.names[game.moves[1][0]] in sentence
    assert "from 31% to 72%" in sentence


def test_a_losers_biggest_step_down_is_found():
    game = finished(3, 1)
    loser = next(seat for seat in range(3) if seat not in game.winners)
    steps = [(Cause.START, None, 200_000), (Cause.MOVE, 0, 100_000), (Cause.MOVE, 0, 1_000_000)]
    turning = turning_point_of(game, findings_with(steps), loser)
    assert (turning.number, turning.before, turning.after) == (2, 450_000, 0)


def test_the_deal_can_be_the_biggest_step():
    game = finished(3, 1)
    winner = game.winners[0]
    steps = findings_with([(Cause.START, None, 300_000), (Cause.DEAL, None, 900_000)])
    sentence = writer_of(game, "en").turning_point(turning_point_of(game, steps, winner), winner)
    name = game.names[winner]
    assert sentence == (
        f"The biggest step was the deal: {name}’s chance to win went from 30% to 90%."
    )


def test_a_lot_is_named_by_its_offer_card():
    """This holds also for a lot of one card, with five or six players."""
    game = finished(6, 3)
    numbers = [number for number, event in numbered_events(game) if is_lot_of_one(event)]
    winner, number = game.winners[0], numbers[0]
    outlooks = [Outlook((MILLIONTHS // 6,) * 6, (0,) * 6, 0)] * number
    found = [
        Findings(each, (Step(Cause.MOVE, 0, outlook),), None, None, None)
        for each, outlook in enumerate(outlooks)
    ]
    shares = tuple([MILLIONTHS if seat == winner else 0 for seat in range(6)])
    last = Step(Cause.LOT, None, Outlook(shares, (0,) * 6, 0))
    turning = turning_point_of(game, [*found, Findings(number, (last,), None, None, None)], winner)
    assert turning.offer == 1
    assert "the lot of 1" in writer_of(game, "en").turning_point(turning, winner)


def is_lot_of_one(event: Event) -> bool:
    return isinstance(event, LotRevealed) and event.offer == 1


def decision(played: Move, best: Move, loss: int) -> Verdict:
    alternatives = (
        Alternative(best, 0, 2 * MILLIONTHS, ()),
        Alternative(played, 0, MILLIONTHS, ()),
    )
    return Verdict(0, Phase.BID, 1, alternatives, loss, 0, loss, None, Grade.MISTAKE)


BID_C1, SALE = parse_move("bid C1"), parse_move("sell C1 C1 C1")
assert isinstance(BID_C1, Bid)
assert isinstance(SALE, Sell)
GIVE_C1, TAKE = parse_move("give C1"), parse_move("take C")
assert isinstance(GIVE_C1, Give)
assert isinstance(TAKE, Take)


@pytest.mark.parametrize(
    ("played", "best", "part"),
    [
        (BID_C1, Pass(), "let a lot go"),
        (Pass(), BID_C1, "go on"),
        (BID_C1, parse_move("bid C2"), "which cards"),
        (GIVE_C1, parse_move("give C2"), "into the market"),
        (TAKE, parse_move("take G"), "choice at the market"),
        (parse_move("discard C1"), parse_move("discard C2"), "too full"),
        (SALE, parse_move("sell C1 C1 C2"), "what to sell"),
        (parse_move("done"), SALE, "what to sell"),
    ],
)
def test_the_costliest_topic_is_advised(played, best, part):
    verdicts = [decision(played, best, 30_000), decision(played, best, 31_000)]
    sentence = writer_of(finished(3, 1), "en").advice(advise(verdicts))
    assert part in sentence
    assert "2 times" in sentence
    assert "that cost 6% of the chance to win and 2 profit." in sentence


def test_small_costs_give_no_topic():
    advice = advise([decision(BID_C1, Pass(), 12_000)])
    game = finished(3, 1)
    assert "together cost 1% of the chance to win and 1 profit." in writer_of(game, "en").advice(
        advice
    )
    assert "0\N{NO-BREAK SPACE}% Siegchance und 0 Gewinn" in writer_of(game, "de").advice(
        advise([])
    )
