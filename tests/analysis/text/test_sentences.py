"""Every finding has a sentence in every language."""

import re
from typing import get_args

import pytest

from byzanz.analysis.causes import (
    Bids,
    BreaksPair,
    BreaksSet,
    Buys,
    CardGoes,
    Discards,
    EndsWith,
    Fault,
    Gathers,
    GetsFree,
    Keeps,
    KeepsMerchants,
    Link,
    Pays,
    SetReady,
    SetSold,
    Spent,
    TakesStall,
    Unsold,
    UsesMerchants,
    Wins,
)
from byzanz.analysis.findings import Advice, Ending, Grade, Outcome, Topic
from byzanz.analysis.text.figures import (
    MINUS,
    percent_change,
    percentage_points_change,
    short_decimal,
)
from byzanz.analysis.text.sentences import AREAS, SentenceWriter
from byzanz.cards import Card, Stall
from byzanz.game.moves import Move, Take, parse_move
from byzanz.words.catalogue import LANGUAGES, Catalogue
from tests.analysis.games import finished

SET = (Card.S1, Card.S4, Card.M)
LINKS = (
    (Pays(0, 4, 7, (Card.C1, Card.V2, Card.S4)),
     "Seat 0 pays 7 with cloth 1, wine 2, and spices 4."),
    (Wins(0, 3, 3, (Card.C1, Card.V2)), "Seat 0 wins the lot of 3 with cloth 1 and wine 2."),
    (Bids(1, 4, 3, (Card.C3,)), "Seat 1 bids 3 with cloth 3."),
    (Buys(1, 4, 6), "Seat 1 gets the lot of 4 for 6."),
    (Spent(1, 4, 6), "Seat 1 pays 6 and can’t go higher."),
    (GetsFree(0, 2), "Seat 0 gets the lot of 2 free."),
    (CardGoes(0, Card.S4, 2), "Seat 0’s spices 4 goes to the market, and Seat 2 takes it."),
    (CardGoes(0, Card.M, None), "Seat 0’s merchant goes to the market, and nobody takes it."),
    (CardGoes(0, Card.S4, 0), "Seat 0’s spices 4 goes to the market, and Seat 0 takes it back."),
    (TakesStall(0, Stall.W, (Card.W1, Card.W3)), "Seat 0 takes wood 1-3 from the market."),
    (SetSold(2, Stall.S, SET, 4), "Seat 2’s set of spices (spices 1-4 and merchant) brings 4."),
    (SetReady(0, Stall.S, SET, 4),
     "Seat 0 then has a set of spices to sell: spices 1-4 and merchant for 4."),
    (BreaksSet(0, Stall.W), "That breaks up Seat 0’s set of wood."),
    (BreaksPair(1, Stall.W), "That breaks up Seat 1’s pair of wood."),
    (Keeps(0, Stall.S, (Card.S1, Card.S4)), "Seat 0 keeps spices 1-4 for a set."),
    (Gathers(0, Stall.M, (Card.M, Card.M)), "Seat 0 then has 2 merchants."),
    (UsesMerchants(0, 2), "Seat 0 uses up 2 merchants."),
    (KeepsMerchants(0, 1), "Seat 0 keeps a merchant."),
    (Discards(0, Card.M), "Seat 0 discards a merchant."),
    (Unsold(0, Stall.S, SET, 4),
     "Seat 0’s set of spices (spices 1-4 and merchant) stays unsold: 4 profit."),
    (EndsWith(0, 21), "Seat 0 ends with 21 profit."),
)  # fmt: skip
MOVES = (
    (parse_move("pass"), "Better: pass"),
    (parse_move("bid C1 C2"), "Better: bid cloth 1-2"),
    (parse_move("give M"), "Better: give a merchant"),
    (Take(Stall.W), "Better: take wood"),
    (parse_move("sell S1 S4 M"), "Better: sell spices 1-4 and merchant"),
    (parse_move("discard W2"), "Better: discard wood 2"),
    (parse_move("done"), "Better: stop selling"),
    (None, "Better: sell nothing yet"),
)


def writer(language: str) -> SentenceWriter:
    return SentenceWriter(finished(3, 1), Catalogue(language, AREAS))


@pytest.mark.parametrize(("link", "sentence"), LINKS, ids=lambda each: type(each).__name__)
def test_a_link(link: Link, sentence: str):
    assert writer("en").link(link).replace("\N{NO-BREAK SPACE}", " ") == sentence


@pytest.mark.parametrize(("move", "sentence"), MOVES)
def test_a_better_move(move: Move | None, sentence: str):
    assert writer("en").better(move) == sentence


def test_every_link_is_tested():
    assert {type(link) for link, _ in LINKS} == set(get_args(Link))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_written(language):
    writes, catalogue = writer(language), Catalogue(language, AREAS)
    game = finished(3, 1)
    texts = [writes.link(link) for link, _ in LINKS]
    texts += [writes.advice(Advice(topic, 2, 61_000, 2_000_000)) for topic in Topic]
    texts += [writes.outcome(Outcome(ending, (0,), 21, 1, 20, 3)) for ending in Ending]
    assert all(text.endswith(".") for text in texts)
    texts += [writes.better(move) for move, _ in MOVES]
    texts += [writes.played_move(number) for number in range(1, len(game.moves) + 1)]
    texts += [catalogue.say(f"fault.{fault}") for fault in Fault]
    texts += [catalogue.say(f"grade.{grade}") for grade in Grade]
    assert [text for text in texts if re.search(r"[{}#]|  ", text)] == []


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (percent_change(-43_000, "en"), f"{MINUS}4%"),
        (percent_change(45_000, "de"), "+5\N{NO-BREAK SPACE}%"),
        (percent_change(4_000, "nl"), "0%"),
        (percentage_points_change(-604_600, "it"), f"{MINUS}60,5"),
        (percentage_points_change(-400, "it"), "0,0"),
        (short_decimal(2_000_000, "en"), "2"),
        (short_decimal(1_149_999, "de"), "1,1"),
    ],
)
def test_figures(written, expected):
    assert written == expected
