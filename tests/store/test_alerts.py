"""Alerts, devices and choices in both stores."""

import asyncio

import pytest

from byzanz.store.rows import Append, Conflict, NewAlert, SubscriptionRow
from tests.store.samples import append, entry, opened


def device(name="d1", person="ada", **changes) -> SubscriptionRow:
    facts = {
        "subscription": name, "person": person, "address": f"https://push.test/{name}",
        "public_key": b"key", "secret": b"secret", "language": "en", "time_zone": "UTC",
        "quiet_from": None, "quiet_until": None, "added": 1,
    }  # fmt: skip
    return SubscriptionRow(**(facts | changes))


def alerting(room="r1", seq=1, *, people=("ada",), due=50, kind="turn") -> Append:
    plain = append(room, seq)
    alerts = tuple([NewAlert(person, kind, due) for person in people])
    return Append(plain.entry, plain.row, plain.members, alerts=alerts)


async def people(store, *names):
    for name in names:
        await store.add_person(name, 1)


async def test_an_entry_and_its_alerts_are_written_together(url):
    async with opened(url) as store:
        await people(store, "ada", "bob")
        for each in (device("d1"), device("d2"), device("d3", "bob")):
            assert await store.set_subscription(each, most=10)
        await store.append(alerting(people=("ada", "bob", "nobody")))
        assert isinstance(await store.append(alerting(people=("ada",))), Conflict)
        assert not await store.has_due_alerts(49)
        assert await store.has_due_alerts(50)
        taken = await store.take_alerts(50, 80, 2)
        taken += await store.take_alerts(50, 80, 9)
        assert sorted(each.subscription.subscription for each in taken) == ["d1", "d2", "d3"]
        assert {each[:6] for each in taken} == {("r1", 1, "turn", 1000, 80, 1)}
        assert taken[0].subscription in (device("d1"), device("d2"), device("d3", "bob"))
        assert await store.take_alerts(79, 100, 9) == []


async def test_appends_in_one_group_store_their_own_alerts(url):
    async with opened(url) as store:
        await people(store, "ada", "bob")
        await store.set_subscription(device("d1"), most=10)
        await store.set_subscription(device("d2", "bob"), most=10)
        await asyncio.gather(
            *[
                store.append(alerting(f"r{n}", people=("ada", "bob")[: 1 + n % 2], due=n))
                for n in range(20)
            ]
        )
        taken = await store.take_alerts(100, 200, 100)
        found = sorted((each.room, each.subscription.person) for each in taken)
        assert found == sorted(
            [(f"r{n}", "ada") for n in range(20)] + [(f"r{n}", "bob") for n in range(1, 20, 2)]
        )


async def test_an_alert_is_postponed_settled_and_taken_again(url):
    async with opened(url) as store:
        await people(store, "ada")
        await store.set_subscription(device(), most=10)
        await store.append(alerting())
        (first,) = await store.take_alerts(50, 80, 9)
        (second,) = await store.take_alerts(80, 110, 9)  # the lease of the first has expired
        assert (first.tries, second.tries) == (1, 2)
        await store.settle_alert(first)
        await store.postpone_alert(first, 500, is_try=True)
        assert await store.has_due_alerts(110)  # neither has an effect any more
        await store.postpone_alert(second, 300, is_try=False)
        assert not await store.has_due_alerts(299)
        (third,) = await store.take_alerts(300, 330, 9)
        assert third.tries == 2
        await store.settle_alert(third)
        assert not await store.has_due_alerts(1000)


async def test_two_takers_never_get_the_same_alert(url):
    async with opened(url) as store, opened(url) as other:
        await people(store, "ada")
        await store.set_subscription(device(), most=10)
        for number in range(40):
            await store.append(alerting(f"r{number}"))
        takers = [each.take_alerts(50, 80, 3) for _ in range(10) for each in (store, other)]
        taken = [alert.room for group in await asyncio.gather(*takers) for alert in group]
        assert sorted(taken) == sorted(f"r{number}" for number in range(40))


async def test_a_device_belongs_to_the_person_who_has_its_keys(url):
    async with opened(url) as store:
        await people(store, "ada", "bob")
        await store.set_subscription(device(), most=10)
        assert not await store.set_subscription(device(person="bob", secret=b"other"), most=10)
        assert await store.subscriptions("ada") == [device()]
        assert await store.set_subscription(device(secret=b"other"), most=10)
        assert await store.set_subscription(device(person="bob", secret=b"other"), most=10)
        assert await store.subscriptions("ada") == []
        assert not await store.set_subscription(device("d9", "nobody"), most=10)


async def test_the_oldest_devices_make_room(url):
    async with opened(url) as store:
        await people(store, "ada")
        for number in range(6):
            await store.set_subscription(device(f"d{number}", added=number), most=3)
        found = [each.subscription for each in await store.subscriptions("ada")]
        assert found == ["d5", "d4", "d3"]


@pytest.mark.parametrize("way", ["device", "person", "everything", "room"])
async def test_alerts_are_deleted_with_their_device_person_or_room(url, way):
    async with opened(url) as store:
        await people(store, "ada", "bob")
        await store.set_subscription(device(), most=10)
        await store.set_subscription(device("d2", "bob"), most=10)
        await store.append(alerting(people=("ada", "bob")))
        await store.mute_invitations("ada", is_muted=True)
        await store.set_opt_in("ada", "bob", 1, is_wanted=True)
        await store.set_opt_in("bob", "ada", 1, is_wanted=True)
        if way == "device":
            assert not await store.delete_subscription("d1", "bob")
            assert await store.delete_subscription("d1", "ada")
        elif way == "person":
            await store.mark_seen("bob", 100)
            assert await store.delete_people(seen_before=50) == 1
        elif way == "everything":
            assert await store.begin_deletion("ada", 1, 2) is not None
        else:
            await store.delete_rooms("waiting", changed_before=10_000)
        left = {each.subscription.person for each in await store.take_alerts(99, 200, 9)}
        assert left == (set() if way == "room" else {"bob"})
        if way in ("person", "everything"):
            assert await store.subscriptions("ada") == []
            assert not await store.has_muted_invitations("ada")
            assert await store.opt_ins("ada") == await store.opt_ins("bob") == set()


async def test_the_servers_key_is_made_once(url):
    async with opened(url) as store, opened(url) as other:
        assert await store.server_key() is None
        await asyncio.gather(store.add_server_key(b"one"), other.add_server_key(b"two"))
        key = await store.server_key()
        assert key in (b"one", b"two")
        await other.add_server_key(b"three")
        assert await other.server_key() == key


async def test_alerts_in_a_backup(url, postgres, tmp_path):
    """The key, devices and choices are in a backup; alerts are not, or they would come twice."""
    path = tmp_path / "backup.jsonl"
    async with opened(url) as store:
        await people(store, "ada", "bob")
        await store.add_server_key(bytes(range(32)))
        await store.set_subscription(device(quiet_from=1, quiet_until=2), most=10)
        await store.append(alerting())
        await store.mute_invitations("ada", is_muted=True)
        await store.set_opt_in("ada", "bob", 1, is_wanted=True)
        await store.backup(path)
    await postgres.empty()
    for target in (f"{tmp_path}/restored.db", postgres.url):
        async with opened(target) as store:
            await store.restore(path)
            assert await store.server_key() == bytes(range(32))
            assert await store.subscriptions("ada") == [device(quiet_from=1, quiet_until=2)]
            assert await store.has_muted_invitations("ada")
            assert await store.opt_ins("ada") == {"bob"}
            assert not await store.has_due_alerts(10_000)


async def test_only_one_invitation_a_day_is_claimed(url):
    async with opened(url) as store:
        await people(store, "ada", "bob")
        for one, two in (("ada", "bob"), ("bob", "ada")):
            assert not await store.claim_invitation("bob", "ada", "r1", 100, pause=50)
            await store.set_opt_in(one, two, 1, is_wanted=True)
        claims = [store.claim_invitation("bob", "ada", f"r{n}", 100, pause=50) for n in range(5)]
        assert sum(await asyncio.gather(*claims)) == 1
        await store.mute_invitations("bob", is_muted=True)
        assert not await store.claim_invitation("bob", "ada", "r9", 1000, pause=50)
        await store.mute_invitations("bob", is_muted=False)
        assert await store.claim_invitation("bob", "ada", "r9", 1000, pause=50)
        assert await store.claim_invitation("bob", "ada", "r9", 1001, pause=50)  # another device
        await store.cut_tie("ada", "bob", 1)
        assert not await store.claim_invitation("bob", "ada", "r10", 9000, pause=50)


async def test_presence_names_connected_people(url):
    async with opened(url) as store:
        sql = "INSERT INTO process (process, until, level, connections) VALUES ($1, $2, 1, '')"
        await store._write(sql, "alive", 100)
        await store._write(sql, "dead", 10)
        await store.set_presence("alive", {"r1": '{"sockets":{"ada":1}}'}, 1)
        await store.set_presence("dead", {"r1": '{"sockets":{"bob":1}}'}, 1)
        assert await store.live_presence_naming("ada", 50) == ['{"sockets":{"ada":1}}']
        assert await store.live_presence_naming("bob", 50) == []
        assert await store.live_presence_naming("carl", 50) == []


def test_samples_are_valid():
    assert entry().seq == alerting().row.head
