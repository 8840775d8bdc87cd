"""Scenes in two worlds with the same moves, and decks that a viewer cannot tell apart."""

from collections.abc import Iterator
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import NamedTuple

from byzanz import Game
from byzanz.cards import Cards
from byzanz.game.moves import Move, parse_move
from byzanz.rooms.bot_dice import bot_seed
from byzanz.rooms.bot_task import BotTask, answer_task
from tests.secrecy.worlds import other_world

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fay")
DAY = 86_400
CLOCKS = (None, {"type": "move", "seconds": DAY}, {"type": "bank", "seconds": DAY})
BOTS = ("greedy", "solid", "beginner")
SEARCHING_BOTS = ("strong", "expert")
ENTRIES_BEFORE = 4  # created, setup changed, listed and started; each join adds another


class Scene(NamedTuple):
    """A game that is the same in both worlds except for hidden cards."""

    number: int
    names: tuple[str, ...]
    decks: tuple[Cards, Cards]
    moves: list[tuple[int, Move]]
    viewer: int | None
    has_key: bool  # whether a spectator has a key
    setup: dict[str, object]
    bots: dict[int, str]
    looks: frozenset[int]  # the numbers of moves after which the viewer requests everything

    @property
    def ids(self) -> int:
        """The seed of the room's ids."""
        return 1000 * self.number

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat in range(len(self.names)) if seat not in self.bots]


def room_secret(ids: int) -> bytes:
    """Return the secret of a room whose ids have this seed; the deal's id is drawn before it."""
    source = Random(ids)
    source.randbytes(16)
    return source.randbytes(32)


def scenes(
    amount: int, seed: int, *, bots: tuple[str, ...] = (), first: int = 0
) -> Iterator[Scene]:
    """Yield random scenes, with bots if any are named; the viewer is any seat or a spectator."""
    random = Random(seed)
    numbers = count(first)
    for number in numbers:
        if number == first + amount:
            return
        yield _scene(number, random, bots)


def _scene(number: int, random: Random, bot_ids: tuple[str, ...]) -> Scene:
    while True:
        seats = random.randint(3, 5)
        viewer = random.choice((None, *range(seats)))
        bots = _bots(seats, viewer, random, bot_ids) if bot_ids else {}
        game = _random_game(number, seats, bots, random)
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


def _bots(
    seats: int, viewer: int | None, random: Random, bot_ids: tuple[str, ...]
) -> dict[int, str]:
    """Choose bots for some seats but the viewer's; at least two seats are left for people."""
    free = [seat for seat in range(seats) if seat != viewer]
    chosen = random.sample(free, random.randint(1, seats - 2))
    return {seat: random.choice(bot_ids) for seat in chosen}


def _random_game(number: int, seats: int, bots: dict[int, str], random: Random) -> Game:
    """Play random moves, with sales out of turn, and stop before the end of the game."""
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
            on_turn = [pair for pair in pairs if pair[0] == seat]
            seat, move = random.choice(pairs if random.random() < 0.1 else on_turn)
        after = game.copy()
        after.play(seat, move)
        if after.is_over:
            break
        game = after
    return game


def bots_move(game: Game, bot_id: str, secret: bytes, seq: int) -> Move:
    """Return the move of a bot after entry `seq`, as the server computes it."""
    seat = game.turn
    assert seat is not None
    seed = bot_seed(SimpleNamespace(dice=None, secret=secret.hex(), seq=seq))
    answer = answer_task(BotTask("choose", bot_id, seed, game.view(seat), game.options(seat)))
    return parse_move(answer.move)
