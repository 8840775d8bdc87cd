"""`byzanz check --deal`."""

import json
import re

import pytest

from tests.cli.calling import call, game_file, output, refused
from tests.deal.sample_deals import (
    RECORD,
    line_number,
    verified_record,
    with_flipped_digit,
    with_swapped_cards,
    without,
)

TEXT = RECORD.read_text()
COMMITMENT = re.search(r"commitment (\w+)", TEXT)[1]
GOOD = f" moves, result 6 14 6 7, winners 1, deck verified, commitment {COMMITMENT}\n"


def failure(text: str, *arguments: str) -> str:
    result = call("check", "-", "--deal", *arguments, text=text)
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout.count("\n") == 1
    return result.stdout.rstrip("\n")


def test_a_valid_deal_is_verified():
    line = output("check", "--deal", RECORD)
    assert line == f"{RECORD}: ok {TEXT.count('move ')}{GOOD}"


def test_without_the_option_the_deal_is_not_verified():
    assert output("check", RECORD).endswith(" moves, result 6 14 6 7, winners 1\n")
    assert "ok" in output("check", "-", text=with_flipped_digit(TEXT, "secret "))


def test_the_deal_of_a_running_game_is_verified():
    running = "".join(TEXT.splitlines(keepends=True)[:20])
    line = output("check", "-", "--deal", text=running)
    assert line.endswith(f" moves, running, deck verified, commitment {COMMITMENT}\n")


@pytest.mark.parametrize("noted", [COMMITMENT, COMMITMENT.upper(), f" {COMMITMENT} "])
def test_the_noted_commitment_is_compared(noted):
    for options in (["--deal"], []):
        assert output("check", RECORD, *options, "--commitment", noted).endswith(GOOD)


def test_another_noted_commitment_fails():
    line = failure(verified_record(5), "--commitment", COMMITMENT)
    assert line == f"-:7: not the commitment that you noted: expected {COMMITMENT}"


@pytest.mark.parametrize("text", ["abc", "g" * 64, "", "\u0663" * 64])
def test_an_invalid_commitment_is_refused(text):
    sentence = refused(2, "check", RECORD, "--commitment", text)
    assert sentence == (
        "byzanz: invalid value for '--commitment': "
        f"expected 64 hexadecimal digits (0-9, a-f), not {text!r}"
    )


def test_a_commitment_needs_a_single_record():
    sentence = refused(2, "check", RECORD, RECORD, "--commitment", COMMITMENT)
    assert sentence == (
        "byzanz: invalid value for '--commitment': expected only one FILE with this option"
    )


def test_a_record_without_a_deal_fails():
    game = game_file("3p-00-plain")
    result = call("check", "--deal", game, RECORD)
    first, second = result.stdout.splitlines(keepends=True)
    assert result.exit_code == 1
    assert first == f"{game}: this record has no verified deal: its deck was given\n"
    assert second.endswith(GOOD)


DECK = line_number(TEXT, "deck ")


@pytest.mark.parametrize("text", [TEXT, "\ufeff# a note\n\n" + TEXT.replace("\n", "\r\n")])
@pytest.mark.parametrize(
    ("change", "start", "reason"),
    [
        pytest.param(
            lambda text: with_flipped_digit(text, "secret "), "commitment ",
            "the commitment belongs to another deal or secret: expected [0-9a-f]{64}", id="secret",
        ),
        pytest.param(
            lambda text: with_flipped_digit(text, "nonce 3 "), "deck ",
            r"the deck does not follow from the deal: card \d+ is \w+, expected \w+", id="nonce",
        ),
        pytest.param(
            lambda text: text.replace("secret ", "secret x"), "secret ",
            r"secret: expected 64 hexadecimal digits \(0-9, a-f\)", id="malformed secret",
        ),
        pytest.param(
            lambda text: text.replace("nonce 3 ", "date today\n# more\nnonce 4 "), "nonce 4 ",
            "seat '4': expected 0 to 3, then a nonce", id="malformed seat",
        ),
        pytest.param(
            lambda text: without(text, "secret "), "deal ",
            "a deal without a 'secret' line: expected one", id="no secret",
        ),
    ],
)  # fmt: skip
def test_an_invalid_deal_is_reported_with_its_line(text, change, start, reason):
    changed = change(text.replace("\r", "")).replace("\n", "\r\n" if "\r" in text else "\n")
    line = line_number(changed, start)
    assert re.fullmatch(f"-:{line}: {reason}", failure(changed))


def test_the_first_card_that_differs_is_reported():
    cards = TEXT.split("\n")[DECK - 1].split(" ")[1:]
    index = 40
    assert cards[index] != cards[index + 1]
    reason = f"card {index + 1} is {cards[index + 1]}, expected {cards[index]}"
    line = failure(with_swapped_cards(TEXT, index))
    assert line == f"-:{DECK}: the deck does not follow from the deal: {reason}"


def test_a_bad_record_with_a_valid_deal_fails():
    assert failure("hello\n").startswith("-:1: expected 'format byzanz-1'")
    assert " may not " in failure(TEXT.replace("move 0 ", "move 3 ", 1))


def test_json_has_the_commitment():
    result = call("check", RECORD, game_file("3p-00-plain"), "-", "--deal", "--json", text=TEXT[:9])
    good, given, bad = json.loads(result.stdout)
    assert result.exit_code == 1
    assert (good["ok"], good["commitment"]) == (True, COMMITMENT)
    assert (given["ok"], given["line"], given["commitment"]) == (False, None, None)
    assert "no verified deal" in given["reason"]
    assert not bad["ok"]
