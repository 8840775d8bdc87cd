"""The seatings and decks of a plan are fair, and lists of bots are parsed."""

import shlex
from collections import Counter

import pytest

from byzanz.arena.plan import BadBotList, GameNumber, Plan, format_bot_ids, parse_bot_ids
from byzanz.cards import CARDS
from byzanz.dice import seeded_deck


def plan(bot_ids, decks=2, seed=7):
    return Plan(tuple(bot_ids.split()), decks, seed, 5.0)


@pytest.mark.parametrize(
    ("bot_ids", "count"),
    [
        ("a b c", 3),
        ("a b b b", 4),
        ("a a a a", 1),
        ("a b a b", 2),
        ("a b a b a b", 2),
        ("a a b b", 4),
        ("a b c d e f", 6),
    ],
)
def test_every_bot_sits_in_every_seat_equally_often(bot_ids, count):
    match = plan(bot_ids)
    assert match.seatings[0] == match.bot_ids
    assert len(match.seatings) == len(set(match.seatings)) == count
    for seat in range(match.players):
        seen = Counter(seating[seat] for seating in match.seatings)
        share = {bot: match.bot_ids.count(bot) / match.players for bot in match.bots}
        assert seen == {bot: share[bot] * count for bot in match.bots}


def test_one_bot_against_many_sits_in_every_seat():
    seatings = plan("a b b b").seatings
    assert {seating.index("a") for seating in seatings} == {0, 1, 2, 3}


def test_all_seatings_of_a_deck_have_the_same_cards():
    match = plan("a b c")
    assert list(match.numbers()) == [
        GameNumber(deck, seating) for deck in (0, 1) for seating in (0, 1, 2)
    ]
    for number in match.numbers():
        assert match.deck(number) == [CARDS[kind] for kind in seeded_deck(7, number.deck)]
    assert match.deck(GameNumber(0, 0)) != match.deck(GameNumber(1, 0))


def test_the_seed_of_a_bot_differs_by_match_game_and_seat():
    numbers = list(plan("a b c", decks=20).numbers())
    seeds = {
        plan("a b c", seed=seed).bot_seed(number, seat)
        for seed in (1, 2)
        for number in numbers
        for seat in range(3)
    }
    assert len(seeds) == 2 * len(numbers) * 3
    assert all(0 <= seed < 2**63 for seed in seeds)


@pytest.mark.parametrize(
    ("text", "bot_ids"),
    [
        ("expert,solid,solid", ("expert", "solid", "solid")),
        (" expert, solid ", ("expert", "solid")),
        ("exec:./bot --fast,solid", ("exec:./bot --fast", "solid")),
        ('"exec:./bot a,b",solid', ("exec:./bot a,b", "solid")),
        ('"exec:./bot ""a, b""",solid', ('exec:./bot "a, b"', "solid")),
        ('exec:./bot "a b",solid', ('exec:./bot "a b"', "solid")),
    ],
)
def test_a_list_of_bots_is_parsed_and_formatted(text, bot_ids):
    assert parse_bot_ids(text) == bot_ids
    assert parse_bot_ids(format_bot_ids(bot_ids)) == bot_ids


@pytest.mark.parametrize("text", ["", "a,,b", "a,", '"a', 'a,"b"c', "a\nb", "a\0b"])
def test_a_bad_list_of_bots_is_refused(text):
    with pytest.raises(BadBotList):
        parse_bot_ids(text)


def test_the_command_plays_the_same_plan():
    match = Plan(("exec:./bot 'a b', c", "solid", "solid"), 12, 3, 0.5)
    arguments = shlex.split(match.command)
    assert parse_bot_ids(arguments[arguments.index("--bots") + 1]) == match.bot_ids
    assert arguments[arguments.index("--seconds") + 1] == "0.5"
