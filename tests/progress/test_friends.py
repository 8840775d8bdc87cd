"""Friends are the people with whom a person has finished games."""

import msgspec

from byzanz.progress.friends import friends_of, tie_id
from byzanz.store.rows import CommonGame
from byzanz.wire.games import SeatResult


def common(other="ben", room="r1", own_place=1, other_place=2, *, names=("Ada", "Ben")):
    seats = [SeatResult(name, None, 1, 10) for name in names]
    body = msgspec.json.encode(seats).decode()
    return CommonGame(other, room, own_place, other_place, 1, body)


def test_the_results_against_a_friend_are_listed_oldest_first():
    games = [common(own_place=3), common(own_place=2), common()]
    (friend,) = friends_of("ada", games)
    assert (friend.name, friend.games) == ("Ben", 3)
    assert friend.ahead == (True, None, False)


def test_ten_games_are_compared_and_all_are_counted():
    (friend,) = friends_of("ada", [common()] * 8 + [common(own_place=3)] * 8)
    assert friend.games == 16
    assert friend.ahead == (False, False) + (True,) * 8


def test_a_friend_has_the_name_of_the_latest_game():
    games = [common(names=("Ada", "Benno")), common(names=("Ada", "Ben"))]
    assert friends_of("ada", games)[0].name == "Benno"


def test_friends_are_listed_in_order_of_their_latest_game():
    games = [common("cleo", names=("Ada", "Cleo")), common(), common("cleo")]
    assert [friend.name for friend in friends_of("ada", games)] == ["Cleo", "Ben"]


def test_somebody_who_deleted_their_data_is_no_friend():
    assert friends_of("ada", [common(names=("Ada", None))]) == ()


def test_the_id_of_a_tie_differs_by_side():
    assert tie_id("ada", "ben") != tie_id("ben", "ada")
    assert friends_of("ada", [common()])[0].tie == tie_id("ada", "ben")
