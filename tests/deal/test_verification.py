"""Verification by the package, and by the independent program in examples/."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from byzanz.cards import Card
from byzanz.deal.deal import Draw
from byzanz.deal.record_headers import Claim, read_headers, write_headers
from byzanz.deal.verification import CommitmentDiffers, DeckDiffers, DrawDiffers, verify
from byzanz.game.record import parse_record
from tests.deal.sample_deals import (
    RECORD,
    SECOND_RECORD,
    seated_deal,
    verified_record,
    with_flipped_digit,
    with_swapped_cards,
    without,
)

PROGRAM = Path(__file__).parents[2] / "examples" / "verify_deal.py"
TEXT = RECORD.read_text()
COMMITMENT = re.search(r"commitment (\w+)", TEXT)[1]
FORGED = verified_record(5)  # consistent, but of another deal


def run(text: str, folder: Path, *arguments: str) -> tuple[int, str]:
    """Exit code and output of the program for a record."""
    file = folder / "game.byz"
    file.write_text(text)
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", str(PROGRAM), str(file), *arguments],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    return done.returncode, done.stdout.removeprefix(f"{file}: ").rstrip("\n")


def verify_text(text: str) -> None:
    """Verify a record with the package."""
    record = parse_record(text)
    verify(read_headers(record.headers, len(record.names)), record.deck, rules_version="1")


def test_the_program_is_short_and_imports_only_the_standard_library():
    source = PROGRAM.read_text()
    assert len(source.splitlines()) <= 150
    modules = set(re.findall(r"^(?:import|from) (\w+)", source, re.MULTILINE))
    assert modules <= set(sys.stdlib_module_names)
    assert "byzanz" not in modules


@pytest.mark.parametrize("options", [{}, {"version": 2}, {"version": 2, "is_rematch": True}])
@pytest.mark.parametrize("people", ["ppp", "pbp", "ppbp", "bpbbp", "pppppp", "bbbbbb", "bpb"])
def test_valid_records_are_verified(people, options, tmp_path):
    text = verified_record(6, people, **options)
    verify_text(text)
    commitment = seated_deal(6, people, **options).commitment
    verified = (0, f"the deck follows from commitment {commitment}")
    assert run(text, tmp_path) == verified
    assert run(text, tmp_path, commitment) == verified


def test_many_deals_agree_with_the_program(monkeypatch):
    """In this process: 300 decks, some of them with rejected numbers."""
    monkeypatch.syspath_prepend(str(PROGRAM.parent))
    program = __import__("verify_deal")
    for seed in range(300):
        stream = program.numbers(seated_deal(seed).key("1"))
        deck = program.shuffled([*program.DECK, *["M"] * 16], stream)
        assert tuple(deck) == seated_deal(seed).deck("1")
    for seed in range(100):
        for people in ("ppbp", "bpbbb"):
            deal = seated_deal(seed, people, version=2)
            stream = program.numbers(deal.key("1"))
            draw = [deal.draw, *map(str, deal.result("1").places)]
            assert program.drawn(str(deal.draw), list(deal.nonces), stream) == draw


SECOND = SECOND_RECORD.read_text()
DRAWN = next(line for line in SECOND.splitlines() if line.startswith("draw "))
TAMPERED = {
    "one bit of a nonce": (with_flipped_digit(TEXT, "nonce 1 "), DeckDiffers),
    "one nonce missing": (without(TEXT, "nonce 3 "), DeckDiffers),
    "a nonce of another seat": (TEXT.replace("nonce 3 ", "nonce 2 "), DeckDiffers),
    "two cards exchanged": (with_swapped_cards(TEXT, 40), DeckDiffers),
    "the first cards exchanged": (with_swapped_cards(TEXT, 0), DeckDiffers),
    "another secret": (with_flipped_digit(TEXT, "secret "), CommitmentDiffers),
    "another id": (with_flipped_digit(TEXT, "deal "), CommitmentDiffers),
    "another commitment": (with_flipped_digit(TEXT, "commitment "), CommitmentDiffers),
    "a draw added to version 1": (
        TEXT.replace("nonce 0", "draw next 1 2 3 0\nnonce 0"),
        CommitmentDiffers,
    ),
    "no line of the draw": (without(SECOND, "draw "), CommitmentDiffers),
    "somebody else opens": (SECOND.replace(DRAWN, "draw opener 3 0 1 2"), DrawDiffers),
    "another order of people": (SECOND.replace(DRAWN, "draw opener 2 0 1 3"), DrawDiffers),
    "a game that was not a rematch": (SECOND.replace(DRAWN, "draw next 1 2 3 0"), DeckDiffers),
    "one bit of a nonce, drawn": (
        with_flipped_digit(SECOND, "nonce 1 "),
        (DrawDiffers, DeckDiffers),
    ),
    "two cards exchanged, drawn": (with_swapped_cards(SECOND, 40), DeckDiffers),
}
SENTENCES = {
    DeckDiffers: "the deck does not follow from the deal",
    DrawDiffers: "the seats do not follow from the deal",
    CommitmentDiffers: "the commitment belongs to another deal or secret",
}


@pytest.mark.parametrize(("text", "error"), TAMPERED.values(), ids=TAMPERED.keys())
def test_tampered_records_fail(text, error, tmp_path):
    assert text not in (TEXT, SECOND)
    with pytest.raises(error) as caught:
        verify_text(text)
    assert run(text, tmp_path) == (1, SENTENCES[type(caught.value)])


def test_the_draw_must_be_the_required_one(tmp_path):
    """A server that knows the secret must not choose the draw: the players determine it."""
    text = verified_record(6, "pbb", version=2)
    deal = seated_deal(6, "pbb", version=2)
    wrong = deal.seated(deal.nonces, Draw.OPENER)
    places, deck = wrong.result("1")
    lines = [f"{keyword} {rest}" for keyword, rest in write_headers(wrong, "1")]
    players = [line for line in text.splitlines() if line.startswith(("format", "player"))]
    forged = "\n".join([*players, *lines, " ".join(("deck", *deck))]) + "\n"
    with pytest.raises(DrawDiffers) as caught:
        verify_text(forged)
    assert caught.value.expected.startswith("seats ")
    assert run(forged, tmp_path) == (1, "the draw does not fit the number of people")
    assert sorted(places) == [0, 1, 2]


def test_another_secret_with_its_commitment_gives_another_deck(tmp_path):
    other = seated_deal(5)
    secret = seated_deal(4).secret.hex()
    text = TEXT.replace(secret, other.secret.hex()).replace(seated_deal(4).id, other.id)
    text = text.replace(COMMITMENT, other.commitment)
    with pytest.raises(DeckDiffers):
        verify_text(text)
    assert run(text, tmp_path) == (1, SENTENCES[DeckDiffers])


def test_a_forged_deal_does_not_match_the_noted_commitment(tmp_path):
    verify_text(FORGED)
    assert run(FORGED, tmp_path)[0] == 0
    assert run(FORGED, tmp_path, COMMITMENT) == (1, "the commitment is not the one that you noted")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param(
            without(TEXT, "secret "), "0 lines begin with secret: expected one", id="no secret"
        ),
        pytest.param(
            TEXT + "commitment " + "0" * 64, "2 lines begin with commitment: expected one",
            id="two commitments",
        ),
        pytest.param(
            TEXT.replace("\nsecret ", "\nsecret A"),
            "secret: expected 64 hexadecimal digits (0-9, a-f)", id="malformed",
        ),
        pytest.param(
            TEXT.replace("nonce 1 ", "nonce 0 "),
            "nonce: expected a seat and 32 hexadecimal digits, at most one line per seat",
            id="two nonces",
        ),
        pytest.param(
            TEXT.replace("nonce 1 ", "nonce 4 "),
            "nonce: expected a seat and 32 hexadecimal digits, at most one line per seat",
            id="no such seat",
        ),
        pytest.param(
            TEXT.replace("nonce 1 ", "nonce\nnonce 1 "),
            "nonce: expected a seat and 32 hexadecimal digits, at most one line per seat",
            id="empty nonce",
        ),
    ],
)  # fmt: skip
def test_the_program_refuses_malformed_records(text, sentence, tmp_path):
    assert run(text, tmp_path) == (1, sentence)


def test_the_program_follows_the_rules_line(tmp_path):
    assert run(TEXT.replace("\ndeck ", "\nrules 1\ndeck "), tmp_path)[0] == 0
    assert run(TEXT.replace("\ndeck ", "\nrules 2\ndeck "), tmp_path)[0] == 1


def test_without_a_record_the_program_prints_its_usage():
    done = subprocess.run([sys.executable, PROGRAM], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("Verify the deal of a record: python examples/verify_deal.py")


def test_the_first_card_that_differs_is_reported():
    deal = seated_deal(7)
    deck = list(deal.deck("1"))
    expected = deck[3]
    deck[3] = Card.M if expected != Card.M else Card.C1
    with pytest.raises(DeckDiffers) as caught:
        verify(Claim(deal, deal.commitment, (0, 1, 2, 3)), deck, rules_version="1")
    error = caught.value
    assert (error.index, error.card, error.expected) == (3, deck[3], expected)
    assert str(error).endswith(f": card 4 is {deck[3]}, expected {expected}")


def test_the_expected_commitment_is_reported():
    deal = seated_deal(7)
    with pytest.raises(CommitmentDiffers, match=deal.commitment):
        verify(Claim(deal, "0" * 64, (0, 1, 2, 3)), deal.deck("1"), rules_version="1")
