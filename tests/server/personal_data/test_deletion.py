"""After a deletion nothing in the store, in a new backup or in memory has the person."""

import asyncio
import json

import msgspec
import pytest

from byzanz.game.record import load_game
from byzanz.progress.friends import tie_id
from byzanz.rooms.anonymous import SOMEBODY
from byzanz.rooms.entries import DECODER, Created
from byzanz.rooms.finished_game import parse_finished_game
from byzanz.server.hosting.people import person_of
from byzanz.store.rows import ResultRow
from byzanz.wire.commands import Abort, AskSeat, ClaimCode, Rematch
from byzanz.wire.games import PlayAgain, SendGame
from byzanz.wire.personal_data import DeleteData
from byzanz.wire.problems import Code
from byzanz.wire.replays import PlayOn
from byzanz.wire.room import BotId, SeatKind, Status
from tests.rooms.test_offline_game import offline_record
from tests.server.hosting.harness import NONCE, refusal
from tests.server.personal_data.everything import found_in_backup, found_in_memory, found_in_store
from tests.server.personal_data.people import servers, whole
from tests.store.samples import append
from tests.store.test_alerts import device

NAME, OTHER_NAME = "Xanthippe", "Quintilla"


def needles(visitor) -> tuple[str, ...]:
    """Texts of which nothing may be left: the names, the key and the beginning of its hash."""
    return NAME, OTHER_NAME, visitor.key, person_of(visitor.key)[:16]


async def expired_result(store, person: str, other: str) -> None:
    """Store the results of a game whose room is deleted already."""
    seats = [{"name": name, "bot": None, "place": 1, "profit": 9} for name in (OTHER_NAME, "Ben")]
    await store.append(append("expired", at=1))
    for seat, each in enumerate((person, other)):
        row = ResultRow(
            each, "expired", 5, seat, 1, 9, 3, 2, None, is_counted=False, version="1.1",
            seats=json.dumps(seats),
        )  # fmt: skip
        await store.fill_in_results("expired", [row], rewrites=0)
    await store.delete_rooms("waiting", changed_before=9_000)


class Life:
    """A person, Xanthippe, who has left traces everywhere, and her friend Ben."""

    async def lead(self, at) -> None:
        self.anna, self.ben, self.cleo = [await at.person() for _ in range(3)]
        anna, ben, cleo = self.anna, self.ben, self.cleo
        person = person_of(anna.key)
        self.finished = await at.table({NAME: anna, "Ben": ben, "Cleo": cleo})
        await at.play_out(self.finished, [anna, ben, cleo])
        self.running = await at.table({"Ben": ben, NAME: anna}, bots=1)
        self.alone = await at.table({NAME: anna}, bots=2)
        self.waiting = await at.table({NAME: anna, "Ben": ben}, bots=1, starts=False)
        self.lonely = await at.table({OTHER_NAME: anna}, bots=2, starts=False)
        self.watched = await at.table({"Ben": ben, "Cleo": cleo}, bots=1)
        await at.command(anna, self.watched, AskSeat(at.next_id(), OTHER_NAME))
        again = PlayAgain(at.next_id(), "Ben", NONCE)
        self.again = (await at.ask("play_again", ben, room=self.finished, body=again)).room
        rematch = Rematch(at.next_id(), NONCE)
        self.rematch = (await at.command(cleo, self.finished, rematch)).room
        names = (await at.room(self.finished)).names
        seat = 1 if names[0] == NAME else 0
        on = PlayOn(at.next_id(), 3, seat, "Cleo", NONCE, BotId.SOLID)
        self.continued = (await at.ask("play_on", cleo, replay=self.finished, body=on)).room
        assert NAME in (await at.room(self.continued)).names
        await at.ask("device_code", anna)
        await at.ask("cut_tie", anna, tie=tie_id(person, person_of(cleo.key)))
        sent = SendGame(offline_record(name=NAME).decode(), 5)
        await at.ask("send_game", anna, at.last, body=sent)
        store = at.first.store
        await store.add_analysis(self.finished, person, "v", f"player {NAME}", 1)
        await expired_result(store, person, person_of(ben.key))
        await store.set_subscription(device("hers", person, address=f"https://{NAME}.test"), most=1)
        await store.mute_invitations(person, is_muted=False)
        for one, other in ((person, person_of(ben.key)), (person_of(ben.key), person)):
            await store.set_opt_in(one, other, 1, is_wanted=True)
        self.outboxes = [
            await at.ask("follow", anna, at.last, room=self.running, after=0),
            await at.ask("follow", anna, at.last, room=self.watched, after=0),
        ]
        await at.ask("replay", ben, at.last, replay=self.finished, eyes=0)


async def until_forgotten(service, texts) -> None:
    """Wait until a process that was told of the deletion by a message has forgotten the person."""
    for _ in range(50):
        found = found_in_memory(service, texts)
        if not found:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(found)


@pytest.fixture(params=["sqlite", "postgres", "postgres-last"])
def url_and_side(request):
    """A store and the server that gets the request: the first one, or the last one of two."""
    store, _, side = request.param.partition("-")
    return request.getfixturevalue(f"{store}_url"), side or "first"


async def test_threat_42_nothing_of_a_deleted_person_is_left_anywhere(url_and_side, tmp_path):
    url, side = url_and_side
    async with servers(url) as at:
        life = Life()
        await life.lead(at)
        await asyncio.sleep(1)  # so that processes store who is present
        store, texts = at.first.store, needles(life.anna)
        tables = {row.split(":")[0] for row in await found_in_store(store, texts)}
        assert tables >= {"person", "code", "cut_tie", "log", "member", "result", "analysis"}
        assert tables >= {"subscription", "invitation_choice", "opt_in", "sent_game"}
        assert ("presence" in tables) == store.is_shared
        assert await found_in_backup(store, tmp_path / "before", texts)
        assert all(found_in_memory(service, texts) for service in at.services)
        assert (await at.delete(life.anna, getattr(at, side))).is_complete
        assert await found_in_store(store, texts) == []
        assert await found_in_backup(store, tmp_path / "after", texts) == []
        for service in at.services:
            await until_forgotten(service, texts)
        await asyncio.sleep(2)  # nothing comes back
        assert await found_in_store(store, texts) == []
        assert [outbox.close_code for outbox in life.outboxes] == [4401, 4401]


async def test_games_with_others_go_on_without_the_person(url):
    async with servers(url) as at:
        life = Life()
        await life.lead(at)
        before = await at.ask("replay_record", life.ben, replay=life.finished)
        seat = (await at.room(life.running)).seat_of(person_of(life.anna.key))
        await at.delete(life.anna)
        # The finished game is the same one, with another name.
        after = await at.ask("replay_record", life.ben, at.last, replay=life.finished)
        assert after == before.replace(f"player {NAME}\n", f"player {SOMEBODY}\n")
        assert load_game(after).is_over
        # A bot plays the seat of the running game to its end.
        running = await at.room(life.running, at.last)
        assert running.seats[seat].has_left
        assert running.seats[seat].name == SOMEBODY
        assert running.persons == (person_of(life.ben.key),)
        await at.play_out(life.running, [life.ben])
        # The table that waits is left, and Ben is its host.
        waiting = await at.room(life.waiting, at.last)
        assert waiting.host == person_of(life.ben.key)
        assert [each.kind for each in waiting.seats].count(SeatKind.OPEN) == 1
        # Nobody keeps a seat for the person.
        for room in (life.again, life.rematch):
            held = {each.person for each in (await at.room(room)).held_seats}
            assert len(held) == 1
        assert (await at.room(life.watched)).seat_requests == ()
        # Games without anybody else are gone.
        for room in (life.alone, life.lonely):
            assert (await refusal(at.ask("update", life.ben, room=room, after=0))).code is (
                Code.NOT_FOUND
            )
        names = (await at.room(life.continued, at.last)).names
        assert NAME not in names
        assert len(set(names)) == 3


async def test_the_others_keep_their_results_and_play_on_together(url):
    async with servers(url) as at:
        life = Life()
        await life.lead(at)
        await at.delete(life.anna)
        await at.play_out(life.running, [life.ben])
        games = (await at.ask("my_games", life.ben, skip=0, opponents=0)).games
        assert len(games) == 3  # one of them in a room that is deleted
        for game in games:
            assert [seat.name for seat in game.seats if seat.bot is None].count(None) == 1
        friends = (await at.ask("my_progress", life.ben)).friends
        assert [friend.name for friend in friends] == ["Cleo"]
        again = PlayAgain(at.next_id(), "Ben", NONCE)
        new = (await at.ask("play_again", life.ben, room=life.finished, body=again)).room
        assert [each.name for each in (await at.room(new)).held_seats] == ["Cleo"]


async def test_results_go_although_all_rooms_were_deleted_before(url):
    async with servers(url) as at:
        anna, ben = await at.person(), await at.person()
        store = at.first.store
        await expired_result(store, person_of(anna.key), person_of(ben.key))
        assert (await at.delete(anna)).is_complete
        assert await found_in_store(store, needles(anna)) == []
        (game,) = (await at.ask("my_games", ben, skip=0, opponents=0)).games
        assert [seat.name for seat in game.seats] == [None, "Ben"]


async def test_the_key_is_worth_nothing_afterwards(url):
    async with servers(url) as at:
        life = Life()
        await life.lead(at)
        code = (await at.ask("device_code", life.anna)).code
        await at.delete(life.anna)
        for service in at.services:
            for name in ("my_data", "device_code"):
                assert (await refusal(at.ask(name, life.anna, service))).code is Code.NOT_KNOWN
            again = at.delete(life.anna, service)
            assert (await refusal(again)).code is Code.NOT_KNOWN
        claim = at.ask("claim_code", life.ben._replace(key=None), body=ClaimCode(code))
        assert (await refusal(claim)).code is Code.NOT_FOUND


async def test_a_deletion_that_is_not_confirmed_changes_nothing(url):
    async with servers(url) as at:
        anna = await at.person()
        await at.table({NAME: anna}, bots=2, starts=False)
        store = at.first.store
        before = await found_in_store(store, needles(anna))
        refused = await refusal(at.ask("delete_data", anna, body=DeleteData()))
        assert refused.code is Code.NOT_CONFIRMED
        assert await found_in_store(store, needles(anna)) == before


async def test_two_people_may_delete_their_data_at_the_same_time(url):
    async with servers(url) as at:
        life = Life()
        await life.lead(at)
        await asyncio.gather(at.delete(life.anna), at.delete(life.ben, at.last))
        store = at.first.store
        texts = (*needles(life.anna), person_of(life.ben.key)[:16])
        assert await found_in_store(store, texts) == []
        game = (await at.ask("my_games", life.cleo, skip=0, opponents=0)).games[0]
        assert sorted([seat.name or "" for seat in game.seats]) == ["", "", "Cleo"]
        await at.delete(life.cleo)
        assert await store.row(life.finished) is None  # nobody is left who played it


async def test_the_fold_of_a_rewritten_log_is_the_same_but_for_the_person(url):
    async with servers(url) as at:
        life = Life()
        await life.lead(at)
        before = await at.room(life.finished)
        await at.delete(life.anna)
        after = await at.room(life.finished)
        assert after.game.table == before.game.table
        assert after.seq == before.seq
        assert after.deal == before.deal
        assert [seat.nonce for seat in after.seats] == [seat.nonce for seat in before.seats]
        assert after.status is Status.FINISHED


async def test_a_name_of_a_bot_is_kept_unless_it_was_borrowed(url):
    """Bots of other continued games keep their names, though a player has the same one."""
    async with servers(url) as at:
        anna, other, ben = [await at.person() for _ in range(3)]
        rooms = []
        for person in (anna, other):
            room = await at.table({NAME: person, "Ben": ben}, bots=1)
            await at.play_out(room, [person, ben])
            seat = (await at.room(room)).seat_of(person_of(ben.key))
            on = PlayOn(at.next_id(), 0, seat, "Ben", NONCE, BotId.SOLID)
            rooms.append((await at.ask("play_on", ben, replay=room, body=on)).room)
            # A game that continues the continued one.
            await at.command(ben, rooms[-1], Abort(at.next_id()))
            on = PlayOn(at.next_id(), 0, seat, "Ben", NONCE, BotId.SOLID)
            rooms.append((await at.ask("play_on", ben, replay=rooms[-1], body=on)).room)
        await at.delete(anna)
        names = [NAME in (await at.room(room)).names for room in rooms]
        assert names == [False, False, True, True]


async def test_uploaded_records_have_no_owner_and_are_kept(url):
    async with servers(url) as at:
        life = Life()
        await life.lead(at)
        record = await at.ask("replay_record", life.anna, replay=life.finished)
        replay = (await at.ask("add_replay", life.anna, body=record.encode())).replay
        await at.delete(life.anna)
        assert await at.ask("replay_record", life.ben, replay=replay) == record
        parse_finished_game.cache_clear()


async def test_an_unreadable_entry_keeps_no_key_either(url):
    async with servers(url) as at:
        anna, ben = await at.person(), await at.person()
        room = await at.table({NAME: anna, "Ben": ben}, bots=1, starts=False)
        store = at.first.store
        (first,) = [row for row in await store.log(room) if row.seq == 1]
        assert isinstance(DECODER.decode(first.body), Created)
        broken = first.body.replace(b'"created"', b'"burnt"')
        await store._write("UPDATE log SET body = $2 WHERE room = $1 AND seq = 1", room, broken)
        for service in at.services:
            for live in service.rooms.live:
                service.rooms.drop(live)
        await at.delete(anna)
        found = await found_in_store(store, [person_of(anna.key)[:16]])
        assert found == []
        assert json.loads((await store.log(room))[0].body)["type"] == "burnt"


async def test_a_file_that_is_being_made_is_not_completed(url):
    async with servers(url) as at:
        life = Life()
        await life.lead(at)
        answer = await at.ask("my_data", life.anna)
        first = await anext(answer.parts)
        await at.delete(life.anna, at.last)
        assert (await refusal(whole(answer))).code is Code.NOT_KNOWN
        with pytest.raises(msgspec.DecodeError):
            msgspec.json.decode(first)


async def test_results_go_too_if_all_their_rooms_are_gone(url):
    async with servers(url) as at:
        anna, ben = await at.person(), await at.person()
        person, other = person_of(anna.key), person_of(ben.key)
        await expired_result(at.first.store, person, other)
        await at.delete(anna)
        assert await found_in_store(at.first.store, needles(anna)) == []
        assert await at.first.store.count_results(other) == (1, 5)
