"""docs/verified-deal.md agrees with the code."""

import doctest
import re
from pathlib import Path

from byzanz.deal.deal import Deal, Draw, parse_nonce

PAGE = Path(__file__).parents[2] / "docs" / "verified-deal.md"


def test_the_example_is_correct():
    block = re.search(r"```\n(deal id.*?)```", PAGE.read_text(), re.DOTALL)[1]
    facts = re.split(r"\n(?=\w)", " ".join(block.strip().split("            ")))
    example = {name: text.replace("\n", "") for name, text in (re.split(r"  +", f) for f in facts)}
    nonces = [parse_nonce(example["nonce 0"]), b"", parse_nonce(example["nonce 2"])]
    secret, draw = bytes.fromhex(example["secret"]), Draw(example["draw"])
    deal = Deal(example["deal id"], secret, tuple(nonces), draw, version=2)
    assert example["commitment"] == deal.commitment
    assert example["key"].replace(" ", "") == deal.key("1").hex()
    assert example["places"].split() == [str(place) for place in deal.result("1").places]
    assert example["deck"].split() == list(deal.deck("1"))


def test_the_code_on_the_page_runs():
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert (result.failed, result.attempted) == (0, 8)
