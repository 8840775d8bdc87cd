"""Alerts when a friend wants to play again: both want that, at most one a day."""

import pytest

from byzanz.progress.friends import tie_id
from byzanz.server.alerts.sender import DAY as DAY_IN_MILLISECONDS
from byzanz.server.hosting.people import person_of
from byzanz.server.results.game_history import GameHistory
from byzanz.wire.games import PlayAgain
from byzanz.wire.problems import Code
from tests.server.alerts.sending import Alerting
from tests.server.hosting.finished_games import finished_room
from tests.server.hosting.harness import NONCE, refusal

ANNA, BEN, CLEO = map(person_of, ("Anna", "Ben", "Cleo"))
DAY = DAY_IN_MILLISECONDS // 1000


async def friends(harness, *, both=True):
    """Let Anna, Ben and Cleo finish a game; Anna and Ben opt in."""
    alerts = Alerting(harness)
    browsers = {name: await alerts.subscribe(name) for name in ("Anna", "Ben", "Cleo")}
    room = await finished_room(harness)
    history = GameHistory(harness.rooms)
    await history.opt_in(BEN, tie_id(BEN, ANNA), is_wanted=True)
    if both:
        await history.opt_in(ANNA, tie_id(ANNA, BEN), is_wanted=True)
    return alerts, browsers, history, room


async def invite(harness, history, room, person=ANNA, name="Anna"):
    command = PlayAgain(harness.next_id(), name, NONCE)
    return (await history.play_again(person, room, command)).room


async def test_a_friend_who_wants_it_gets_an_invitation(harness):
    alerts, browsers, history, room = await friends(harness)
    made = await invite(harness, history, room)
    await alerts.run(200)
    (message,) = alerts.read(browsers["Ben"])
    assert message["title"] == "Play again?"
    assert message["path"] == f"/r/{made}"
    assert alerts.read() == []  # neither Cleo, who has not opted in, nor Anna herself
    assert await alerts.pending() == 0


async def test_a_rematch_invites_too(harness):
    alerts, browsers, _, room = await friends(harness)
    await harness.rematch("Anna", room)
    await alerts.run(200)
    assert len(alerts.read(browsers["Ben"])) == 1


async def test_both_must_want_it(harness):
    alerts, _, history, room = await friends(harness, both=False)
    await invite(harness, history, room)
    await alerts.run(200)
    assert alerts.read() == []


async def test_each_device_gets_one_a_day(harness):
    alerts, browsers, history, room = await friends(harness)
    second = await alerts.subscribe("Ben")
    for _ in range(5):
        await invite(harness, history, room)
        await alerts.run(3600)
    assert len(alerts.read(browsers["Ben"])) == len(alerts.read(second)) == 1
    await alerts.run(DAY)
    await invite(harness, history, room)
    await alerts.run(200)
    assert len(alerts.read(browsers["Ben"])) == 1


async def test_a_message_that_nobody_needed_does_not_count(harness):
    alerts, browsers, history, room = await friends(harness)
    follower = await harness.follow("Ben", room)
    await invite(harness, history, room)
    await alerts.run(200)
    assert alerts.read() == []
    await follower.leave()
    await invite(harness, history, room)
    await alerts.run(200)
    assert len(alerts.read(browsers["Ben"])) == 1


async def test_invitations_can_be_muted(harness):
    alerts, browsers, history, room = await friends(harness)
    await harness.store.mute_invitations(BEN, is_muted=True)
    assert (await alerts.devices.list(BEN)).is_muted
    await invite(harness, history, room)
    await alerts.run(200)
    assert alerts.read() == []
    await harness.store.mute_invitations(BEN, is_muted=False)
    await invite(harness, history, room)
    await alerts.run(200)
    assert len(alerts.read(browsers["Ben"])) == 1


@pytest.mark.parametrize("who", [ANNA, BEN])
@pytest.mark.parametrize("way", ["opt out", "cut", "opt out late"])
async def test_either_side_can_end_it(harness, who, way):
    alerts, _, history, room = await friends(harness)
    other = BEN if who == ANNA else ANNA
    if way == "opt out late":
        await invite(harness, history, room)
        await history.opt_in(who, tie_id(who, other), is_wanted=False)
    elif way == "opt out":
        await history.opt_in(who, tie_id(who, other), is_wanted=False)
        await invite(harness, history, room)
    else:
        await harness.store.set_opt_in(BEN, CLEO, 1, is_wanted=True)
        await history.cut_tie(who, tie_id(who, other))
        assert await harness.store.opt_ins(BEN) == {CLEO}
        assert await harness.store.opt_ins(ANNA) == set()
        await harness.store.set_opt_in(who, other, 1, is_wanted=True)  # has no effect any more
        assert other not in await harness.store.opt_ins(who)
        await harness.rematch("Anna", room)
    await alerts.run(200)
    assert alerts.read() == []


async def test_no_message_is_sent_for_an_answered_invitation(harness):
    alerts, _, history, room = await friends(harness)
    made = await invite(harness, history, room)
    await harness.join("Ben", made)
    await alerts.run(200)
    assert alerts.read() == []


async def test_friends_see_their_own_choice_only(harness):
    _, _, history, _ = await friends(harness, both=False)
    chosen = {}
    for person in (ANNA, BEN, CLEO):
        found = (await history.progress(person)).friends
        chosen[person] = {friend.name: friend.is_opted_in for friend in found}
    assert chosen == {
        ANNA: {"Ben": False, "Cleo": False},
        BEN: {"Anna": True, "Cleo": False},
        CLEO: {"Anna": False, "Ben": False},
    }


async def test_a_tie_of_somebody_else_is_not_found(harness):
    _, _, history, _ = await friends(harness)
    for tie in (tie_id(ANNA, BEN), "0" * 32):
        found = await refusal(history.opt_in(CLEO, tie, is_wanted=True))
        assert found.code is Code.NOT_FOUND
    assert await harness.store.opt_ins(CLEO) == set()
