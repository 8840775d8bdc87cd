"""Writing the headers of a deal, and reading them strictly."""

import pytest

from byzanz.deal.record_headers import BadHeader, Claim, read_headers, write_headers
from byzanz.game.record import parse_record
from tests.deal.sample_deals import RECORD, SECOND_RECORD, seated_deal, verified_record

DEAL = seated_deal(1, "pbp")
HEADERS = write_headers(DEAL, "1")
ID, COMMITMENT, SECRET, NONCE_0, NONCE_2 = HEADERS


def test_the_headers_of_a_deal():
    first, third = DEAL.nonces[0].hex(), DEAL.nonces[2].hex()
    assert write_headers(DEAL, "1") == (
        ("deal", DEAL.id),
        ("commitment", DEAL.commitment),
        ("secret", DEAL.secret.hex()),
        ("nonce", f"0 {first}"),
        ("nonce", f"2 {third}"),
    )


def test_the_draw_lists_the_places_and_nonces_are_by_seat():
    deal = seated_deal(1, "pbp", version=2)
    places = deal.result("1").places
    written = write_headers(deal, "1")
    assert written[3] == ("draw", " ".join(("opener", *map(str, places))))
    assert written[4:] == tuple(
        ("nonce", f"{seat} {deal.nonces[place].hex()}")
        for seat, place in enumerate(places)
        if deal.nonces[place]
    )


@pytest.mark.parametrize("options", [{}, {"version": 2}, {"version": 2, "is_rematch": True}])
@pytest.mark.parametrize("people", ["ppp", "bbb", "pbp", "bppb", "ppppb", "pppppp", "bbpb"])
def test_written_headers_are_read_again(people, options):
    deal = seated_deal(2, people, **options)
    claim = Claim(deal, deal.commitment, deal.result("1").places)
    assert read_headers(write_headers(deal, "1"), len(people)) == claim


def test_the_headers_of_a_record_are_read():
    deal = seated_deal(3)
    record = parse_record(verified_record(3))
    assert read_headers(record.headers, 4) == Claim(deal, deal.commitment, (0, 1, 2, 3))


def test_the_stored_records_are_reproduced():
    assert RECORD.read_text() == verified_record(4)
    assert SECOND_RECORD.read_text() == verified_record(4, version=2)


def test_headers_are_read_in_any_order_among_others():
    headers = [("rules", "1"), *reversed(HEADERS), ("date", "2026-05-01"), ("bot", "1 solid")]
    assert read_headers(headers, 3) == Claim(DEAL, DEAL.commitment, (0, 1, 2))


def test_headers_without_a_deal_have_no_claim():
    assert read_headers([], 3) is None
    assert read_headers([("rules", "1"), ("bot", "0 solid")], 3) is None


DATE = ("date", "2026-05-01")


@pytest.mark.parametrize(
    ("headers", "index", "reason"),
    [
        pytest.param(
            [DATE, ID, COMMITMENT, NONCE_0], 1, "a deal without a 'secret' line: expected one",
            id="no secret",
        ),
        pytest.param(
            [ID, SECRET], 0, "a deal without a 'commitment' line: expected one", id="no commitment"
        ),
        pytest.param([NONCE_0], 0, "a deal without a 'deal' line: expected one", id="nonce alone"),
        pytest.param([*HEADERS, DATE, ID], 6, "a second deal: expected one", id="second deal"),
        pytest.param([SECRET, SECRET], 1, "a second secret: expected one", id="second secret"),
        pytest.param(
            [*HEADERS, NONCE_0], 5, "a second nonce of seat 0: expected one", id="second nonce"
        ),
        pytest.param(
            [("deal", DEAL.id[1:])], 0, "deal: expected 32 hexadecimal digits (0-9, a-f)",
            id="short",
        ),
        pytest.param(
            [("deal", "")], 0, "deal: expected 32 hexadecimal digits (0-9, a-f)", id="nothing"
        ),
        pytest.param(
            [ID, ("secret", "A" * 64)], 1, "secret: expected 64 hexadecimal digits (0-9, a-f)",
            id="capitals",
        ),
        pytest.param(
            [ID, ("commitment", "0x" + "1" * 62)], 1,
            "commitment: expected 64 hexadecimal digits (0-9, a-f)", id="0x",
        ),
        pytest.param(
            [("nonce", "3 " + "1" * 32)], 0, "seat '3': expected 0 to 2, then a nonce", id="seat 3"
        ),
        pytest.param(
            [("nonce", "00 " + "1" * 32)], 0, "seat '00': expected 0 to 2, then a nonce",
            id="seat 00",
        ),
        pytest.param(
            [("nonce", "²" * 30)], 0, f"seat '{'²' * 20}': expected 0 to 2, then a nonce",
            id="no seat",
        ),
        pytest.param(
            [("nonce", "")], 0, "seat '': expected 0 to 2, then a nonce", id="empty line"
        ),
        pytest.param(
            [ID, ("draw", "lots 0 1 2")], 1,
            "draw 'lots': expected one of seats, opener, next, then the places", id="no draw",
        ),
        pytest.param(
            [ID, ("draw", "next 0 1 1")], 1,
            "the places of a draw: expected 0 to 2, each once", id="a place twice",
        ),
        pytest.param(
            [("draw", "next 1 2 0"), ("draw", "next 1 2 0")], 1, "a second draw: expected one",
            id="two draws",
        ),
        pytest.param(
            [("nonce", "0")], 0, "a nonce: expected 32 hexadecimal digits (0-9, a-f)", id="no nonce"
        ),
        pytest.param(
            [("nonce", "0 " + "1" * 16 + " " + "1" * 16)], 0,
            "a nonce: expected 32 hexadecimal digits (0-9, a-f)", id="two words",
        ),
    ],
)  # fmt: skip
def test_bad_headers_are_refused(headers, index, reason):
    with pytest.raises(BadHeader) as caught:
        read_headers(headers, 3)
    assert (caught.value.index, caught.value.reason, str(caught.value)) == (index, reason, reason)
