"""Scenes in two worlds: the same moves, two decks, and a viewer who cannot tell them apart."""

from collections.abc import Iterator
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import NamedTuple

from byzanz import Game
from byzanz.cards import Cards
from byzanz.game.moves import Move, parse_move
from byzanz.server.hosting.bot_moves import _seed
from byzanz.server.workers.bot_worker import BotTask, answer_task
from tests.secrecy.worlds import other_world

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay")
DAY = 86_400
CLOCKS = (None, {"type": "move", "seconds": DAY}, {"type": "bank", "seconds": DAY})
BOTS = ("greedy", "solid", "beginner")
ENTRIES_BEFORE = 3  # created, setup changed and started, without one entry per person who joins


class Scene(NamedTuple):
    """A game that is the same in both worlds except for hidden cards."""

    number: int
    names: tuple[str, ...]
    decks: tuple[Cards, Cards]
    moves: list[tuple[int, Move]]
    viewer: int | None
    has_key: bool  # a spectator may have none
    setup: dict[str, object]
    bots: dict[int, str]
    looks: frozenset[int]  # numbers of moves after which the viewer requests everything

    @property
    def ids(self) -> int:
        """The seed of the room's ids."""
        return 1000 * self.number

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat in range(len(self.names)) if seat not in self.bots]


def room_secret(ids: int) -> bytes:
    """The secret of a room created with this seed of ids; the deal's id is drawn before it."""
    source = Random(ids)
    source.randbytes(16)
    return source.randbytes(32)


def scenes(amount: int, seed: int, *, with_bots: bool = False, first: int = 0) -> Iterator[Scene]:
    """Random scenes; the viewer is any seat or a spectator."""
    random = Random(seed)
    numbers = count(first)
    for number in numbers:
        if number == first + amount:
            return
        yield _scene(number, random, with_bots=with_bots)


def _scene(number: int, random: Random, *, with_bots: bool) -> Scene:
    while True:
        seats = random.randint(3, 5)
        viewer = random.choice((None, *range(seats)))
        bots = _bots(seats, viewer, random) if with_bots else {}
        game = _played(number, seats, bots, random)
        if game.turn in bots:
            continue  # a bot would play on after the scene
        twin = other_world(game, viewer, random, also=bots)
        if twin is None or twin.deck == game.deck:
            continue
        last = len(game.moves)
        return Scene(
            number=number,
            names=game.names,
            decks=(game.deck, twin.deck),
            moves=game.moves,
            viewer=viewer,
            has_key=random.random() < 0.5,
            setup={
                "clock": random.choice(CLOCKS),
                "memory_aid": random.choice(("log", "full")),
                "is_public": random.random() < 0.5,
                "pace": "calm",
            },
            bots=bots,
            looks=frozenset({random.randrange(last + 1), last}),
        )


def _bots(seats: int, viewer: int | None, random: Random) -> dict[int, str]:
    """Bots on some seats other than the viewer's; at least two seats are left to people."""
    free = [seat for seat in range(seats) if seat != viewer]
    chosen = random.sample(free, random.randint(1, seats - 2))
    return {seat: random.choice(BOTS) for seat in chosen}


def _played(number: int, seats: int, bots: dict[int, str], random: Random) -> Game:
    """Play a game at random, with sales off turn, and stop before its end."""
    game = Game.new(NAMES[:seats], seed=random.getrandbits(40))
    stop = random.choices((random.randrange(1, 20), 80), (9, 0 if bots else 1))[0]
    secret = room_secret(1000 * number)
    before = ENTRIES_BEFORE + seats - len(bots)
    while len(game.moves) < stop:
        seat = game.turn
        assert seat is not None
        if seat in bots:
            move = bots_move(game, bots[seat], secret, before + len(game.moves))
        else:
            pairs = [pair for pair in game.legal() if pair[0] not in bots]
            own = [pair for pair in pairs if pair[0] == seat]
            seat, move = random.choice(pairs if random.random() < 0.1 else own)
        after = game.copy()
        after.play(seat, move)
        if after.is_over:
            break
        game = after
    return game


def bots_move(game: Game, bot_id: str, secret: bytes, seq: int) -> Move:
    """The move of a bot of the server after entry `seq`."""
    seat = game.turn
    assert seat is not None
    seed = _seed(SimpleNamespace(secret=secret.hex(), seq=seq))
    answer = answer_task(BotTask("choose", bot_id, seed, game.view(seat), game.options(seat)))
    return parse_move(answer.move)
