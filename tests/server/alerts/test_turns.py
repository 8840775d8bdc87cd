"""Alerts in games with a day for each decision: to whom, when, and how often."""

import itertools

import pytest

from byzanz.server.alerts.delivery import Outcome, Result
from byzanz.server.alerts.sender import FIRST_PAUSE, MOST_FAILURES, MOST_TRIES
from byzanz.server.hosting.people import person_of
from byzanz.wire.alerts import Quiet
from byzanz.wire.room import BankClock, MoveClock
from tests.server.alerts.sending import DAY, Alerting
from tests.server.hosting.finished_games import solid_move
from tests.server.hosting.harness import START

HOUR = 3600
FAILED = Outcome(Result.FAILED, "500")


async def move(harness, room: str) -> str:
    """Let the person on turn move; returns the person who is on turn after that."""
    current = await harness.room(room)
    await harness.play(current.turn.name, room, solid_move(current.game))
    return await harness.person_on_turn(room)


async def everybody(alerts, names="Anna Ben Cleo"):
    return {name: await alerts.subscribe(name) for name in names.split()}


async def test_a_person_who_is_away_gets_one_message_for_each_turn(harness):
    alerts = Alerting(harness)
    browsers = await everybody(alerts)
    room = await harness.table(clock=DAY)
    for _ in range(12):
        name = await harness.person_on_turn(room)
        seq = (await harness.room(room)).decision_seq
        await alerts.run(5)
        assert alerts.read() == []  # not at once: the person may be about to open the page
        await alerts.run(HOUR)
        (message,) = alerts.read(browsers[name])
        assert message == {
            "id": f"{room}.{seq}",
            "language": "en",
            "title": "Your turn",
            "text": "At a table with a day for each move.",
            "path": f"/r/{room}",
        }
        assert alerts.read() == []
        await move(harness, room)
    assert await alerts.pending() == 1


@pytest.mark.parametrize("clock", [None, MoveClock(60), MoveClock(86_399), BankClock(3600)])
async def test_other_games_send_no_alerts(harness, clock):
    alerts = Alerting(harness)
    await everybody(alerts)
    room = await harness.table(clock=clock)
    assert await alerts.pending() == 0
    await move(harness, room)
    assert await alerts.pending() == 0


async def test_a_game_with_a_day_in_the_bank_sends_alerts(harness):
    alerts = Alerting(harness)
    await everybody(alerts)
    await harness.table(clock=BankClock(86_400))
    await alerts.run(60)
    assert len(alerts.read()) == 1


async def test_each_device_gets_the_message_in_its_language(harness):
    alerts = Alerting(harness)
    room = await harness.table(clock=DAY)
    await move(harness, room)
    name = await harness.person_on_turn(room)
    devices = [await alerts.subscribe(name, language=each) for each in ("de", "it", "nl", "xx")]
    for _ in range(3):
        await move(harness, room)
    while await harness.person_on_turn(room) != name:
        await move(harness, room)
    await alerts.run(60)
    titles = [alerts.read(device)[0]["title"] for device in devices]
    assert titles == ["Du bist dran", "Tocca a te", "Jij bent", "Your turn"]


async def test_a_person_who_moves_at_once_gets_no_message(harness):
    alerts = Alerting(harness)
    await everybody(alerts)
    room = await harness.table(clock=DAY)
    for _ in range(10):
        await alerts.run(5)
        await move(harness, room)
    assert alerts.read() == []
    await alerts.run(120)
    assert len(alerts.read()) == 1  # the last one only
    assert await alerts.pending() == 0


async def test_a_person_who_is_connected_to_any_room_gets_no_message(harness):
    alerts = Alerting(harness)
    await everybody(alerts)
    room, other = await harness.table(clock=DAY), await harness.table("Anna Ben Cleo")
    name = await harness.person_on_turn(room)
    follower = await harness.follow(name, other)
    await alerts.run(200)
    assert alerts.read() == []
    assert await alerts.pending() == 0
    await follower.leave()
    await alerts.run(200)
    assert alerts.read() == []  # they saw that it is their turn


async def test_a_person_whose_socket_is_dying_still_gets_a_message(harness):
    """The socket of a phone that was put away lives for up to 65 seconds."""
    alerts = Alerting(harness)
    await everybody(alerts)
    room = await harness.table(clock=DAY)
    follower = await harness.follow(await harness.person_on_turn(room), room)
    await alerts.run(65)
    assert alerts.read() == []
    await follower.leave()
    await alerts.run(60)
    assert len(alerts.read()) == 1


async def test_a_person_who_is_connected_to_another_process_gets_no_message(harness):
    alerts = Alerting(harness)
    await everybody(alerts)
    room = await harness.table(clock=DAY)
    person = person_of(await harness.person_on_turn(room))
    until = harness.clock.now() + 300_000
    sql = "INSERT INTO process (process, until, level, connections) VALUES ('p', $1, 1, '{}')"
    await harness.store._write(sql, until)
    await harness.store.set_presence("p", {"a" * 32: f'{{"sockets":{{"{person}":1}}}}'}, 1)
    await alerts.run(200)
    assert alerts.read() == []
    await move(harness, room)
    other = await harness.person_on_turn(room)
    seen = f'{{"sockets":{{}},"seen":{{"{person_of(other)}":5}}}}'
    await harness.store.set_presence("p", {"b" * 32: seen}, 2)
    await alerts.run(200)
    assert len(alerts.read()) == 1  # somebody who was only seen is not connected


async def test_quiet_hours_postpone_a_message_until_it_may_no_longer_apply(harness):
    alerts = Alerting(harness)
    now = START // 1000 % 86_400 // 60  # the minute of the day, in UTC
    quiet = Quiet((now - 60) % 1440, (now + 120) % 1440)
    browsers = {name: await alerts.subscribe(name, quiet=quiet) for name in ("Anna", "Ben", "Cleo")}
    room = await harness.table(clock=DAY)
    first = await harness.person_on_turn(room)
    await alerts.run(HOUR)
    assert alerts.read() == []
    second = await move(harness, room)
    assert first != second
    await alerts.run(HOUR - 120)
    assert alerts.read() == []
    await alerts.run(180)
    assert alerts.read(browsers[first]) == []  # they have moved, so it no longer applies
    assert len(alerts.read(browsers[second])) == 1


async def test_without_devices_nothing_is_stored(harness):
    alerts = Alerting(harness)
    room = await harness.table(clock=DAY)
    await move(harness, room)
    assert await alerts.pending() == 0


async def test_a_removed_device_gets_nothing(harness):
    alerts = Alerting(harness)
    browsers = await everybody(alerts)
    room = await harness.table(clock=DAY)
    name = await harness.person_on_turn(room)
    (device,) = (await alerts.devices.list(person_of(name))).devices
    await alerts.devices.remove(person_of(name), device.device)
    await alerts.run(60)
    assert alerts.read(browsers[name]) == []
    assert await alerts.pending() == 0


@pytest.mark.parametrize("way", ["bot", "abort", "deleted"])
async def test_no_message_is_sent_for_a_turn_that_is_over(harness, way):
    alerts = Alerting(harness)
    await everybody(alerts)
    room = await harness.table(clock=DAY)
    name = await harness.person_on_turn(room)
    if way == "bot":
        await harness.leave(name, room)
    elif way == "abort":
        for each in ("Anna", "Ben", "Cleo"):
            await harness.abort(each, room)
    else:
        for live in harness.rooms.live:
            live.stop()
            harness.rooms.drop(live)
        await harness.store.delete_rooms("running", changed_before=harness.clock.now() + 1)
    await alerts.run(10)
    sent = [message["id"] for message in alerts.read()]
    assert sent == []


async def test_a_message_is_sent_for_a_turn_after_an_expired_clock(harness):
    alerts = Alerting(harness)
    browsers = await everybody(alerts)
    room = await harness.table(clock=DAY)
    first = await harness.person_on_turn(room)
    await alerts.run(86_400 + 10)
    assert len(alerts.read(browsers[first])) == 1
    await alerts.run(60)
    second = await harness.person_on_turn(room)
    assert second != first
    assert len(alerts.read(browsers[second])) == 1


async def test_taking_moves_back_sends_no_second_message(harness):
    alerts = Alerting(harness)
    browser = await alerts.subscribe("Anna")
    room = await harness.table("Anna", "solid solid", clock=DAY)
    while (await harness.room(room)).turn.bot:
        await harness.wait(1)
    await alerts.run(60)
    first = alerts.read(browser)
    await harness.play("Anna", room, "pass")
    await harness.undo("Anna", room)
    await alerts.run(200)
    assert len(first) == 1
    assert alerts.read(browser) == []


# --- failures -------------------------------------------------------------------------------


async def test_a_failed_message_is_sent_again_after_longer_and_longer_pauses(harness):
    alerts = Alerting(harness)
    await everybody(alerts)
    alerts.delivery.answers = [FAILED] * 3
    await harness.table(clock=DAY)
    await alerts.run(4 * HOUR)
    times = [at for _, _, at in alerts.delivery.sent]
    pauses = [later - earlier for earlier, later in itertools.pairwise(times)]
    assert len(times) == 4
    for pause, least in zip(pauses, (FIRST_PAUSE, 4 * FIRST_PAUSE, 16 * FIRST_PAUSE), strict=True):
        assert least <= pause <= least + 2000
    assert len({message.topic for _, message, _ in alerts.delivery.sent}) == 1
    assert len({message["id"] for message in alerts.read()}) == 1
    assert await alerts.pending() == 0


async def test_a_push_service_may_say_when_to_try_again(harness):
    alerts = Alerting(harness)
    await everybody(alerts)
    alerts.delivery.answers = [Outcome(Result.FAILED, "429", 5_000_000)]
    await harness.table(clock=DAY)
    await alerts.run(2 * HOUR)
    (_, _, first), (_, _, second) = alerts.delivery.sent
    assert second - first >= 5_000_000


async def test_a_failing_message_is_given_up_and_then_the_device(harness):
    alerts = Alerting(harness)
    await everybody(alerts)
    alerts.delivery.answers = [FAILED] * 1000
    room = await harness.table(clock=DAY)
    name = await harness.person_on_turn(room)
    rounds = 0
    while (await alerts.devices.list(person_of(name))).devices:
        alerts.delivery.sent.clear()
        await alerts.run(6 * HOUR)
        assert len(alerts.delivery.sent) == MOST_TRIES
        rounds += 1
        await move(harness, room)
        while await harness.person_on_turn(room) != name:
            await move(harness, room)
    assert rounds == MOST_FAILURES


async def test_a_delivered_message_resets_the_number_of_failures(harness):
    alerts = Alerting(harness)
    await everybody(alerts)
    room = await harness.table(clock=DAY)
    name = await harness.person_on_turn(room)
    device = (await harness.store.subscriptions(person_of(name)))[0].subscription
    for _ in range(MOST_FAILURES - 1):
        assert not await harness.store.mark_failed(device, most=MOST_FAILURES)
    await alerts.run(60)
    assert (await harness.store.subscriptions(person_of(name)))[0].failures == 0


async def test_an_ended_subscription_is_dropped_at_once(harness):
    alerts = Alerting(harness)
    browsers = await everybody(alerts)
    alerts.delivery.answers = [Outcome(Result.GONE, "410")]
    room = await harness.table(clock=DAY)
    name = await harness.person_on_turn(room)
    await alerts.run(HOUR)
    assert len(alerts.read(browsers[name])) == 1
    assert (await alerts.devices.list(person_of(name))).devices == ()
    assert await alerts.pending() == 0


async def test_failures_are_logged_once_a_minute(harness, monkeypatch):
    lines = []

    class Log:
        def warning(self, event, **facts):
            lines.append((harness.now(), event, facts))

        info = error = warning

    monkeypatch.setattr("byzanz.server.alerts.sender.log", Log())
    alerts = Alerting(harness)
    for _ in range(10):
        await alerts.subscribe("Anna")
    await everybody(alerts, "Ben Cleo")
    alerts.delivery.answers = [FAILED] * 1000
    await harness.table(clock=DAY)
    await alerts.run(600)
    times = [at for at, _, _ in lines]
    assert all(later - earlier >= 60_000 for earlier, later in itertools.pairwise(times))


# --- several processes ----------------------------------------------------------------------


async def test_another_process_sends_the_alert_of_a_process_that_died(harness):
    """The second message has the id and the topic of the first, so it replaces it."""
    alerts = Alerting(harness)
    await everybody(alerts)
    await harness.table(clock=DAY)
    await harness.wait(20)
    now = harness.clock.now()
    (taken,) = await harness.store.take_alerts(now, now + 30_000, 8)  # and then it dies
    await alerts.run(20)
    assert alerts.read() == []
    await alerts.run(30)
    assert len(alerts.read()) == 1
    await harness.store.settle_alert(taken)  # it comes back too late, and changes nothing
    assert await alerts.pending() == 0


async def test_two_processes_send_each_alert_once(harness):
    alerts = Alerting(harness)
    others = Alerting(harness, harness.new_rooms()[0], alerts.delivery)
    browsers = {name: [await alerts.subscribe(name) for _ in range(10)] for name in ("Anna", "Ben")}
    room = await harness.table("Anna Ben", "solid", clock=DAY)
    while (await harness.room(room)).turn.bot:
        await harness.wait(1)
    name = await harness.person_on_turn(room)
    await harness.wait(20)
    for _ in range(10):
        await alerts.sender.send_due()
        await others.sender.send_due()
    for browser in browsers[name]:
        assert len(alerts.read(browser)) == 1
