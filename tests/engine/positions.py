"""Positions from played games for tests of bots: every phase, with 3 to 6 players."""

from collections.abc import Iterator
from functools import cache
from random import Random

from byzanz import Game
from byzanz.bots.roster import POLICIES, make_bot
from byzanz.cards import Cards
from byzanz.game.moves import Bid, Discard, Move, Sell
from byzanz.game.phase import Phase

PLAYER_COUNTS = (3, 4, 5, 6)
PHASES = (Phase.BID, Phase.GIVE, Phase.TAKE, Phase.REDUCE, Phase.CLOSE)


def played(players: int, seed: int) -> Iterator[Game]:
    """Yield a game of mixed bots at each decision; some moves and sales are random."""
    random = Random(seed)
    game = Game.new(players, seed=seed)
    bots = [make_bot(random.choice(list(POLICIES)), seed) for _ in range(players)]
    while game.turn is not None:
        yield game
        chance = random.random()
        if chance < 0.04:
            game.play(*random.choice(game.legal()))
        elif chance < 0.12:
            game.play(*random.choice(game.legal(game.turn)))
        else:
            seat = game.turn
            game.play(seat, bots[seat].choose(game.view(seat), game.options(seat)))


def played_hiding_first_hand(players: int, seed: int) -> Iterator[Game]:
    """Yield a random game at each decision; its players seldom show their first hand."""
    random = Random(seed)
    game = Game.new(players, seed=seed)
    while game.turn is not None:
        yield game
        moves = game.legal(game.turn)
        known_cards = game.memory(None).seats[game.turn].known
        hiding = [
            pair
            for pair in moves
            if all(card in known_cards for card in cards_leaving_hand(pair[1]))
        ]
        game.play(*random.choice(hiding if hiding and random.random() < 0.97 else moves))


def cards_leaving_hand(move: Move) -> Cards:
    """Return the cards that leave the hand by a move."""
    match move:
        case Bid(cards) | Sell(cards):
            return cards
        case Discard(card):
            return (card,)
    return ()


POSITIONS_PER_PHASE = 4  # positions of each phase, for each number of players


@cache
def _positions(players: int) -> dict[Phase, list[Game]]:
    """Return at least POSITIONS_PER_PHASE positions of each phase, at most two from one game."""
    found: dict[Phase, list[Game]] = {phase: [] for phase in PHASES}
    seed = 0
    while any(len(games) < POSITIONS_PER_PHASE for games in found.values()):
        seed += 1
        play = played if seed % 3 else played_hiding_first_hand
        games = [game.copy() for game in play(players, seed)]
        Random(seed).shuffle(games)
        for phase in PHASES:
            found[phase] += [game for game in games if game.phase is phase][:2]
    return found


def positions(players: int, phase: Phase, count: int) -> list[Game]:
    """Return `count` positions of a phase, at most four."""
    assert count <= POSITIONS_PER_PHASE
    return _positions(players)[phase][:count]


def all_positions(count: int) -> Iterator[Game]:
    """Yield `count` positions, at most four, for every phase and number of players."""
    for players in PLAYER_COUNTS:
        for phase in PHASES:
            yield from positions(players, phase, count)
