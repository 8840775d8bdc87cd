"""Deals that people send to each other: made, played once by each, and compared afterwards."""

import asyncio

import msgspec

from byzanz.game.game import Game
from byzanz.game.moves import parse_move
from byzanz.game.record import RULES_VERSION
from byzanz.rooms.audience import is_closed
from byzanz.rooms.creation import room_id
from byzanz.rooms.display_names import bot_names, check_name
from byzanz.rooms.finished_game import FinishedGame
from byzanz.rooms.given_deal import GivenDeal, given_deal_room, parse_deck
from byzanz.rooms.results import VERSION, seat_results, version_of
from byzanz.rooms.room import Room
from byzanz.rooms.round_lines import round_lines
from byzanz.server.hosting.registry import RoomRegistry
from byzanz.server.hosting.replays import Replays
from byzanz.server.results.game_history import SEATS_DECODER
from byzanz.server.workers.bot_pool import SEARCHING
from byzanz.store.rows import ChallengeRow, TryRow
from byzanz.wire.answers import Accepted
from byzanz.wire.challenges import (
    MOST_PLAYERS,
    Challenge,
    ChallengeMade,
    ChallengePlayer,
    ChallengeState,
    MakeChallenge,
    RoundLine,
    TryState,
)
from byzanz.wire.commands import PlayDeal
from byzanz.wire.games import SeatResult
from byzanz.wire.problems import Code, RequestRefused
from byzanz.wire.room import OVER, BotId, Status

ROOM = "room:"  # begins the source of a challenge that was made from the maker's own game
RECORD = "record:"  # begins the source of a challenge whose maker sent a record, and knows it
UNMADE = 3_600_000  # milliseconds for which a try without a room can still begin


class MakersGame(msgspec.Struct, frozen=True):
    """The game from which a challenge was made; it stays when its room is deleted."""

    moves: tuple[tuple[int, str], ...]
    seats: tuple[SeatResult, ...]
    is_helped: bool
    version: str


BOTS_DECODER = msgspec.json.Decoder(tuple[BotId | None, ...])
GAME_DECODER = msgspec.json.Decoder(MakersGame)


class Challenges:
    """Makes challenges, lets people play them, and shows them what others did."""

    def __init__(self, rooms: RoomRegistry, *, may_search: bool) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._replays = Replays(rooms)
        self._may_search = may_search

    # --- making -----------------------------------------------------------------------------

    async def make(self, person: str, replay: str, command: MakeChallenge) -> ChallengeMade:
        """Make a challenge of a finished game or of a record; raises `RequestRefused`.

        The same game always gives its player the same challenge. The deal of a challenge that
        somebody has played is sent on as that challenge.
        """
        name = check_name(command.name)
        room = await self._replays.room(replay)
        if room is None:
            finished = await self._replays.find(replay, person)
            deal = _deal_of_record(finished, command, self._new_dice())
            bots = "".join([f":{bot or ''}" for bot in deal.bots])
            return await self.make_given(person, name, deal, f"{RECORD}{replay}{bots}")
        deal, game = self._deal_of_room(room, person)
        await self._rooms.sealed_days.check(room)
        if room.challenge is not None:
            await self._row(room.challenge)
            return ChallengeMade(room.challenge)
        return await self.make_given(person, name, deal, f"{ROOM}{room.id}", game)

    async def make_given(
        self,
        person: str,
        name: str,
        deal: GivenDeal,
        source: str,
        game: MakersGame | None = None,
    ) -> ChallengeMade:
        """Make a challenge of a given deal, or find the one that this person made of the source.

        Without a game of their own the maker may play, unless the source is a record.
        """
        row = ChallengeRow(
            challenge=self._rooms.random_bytes(16).hex(),
            at=self._rooms.clock.now(),
            maker=person,
            name=name,
            source=f"{source}@{VERSION}",
            deck=deal.deck_text,
            seat=deal.seat,
            bots=msgspec.json.encode(deal.bots).decode(),
            dice=deal.dice,
            version=VERSION,
            game=None if game is None else msgspec.json.encode(game).decode(),
        )
        stored = await self._store.add_challenge(row)
        if stored is None:
            raise RequestRefused(Code.NOT_KNOWN)
        return ChallengeMade(stored.challenge)

    def _new_dice(self) -> str:
        return self._rooms.random_bytes(32).hex()

    def _deal_of_room(self, room: Room, person: str) -> tuple[GivenDeal, MakersGame]:
        """Return the deal and the game of a person's finished room; raises `RequestRefused`."""
        people = [number for number, seat in enumerate(room.seats) if seat.person is not None]
        if is_closed(room, person):
            raise RequestRefused(Code.NOT_FOUND)
        if person not in [room.seats[number].person for number in people]:
            raise RequestRefused(Code.NOT_ALLOWED)
        if len(people) > 1:
            raise RequestRefused(Code.NOT_AGAINST_BOTS)
        if room.status is not Status.FINISHED:
            raise RequestRefused(Code.UNFINISHED)
        if room.rules != RULES_VERSION:
            raise RequestRefused(Code.OTHER_VERSION)
        assert room.game is not None
        bots = tuple([seat.bot for seat in room.seats])
        moves = tuple([(seat, str(move)) for seat, move in room.game.moves])
        deal = GivenDeal(room.game.deck, people[0], bots, room.dice or self._new_dice())
        game = MakersGame(moves, seat_results(room), _is_helped(room), version_of(room))
        return deal, game

    # --- playing ----------------------------------------------------------------------------

    async def play(self, person: str, challenge: str, command: PlayDeal) -> Accepted:
        """Make the person's room, or find it if they play already; raises `RequestRefused`."""
        row, tries = await self._row(challenge), await self._store.tries(challenge)
        name = check_name(command.name)
        state = await self._state(person, row, tries)
        if state is ChallengeState.OVER:
            raise RequestRefused(Code.ALREADY_PLAYED)
        if state is ChallengeState.OUTDATED:
            raise RequestRefused(Code.OTHER_VERSION, version=row.version)
        deal = _deal_of_row(row)
        if not self._may_search and any(bot in SEARCHING for bot in deal.bots):
            raise RequestRefused(Code.NO_SEARCH)
        room = room_id(person, challenge, before="challenge")
        attempt = TryRow(challenge, person, name, room, self._rooms.clock.now())
        await self._store.add_try(attempt, most=MOST_PLAYERS - (row.game is not None))
        tries = await self._store.tries(challenge)
        if not any(each.person == person for each in tries):
            raise RequestRefused(Code.CHALLENGE_FULL, people=MOST_PLAYERS)
        return await self._rooms.make(
            room,
            person,
            command,
            lambda: given_deal_room(
                person, command, deal, self._rooms.random_bytes, challenge=challenge
            ),
        )

    # --- showing ----------------------------------------------------------------------------

    async def show(self, person: str | None, challenge: str) -> Challenge:
        """Return a challenge as far as this person may know it; raises `RequestRefused`."""
        row, tries = await self._row(challenge), await self._store.tries(challenge)
        state = await self._state(person, row, tries)
        own = next((each for each in tries if each.person == person), None)
        deal = _deal_of_row(row)
        is_over = state is ChallengeState.OVER
        return Challenge(
            challenge=challenge,
            made=row.at,
            name=row.name,
            seat=row.seat,
            bots=deal.bots,
            names=tuple(bot_names(deal.bots)),
            state=state,
            player_count=len(tries) + (row.game is not None),
            has_makers_game=row.game is not None,
            room=await self._makers_room(person, row) if own is None else own.room,
            players=await self._players(person, row, tries) if is_over else (),
        )

    async def _makers_room(self, person: str | None, row: ChallengeRow) -> str | None:
        """Return the room of the game that a person sent, for themselves, if it still exists."""
        if person is None or person != row.maker or not row.source.startswith(ROOM):
            return None
        room = row.source.removeprefix(ROOM).partition("@")[0]
        return None if await self._replays.room(room) is None else room

    async def _row(self, challenge: str) -> ChallengeRow:
        row = await self._store.challenge(challenge)
        if row is None:
            raise RequestRefused(Code.NOT_FOUND)
        return row

    async def _state(
        self, person: str | None, row: ChallengeRow, tries: list[TryRow]
    ) -> ChallengeState:
        if person == row.maker and (row.game is not None or row.source.startswith(RECORD)):
            return ChallengeState.OVER
        own = next((each for each in tries if each.person == person), None)
        if own is not None:
            room = await self._replays.room(own.room)
            if room is not None:
                return ChallengeState.OVER if room.status in OVER else ChallengeState.RUNNING
            if self._rooms.clock.now() - own.at > UNMADE:
                return ChallengeState.OVER
        if row.version != VERSION:
            return ChallengeState.OUTDATED
        if own is None and len(tries) + (row.game is not None) >= MOST_PLAYERS:
            return ChallengeState.FULL
        return ChallengeState.OPEN

    async def _players(
        self, person: str | None, row: ChallengeRow, tries: list[TryRow]
    ) -> tuple[ChallengePlayer, ...]:
        """Everybody who plays, for a person who has played: only finished games have results."""
        players = []
        if row.game is not None:
            game = GAME_DECODER.decode(row.game)
            players.append(
                ChallengePlayer(
                    name=row.name,
                    state=TryState.FINISHED,
                    is_mine=person == row.maker,
                    is_maker=True,
                    is_helped=game.is_helped,
                    is_compared=game.version == row.version,
                    seats=game.seats,
                    rounds=await asyncio.to_thread(_makers_rounds, row, game),
                )
            )
        for each in tries:
            player = ChallengePlayer(
                name=each.name,
                state=TryState.ENDED,
                is_mine=each.person == person,
                is_maker=each.person == row.maker,
            )
            players.append(await self._with_result(player, each, row))
        return tuple(players)

    async def _with_result(
        self, player: ChallengePlayer, attempt: TryRow, row: ChallengeRow
    ) -> ChallengePlayer:
        room = await self._replays.room(attempt.room)
        change = msgspec.structs.replace
        if room is None:
            return await self._with_stored_result(player, attempt, row)
        if room.status is Status.FINISHED and room.game is not None:
            return change(
                player,
                state=TryState.FINISHED,
                is_compared=version_of(room) == row.version,
                seats=seat_results(room),
                rounds=round_lines(room.game.events, row.seat),
            )
        return player if room.status in OVER else change(player, state=TryState.PLAYING)

    async def _with_stored_result(
        self, player: ChallengePlayer, attempt: TryRow, row: ChallengeRow
    ) -> ChallengePlayer:
        """The result of a game whose room is deleted, if it was finished."""
        for result in await self._store.results_of_room(attempt.room):
            return msgspec.structs.replace(
                player,
                state=TryState.FINISHED,
                is_compared=result.version == row.version,
                seats=SEATS_DECODER.decode(result.seats),
            )
        return player


def _is_helped(room: Room) -> bool:
    """Whether somebody could know more than the cards showed: hints, undo, or a known beginning."""
    is_own_deal = room.deck is None or room.is_try
    return not (is_own_deal and room.logs_hints) or bool(room.hinted) or room.has_undone


def _deal_of_record(finished: FinishedGame, command: MakeChallenge, dice: str) -> GivenDeal:
    """Return the deal of a record; seats that name no bot get the one of the command."""
    if command.seat is None or command.seat >= len(finished.names):
        raise RequestRefused(Code.BAD_REQUEST, field="seat")
    known = {bot.value: bot for bot in BotId}
    bots: list[BotId | None] = [known.get(name or "", command.bot) for name in finished.bots]
    bots[command.seat] = None
    return GivenDeal(finished.deck, command.seat, tuple(bots), dice)


def _deal_of_row(row: ChallengeRow) -> GivenDeal:
    return GivenDeal(parse_deck(row.deck), row.seat, BOTS_DECODER.decode(row.bots), row.dice)


def _makers_rounds(row: ChallengeRow, game: MakersGame) -> tuple[RoundLine, ...]:
    played = Game([seat.name or "" for seat in game.seats], parse_deck(row.deck))
    for seat, move in game.moves:
        played.play(seat, parse_move(move))
    return round_lines(played.events, row.seat)
