"""A record of a game that was played without a server becomes a game of its person."""

import pytest

from byzanz.game.record import load_game
from byzanz.rooms.display_names import BOT_NAMES
from byzanz.rooms.offline_game import read_offline_game
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import BotId
from tests.server.hosting.finished_games import record, truncated

HEADERS = "bot 1 solid\nbot 2 greedy\ndate 2026-11-19\n"
PROOF = f"deal {'a' * 32}\ncommitment {'b' * 64}\nsecret {'c' * 64}\nnonce 0 {'d' * 32}\n"


def offline_record(headers=HEADERS, *, name="Livia", text="") -> bytes:
    """A record of seat 0 against two bots, who have the names of other people."""
    text = (text or record()).replace("player Seat 0", f"player {name}")
    return text.replace("deck ", f"{headers}deck ", 1).encode()


def test_the_result_is_that_of_the_moves():
    game = read_offline_game(offline_record())
    played = load_game(record())
    assert game.seat == 0
    assert [seat.bot for seat in game.seats] == [None, BotId.SOLID, BotId.GREEDY]
    assert tuple(seat.profit for seat in game.seats) == played.scores
    assert [seat.place for seat in game.seats] == [
        standing.place for standing in sorted(played.standings(), key=lambda each: each.seat)
    ]
    assert load_game(game.text).scores == played.scores
    assert "date 2026-11-19\nbot 1 solid\nbot 2 greedy\n" in game.text


def test_bots_have_the_names_of_bots():
    names = [seat.name for seat in read_offline_game(offline_record()).seats]
    assert names[0] == "Livia"
    assert set(names[1:]) <= BOT_NAMES
    assert "Seat 1" not in read_offline_game(offline_record()).text


def test_a_proof_of_the_deal_is_left_out():
    plain = read_offline_game(offline_record())
    assert read_offline_game(offline_record(HEADERS + PROOF)) == plain


def test_the_level_is_known_if_all_bots_have_the_same():
    assert read_offline_game(offline_record()).level is None
    assert read_offline_game(offline_record("bot 1 solid\nbot 2 solid\n")).level is BotId.SOLID


def test_every_person_has_ids_of_their_own():
    game, other = read_offline_game(offline_record()), read_offline_game(offline_record(name="Li"))
    ids = [game.id_for("ada"), game.id_for("ben"), other.id_for("ada")]
    assert len(set(ids)) == 3
    assert {len(each) for each in ids} == {32}
    assert read_offline_game(offline_record()).id_for("ada") == ids[0]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        pytest.param(b"nonsense", Code.BAD_RECORD, id="no record"),
        pytest.param(
            offline_record(text=truncated(record(), 9)), Code.UNFINISHED, id="not finished"
        ),
        pytest.param(offline_record("bot 1 solid\n"), Code.NOT_AGAINST_BOTS, id="two people"),
        pytest.param(
            offline_record(HEADERS + "bot 0 solid\n"), Code.NOT_AGAINST_BOTS, id="bots alone"
        ),
        pytest.param(
            offline_record("bot 1 solid\nbot 2 exec:rm\n"), Code.BAD_BOT, id="an unknown bot"
        ),
        pytest.param(offline_record(name="\u2800"), Code.BAD_NAME, id="an invisible name"),
        pytest.param(
            offline_record().replace(b"pass", b"bid M", 1), Code.BAD_RECORD, id="an illegal move"
        ),
    ],
)
def test_other_records_are_refused(data, code):
    with pytest.raises(RequestRefused) as refusal:
        read_offline_game(data)
    assert refusal.value.code is code
