"""Moves have the right reasons, with the right facts."""

import msgspec
import pytest

from byzanz.bots.explanation import Candidate, Explanation, MoveReason, ReasonCode
from byzanz.bots.reasons import reasons_of
from byzanz.game.moves import parse_move
from tests.engine.positions import all_positions
from tests.staging import position

BID = (
    "players 4; phase bid; turn 0; opener 0; auction 1; offers 0 0 0 5; round 2;"
    " hand 0: {hand}; bid 0: {laid}; lot: {lot}"
)
GIVE = "players 4; phase give; turn 0; opener 0; leader 0; auction 0; hand 0: {hand}; lot: {lot}"
TAKE = "players 4; phase take; turn 0; auction 4; offers 2 3 4 5; hand 0: {hand}; market: {lot}"
REDUCE = "players 4; phase reduce; turn 0; auction 4; offers 2 3 4 5; takes 1; hand 0: {hand}"
CLOSE = "players 4; phase close; turn 0; round 6; hand 0: {hand}"


def codes_and_facts(
    template: str, move: str, **cards: str
) -> list[tuple[str, dict[str, int | str]]]:
    """Return the codes and facts of a move of seat 0."""
    cards = {"hand": "", "lot": "", "laid": "", **cards}
    view = position(template.format(**cards)).view(0)
    return [(str(reason.code), reason.facts) for reason in reasons_of(view, parse_move(move))]


EXAMPLES = [
    pytest.param(
        codes_and_facts(BID, "bid O1", hand="C1 C4 O1", lot="C2 G1 S1 V1"),
        [
            ("completes", {"stall": "C", "kept": "C4", "profit": 4}),
            ("pays_loose", {"count": 1}),
            ("picks_at", {"place": 3}),
        ],
        id="a bid that completes a set",
    ),
    pytest.param(
        codes_and_facts(BID, "bid C1 G1 G2", hand="C1 G1 G2 S3", lot="S1 M M V1"),
        [
            ("completes", {"stall": "S", "kept": "S3", "profit": 3}),
            ("completes", {"stall": "V", "kept": "V1", "profit": 1}),
            ("gains_merchants", {"count": 2}),
            ("pays_pair", {"stall": "G", "count": 2}),
            ("picks_at", {"place": 3}),
        ],
        id="a bid that breaks a pair and gains merchants",
    ),
    pytest.param(
        codes_and_facts(BID, "bid G3", hand="G2 G3 O1 O2 S1 S2 W1", laid="G1", lot="C1 C2 V1 V2"),
        [
            ("pays_set", {"stall": "G"}),
            ("picks_at", {"place": 3}),
            ("over_limit", {"count": 2}),
        ],
        id="a raise that pays a set and leads over the limit",
    ),
    pytest.param(
        codes_and_facts(BID, "pass", hand="C1", lot="G1 G2 G3 G4"),
        [
            ("may_get_lot_free", {"offer": 4}),
            ("lots_to_come", {"count": 2}),
            ("waits_for_pick", {"place": 2}),
        ],
        id="the opener passes",
    ),
    pytest.param(
        codes_and_facts(BID + "; leader 1; bid 1: C4", "pass", hand="C1", lot="G1 G2 G3 G4"),
        [("lots_to_come", {"count": 2}), ("waits_for_pick", {"place": 2})],
        id="a pass against a bid",
    ),
    pytest.param(
        codes_and_facts(BID + "; leader 1; bid 1: C3", "pass", hand="C1 C4 O2", lot="G1 M M G4"),
        [
            ("keeps", {"card": "C4"}),
            ("lots_to_come", {"count": 2}),
            ("waits_for_pick", {"place": 2}),
            ("leaves_merchants", {"seat": 1, "count": 2}),
        ],
        id="a pass that keeps a pair and leaves merchants",
    ),
    pytest.param(
        codes_and_facts(GIVE, "give W1", hand="C1 C1", lot="C3 M S1 V1 W1"),
        [
            ("completes", {"stall": "C", "kept": "C3", "profit": 3}),
            ("gains_merchants", {"count": 1}),
            ("spares", {"card": "W1"}),
        ],
        id="a loose card is given",
    ),
    pytest.param(
        codes_and_facts(GIVE, "give C3", hand="C1 C1", lot="C3 G1 S1 V1 W1"),
        [("breaks_set", {"stall": "C"})],
        id="a card of a set is given",
    ),
    pytest.param(
        codes_and_facts(GIVE, "give C3", hand="C1 O1", lot="C3 G1 S1 V1 W1"),
        [("breaks_pair", {"stall": "C"})],
        id="a card of a pair is given",
    ),
    pytest.param(
        codes_and_facts(TAKE, "take C", hand="C1 G1 G2 O1 O2 S1 S2", lot="C2 C4 V1"),
        [
            ("completes", {"stall": "C", "kept": "C4", "profit": 4}),
            ("over_limit", {"count": 2}),
        ],
        id="a stall that completes a set, over the limit",
    ),
    pytest.param(
        codes_and_facts(TAKE, "take M", hand="M M", lot="M V1"),
        [
            ("completes", {"stall": "M", "kept": "M", "profit": 5}),
            ("gains_merchants", {"count": 1}),
        ],
        id="three merchants",
    ),
    pytest.param(
        codes_and_facts(TAKE, "take V", hand="M", lot="M V1"), [], id="a stall without a benefit"
    ),
    pytest.param(
        codes_and_facts(REDUCE, "discard C1", hand="C1 C2 C3 G1 G2 O1 S1 V1"),
        [("breaks_set", {"stall": "C"})],
        id="a card of a set is discarded",
    ),
    pytest.param(
        codes_and_facts(REDUCE, "discard G2", hand="C1 C2 C3 G1 G2 O1 S1 V1"),
        [("breaks_pair", {"stall": "G"})],
        id="a card of a pair is discarded",
    ),
    pytest.param(
        codes_and_facts(REDUCE, "discard O1", hand="C1 C2 C3 G1 G2 O1 S1 V1"),
        [("spares", {"card": "O1"})],
        id="a loose card is discarded",
    ),
    pytest.param(
        codes_and_facts(REDUCE, "discard M", hand="C1 C2 G1 G2 O1 S1 V1 M"),
        [("loses_merchant", {})],
        id="a merchant is discarded",
    ),
    pytest.param(
        codes_and_facts(REDUCE, "sell C1 C3 M", hand="C1 C3 G1 G2 O1 S1 V1 M"),
        [
            ("sells", {"stall": "C", "kept": "C3", "profit": 3}),
            ("spends_merchants", {"count": 1}),
        ],
        id="a sale with a merchant",
    ),
    pytest.param(
        codes_and_facts(CLOSE, "sell M M M", hand="C1 M M M"),
        [("sells", {"stall": "M", "kept": "M", "profit": 5})],
        id="a sale of merchants",
    ),
    pytest.param(codes_and_facts(CLOSE, "done", hand="M M M"), [("ends_sales", {})], id="done"),
]


@pytest.mark.parametrize(("found", "expected"), EXAMPLES)
def test_a_move_has_these_reasons(found, expected):
    assert found == expected


@pytest.mark.parametrize(
    ("stage", "move", "cards", "against"),
    [
        (
            BID,
            "bid C1 G1 G2",
            {"hand": "C1 G1 G2 S3", "lot": "S1 M M V1"},
            ["pays_pair", "picks_at"],
        ),
        (
            BID + "; leader 1; bid 1: C3",
            "pass",
            {"hand": "O2", "lot": "G1 M"},
            ["leaves_merchants"],
        ),
        (GIVE, "give C3", {"hand": "C1 C1", "lot": "C3 G1 S1 V1 W1"}, ["breaks_set"]),
        (REDUCE, "sell C1 C2 M", {"hand": "C1 C2 G1 G2 O1 O2 S1 M"}, ["spends_merchants"]),
        (TAKE, "take C", {"hand": "C1 C1 G1 G1 O1 O1 S1", "lot": "C2 C3"}, ["over_limit"]),
    ],
)
def test_reasons_against_a_move_come_last(stage, move, cards, against):
    view = position(stage.format(**{"hand": "", "lot": "", "laid": "", **cards})).view(0)
    reasons = reasons_of(view, parse_move(move))
    assert [reason.code for reason in reasons if reason.is_against] == against
    assert [reason.code for reason in reasons[-len(against) :]] == against


@pytest.mark.parametrize(
    ("auction", "offers", "is_against"), [(0, "0 0 0 0", True), (2, "0 0 4 5", False)]
)
def test_a_late_turn_in_the_market_is_a_reason_against_a_lot(auction, offers, is_against):
    stage = (
        f"players 4; phase bid; turn 0; opener 0; auction {auction}; offers {offers};"
        " hand 0: O1; lot: C1 G1 S1"
    )
    reasons = reasons_of(position(stage).view(0), parse_move("bid O1"))
    assert [each.is_against for each in reasons if each.code == "picks_at"] == [is_against]


def test_every_reason_has_an_example():
    codes = {code for example in EXAMPLES for code, _ in example.values[1]}
    assert codes == {str(code) for code in ReasonCode}


def test_the_reasons_of_every_legal_move_survive_encoding():
    for game in all_positions(2):
        view = game.view(game.turn)
        for _, move in game.legal(game.turn):
            found = reasons_of(view, move)
            candidate = Candidate(move, 1.5, 0.25, 3, found)
            explanation = Explanation((candidate,), 3)
            text = msgspec.json.encode(explanation)
            assert msgspec.json.decode(text, type=Explanation) == explanation
            assert all(isinstance(reason, MoveReason) for reason in found)
