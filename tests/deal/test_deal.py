"""Deals: fixed vectors, the effect of each input, and secrecy."""

import copy
import dataclasses
import itertools
import logging
import math
import traceback
from collections import Counter

import pytest

from byzanz.deal.deal import (
    CANONICAL_DECK,
    BadDeal,
    Deal,
    Draw,
    length_prefixed,
    new_deal,
    parse_nonce,
)
from byzanz.game.deck import check_deck
from tests.deal.sample_deals import seated_deal

ID = "000102030405060708090a0b0c0d0e0f"
SECRET = bytes(range(32))
NONCES = (b"\x11" * 16, b"", b"\x33" * 16)
DEAL = Deal(ID, SECRET, NONCES)

VECTORS = [
    pytest.param(
        DEAL,
        "fa25097fb99797700e0acce44a5fd2d6bdad67f86208881bb1eb4a909f1de4d4",
        "8b435933507e8a262ff6074f57cd8bcbffcf36eb6b6fc2dec5f65c1013268846"
        "559e09e9042e3cd6a17db3f49cce91be0620ebc12ccd2623d3d4714ceb3d4639",
        "V2 V3 G1 G2 M M V2 S2 G1 V1 G2 G4 W2 G3 O3 G2 G1 V3 V4 S2 M C2 W3 W1 W3 S4 M G1"
        " S4 V1 M W2 O1 C1 O1 O2 O2 O2 M S1 C1 S2 O3 C1 C2 M O1 W2 C2 O3 O2 V2 V1 C3 M V4"
        " C4 C1 W4 M S2 C4 G1 O4 W1 M W1 O1 S1 V1 M G2 C1 W1 S1 S2 G3 S3 G1 M V2 V1 C3 S1"
        " C3 V2 O4 W1 M C2 C1 G3 M M W3 W4 S3 C2 W2 S1 O1 W2 S1 W1 M O1 G2 O2 V1 V3 S3 G4",
        id="two people and a bot",
    ),
    pytest.param(
        Deal("0" * 32, bytes(32), (b"",) * 6),
        "86250f9a49e125a16a92ea93e56695fd25dd9b97393f91167eda44ceaa3186c8",
        "9561864880e231896060715efa4db10477995a5aa09e0b50aa0e38343b3abb79"
        "ec69e16dc52ce8597db8c695c6cd5873eaf94cc827c55f560f103da6b5d9067d",
        "O3 S1 O4 V2 S1 W1 V3 V1 O3 V1 M W2 G2 O1 C2 S3 G2 V2 O2 M W3 V3 C2 M G4 M M W3"
        " O2 C3 W2 C2 G1 G4 V3 O1 C1 G1 V1 M C1 O1 M G2 G1 S1 V4 M C3 G1 S4 C2 O2 S1 S1 O1"
        " V2 S2 S4 S1 W3 V1 W1 M M S2 W2 M M M S3 G3 O4 O3 C4 O1 M C1 O2 S3 W2 C2 O1 W1 W1"
        " V1 S2 C1 G3 S2 G1 W4 V4 C1 G2 V2 W1 G1 C3 V1 G3 C1 O2 W2 C4 G2 M W4 M V2 S2 W1",
        id="six bots, all bits zero",
    ),
]


@pytest.mark.parametrize(("deal", "commitment", "key", "deck"), VECTORS)
def test_vectors_of_version_1(deal, commitment, key, deck):
    assert deal.commitment == commitment
    assert deal.key("1").hex() == key
    assert " ".join(deal.deck("1")) == deck


def test_the_encoding_of_parts_is_unambiguous():
    assert length_prefixed([b"ab", b"", b"c"]) == b"\0\0\0\2ab\0\0\0\0\0\0\0\1c"
    assert length_prefixed([b"ab", b"c"]) != length_prefixed([b"a", b"bc"])


def test_every_deal_has_all_cards():
    check_deck(CANONICAL_DECK)
    for seed in range(20):
        check_deck(seated_deal(seed).deck("1"))


OTHERS = {
    "another id": dataclasses.replace(DEAL, id="f" * 32),
    "another secret": dataclasses.replace(DEAL, secret=bytes(31) + b"\1"),
    "one bit of a nonce": DEAL.seated([b"\x11" * 15 + b"\x10", b"", b"\x33" * 16]),
    "another order of seats": DEAL.seated([b"\x33" * 16, b"", b"\x11" * 16]),
    "a bot at another place": DEAL.seated([b"", b"\x11" * 16, b"\x33" * 16]),
    "one more bot": DEAL.seated([*NONCES, b""]),
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS.keys())
def test_the_deck_depends_on_every_input(other):
    assert other.deck("1") != DEAL.deck("1")
    assert other.deck("1") == copy.copy(other).deck("1")


def test_the_deck_depends_on_the_rules_version():
    assert DEAL.deck("2") != DEAL.deck("1")


def test_the_commitment_depends_on_id_and_secret_only():
    same = [name for name, other in OTHERS.items() if other.commitment == DEAL.commitment]
    assert same == list(OTHERS)[2:]
    assert DEAL.seated([]).commitment == DEAL.commitment


def test_a_new_deal_takes_its_bytes_from_the_source():
    sizes = []

    def source(size: int) -> bytes:
        sizes.append(size)
        return bytes([len(sizes)]) * size

    deal = new_deal(source)
    assert deal == Deal("01" * 16, b"\2" * 32, version=2)
    assert sizes == [16, 32]


def test_new_deals_differ():
    deals = [new_deal() for _ in range(100)]
    assert len({deal.id for deal in deals}) == len({deal.secret for deal in deals}) == 100


def test_there_is_no_deck_before_all_are_seated():
    with pytest.raises(AssertionError):
        new_deal().deck("1")


SECOND = Deal(ID, SECRET, NONCES, Draw.OPENER, version=2)


@pytest.mark.parametrize(
    ("draw", "key", "places", "deck"),
    [
        ("seats", "76a7b4dd8407cc7b", (1, 0, 2), "M M O2 O1 M V1 S3 V1"),
        ("opener", "228233393a2aec2f", (1, 2, 0), "M O2 S1 W4 S1 C1 W3 M"),
        ("next", "034203c02ef65e37", (1, 2, 0), "G2 W2 W3 C2 O2 V1 M W1"),
    ],
)
def test_vectors_of_version_2(draw, key, places, deck):
    deal = SECOND.seated(NONCES, Draw(draw))
    assert deal.commitment.startswith("7cd8965864bfd42b")
    assert deal.key("1").hex().startswith(key)
    result = deal.result("1")
    assert (result.places, " ".join(result.deck[:8])) == (places, deck)
    check_deck(result.deck)


@pytest.mark.parametrize(
    ("people", "draw"), [("bbb", Draw.SEATS), ("pbb", Draw.SEATS), ("ppb", Draw.OPENER)]
)
def test_the_draw_depends_on_the_players(people, draw):
    deal = seated_deal(1, people, version=2)
    assert deal.draw is draw
    assert seated_deal(1, people, version=2, is_rematch=True).draw is Draw.NEXT


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_all_openers_and_all_seats_are_equally_likely(count):
    """Chi-square within five standard deviations, over 3,000 deals."""
    deals, expected = 3000, 3000 / count
    for people in ("p" * count, "p" + "b" * (count - 1)):
        seats = Counter(
            seated_deal(seed, people, version=2).result("1").places.index(0)
            for seed in range(deals)
        )
        statistic = sum((seats[seat] - expected) ** 2 / expected for seat in range(count))
        assert statistic < (count - 1) + 5 * math.sqrt(2 * (count - 1))


@pytest.mark.parametrize("is_rematch", [False, True])
def test_several_people_keep_their_order_around_the_table(is_rematch):
    for seed in range(50):
        places = seated_deal(seed, "ppppp", version=2, is_rematch=is_rematch).result("1").places
        steps = {(after - before) % 5 for before, after in itertools.pairwise(places)}
        assert steps == {1}
        assert not is_rematch or places[0] == 1


def test_a_deal_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        DEAL.secret = bytes(32)


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        (("", SECRET), "the id of a deal: expected 32 hexadecimal digits (0-9, a-f)"),
        (("A" * 32, SECRET), "the id of a deal: expected 32 hexadecimal digits (0-9, a-f)"),
        (("\u0661" * 32, SECRET), "the id of a deal: expected 32 hexadecimal digits (0-9, a-f)"),
        ((ID + "\n", SECRET), "the id of a deal: expected 32 hexadecimal digits (0-9, a-f)"),
        ((ID, SECRET[:-1]), "a secret of 31 bytes: expected 32"),
        ((ID, SECRET, (b"", b"abc")), "a nonce of 3 bytes: expected 16 or none"),
    ],
)
def test_bad_deals_are_refused(parts, sentence):
    with pytest.raises(BadDeal) as caught:
        Deal(*parts)
    assert str(caught.value) == sentence


@pytest.mark.parametrize("text", ["", "1" * 31, "1" * 33, "G" * 32, "A" * 32, " " + "1" * 31])
def test_bad_nonces_are_refused(text):
    with pytest.raises(BadDeal, match="a nonce: expected 32 hexadecimal digits"):
        parse_nonce(text)


def test_a_valid_nonce_is_parsed():
    assert parse_nonce("0f" * 16) == b"\x0f" * 16


def test_the_secret_is_never_shown(caplog):
    secret = b"sesame open now, sesame open now"
    deal = Deal(ID, secret, NONCES)
    logging.getLogger().warning("%s %r", deal, [deal])
    shown = [repr(deal), str(deal), f"{deal}", caplog.text]
    for invalid in (lambda: Deal(ID, secret + b"!"), lambda: deal.seated([b"short"])):
        try:
            invalid()
        except BadDeal:
            shown.append(traceback.format_exc())
    assert len(shown) == 6
    for text in shown:
        assert "sesame" not in text
        assert secret.hex() not in text
        assert deal.key("1").hex() not in text
    assert ID in repr(deal)
