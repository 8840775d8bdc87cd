"""An OpenSpiel game, registered as ``python_byzanz`` when this module is imported.

Cards are dealt by chance nodes: the first hands, then each lot when it is revealed. Only the seat
on turn acts, so sales off turn are left out. The return of a player is its share of the victory
minus 1 / players.
"""

from collections.abc import Callable, Mapping
from typing import Any

import pyspiel

from byzanz.cards import CARDS, KINDS
from byzanz.dice import DICE_SIZE, seed_dice
from byzanz.engine.search.belief import hidden_cards, known_table
from byzanz.engine.search.sampling import sample_table
from byzanz.envs.chance_game import ChanceGame, most_actions, most_cards
from byzanz.envs.observing import cards_besides
from byzanz.envs.spiel_observer import ByzanzObserver
from byzanz.game.game import PLAYER_COUNTS
from byzanz.game.view import View
from byzanz.rules.actions import ACTIONS
from byzanz.rules.numbers import FIRST_HAND

DEFAULT_PLAYERS = 4

GAME_TYPE = pyspiel.GameType(
    short_name="python_byzanz",
    long_name="Python Byzanz",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=PLAYER_COUNTS[-1],
    min_num_players=PLAYER_COUNTS[0],
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={"players": DEFAULT_PLAYERS},
)


def game_info(players: int) -> "pyspiel.GameInfo":
    """Return the bounds of a game for this number of players."""
    if players not in PLAYER_COUNTS:
        raise ValueError(f"{players} players: expected 3 to 6")
    return pyspiel.GameInfo(
        num_distinct_actions=ACTIONS,
        max_chance_outcomes=KINDS,
        num_players=players,
        min_utility=-1 / players,
        max_utility=1 - 1 / players,
        utility_sum=0.0,
        max_game_length=most_actions(players),
    )


class ByzanzGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel ships no types
    """The game; `players` is its only parameter."""

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        chosen = dict(parameters or {})
        self.players = int(chosen.get("players", DEFAULT_PLAYERS))
        super().__init__(GAME_TYPE, game_info(self.players), chosen)

    def new_initial_state(self) -> "ByzanzState":
        """Return the state before the first card is dealt."""
        return ByzanzState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return the number of cards that are dealt in a whole game."""
        return most_cards(self.players)

    def make_py_observer(
        self,
        iig_obs_type: "pyspiel.IIGObservationType | None" = None,
        params: Mapping[str, Any] | None = None,
    ) -> ByzanzObserver:
        """Return an observer; without a type, one of everything that a player knows now."""
        observed = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return ByzanzObserver(self.players, observed, params or {})


class ByzanzState(pyspiel.State):  # type: ignore[misc] # OpenSpiel ships no types
    """A state: the cards and actions so far."""

    def __init__(self, game: ByzanzGame) -> None:
        super().__init__(game)
        self.deal = ChanceGame(game.players)

    def current_player(self) -> int:
        """Return the player on turn, or OpenSpiel's number for chance or the end."""
        if self.deal.needs_card:
            return int(pyspiel.PlayerId.CHANCE)
        turn = self.deal.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else turn

    def _legal_actions(self, player: int) -> list[int]:
        return self.deal.actions() if player == self.deal.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the kinds that can be dealt now, with their probabilities."""
        counts = self.deal.card_counts()
        total = sum(counts)
        return [(kind, count / total) for kind, count in enumerate(counts) if count]

    def _apply_action(self, action: int) -> None:
        self.deal.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {CARDS[action]}"
        return str(self.deal.move(action))

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.deal.is_over

    def returns(self) -> list[float]:
        """Return the share of the victory of each player minus 1 / players; 0 before the end."""
        players = self.deal.players
        if self.deal.game is None or not self.deal.is_over:
            return [0.0] * players
        winners = self.deal.game.winners
        return [(seat in winners) / len(winners) - 1 / players for seat in range(players)]

    def __str__(self) -> str:
        if self.deal.game is None:
            return " ".join(CARDS[kind] for kind in self.deal.steps)
        moves = [f"{seat} {move}" for seat, move in self.deal.game.moves]
        cards = " ".join(CARDS[kind] for kind in self.deal.dealt)
        return "\n".join([cards, *moves])

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "ByzanzState":
        """Return a state that this player can't distinguish from this one, uniformly drawn.

        The sampler returns numbers from 0 to below 1. Raises `ValueError` at a chance node.
        """
        game = self.deal.game
        if game is None or self.deal.needs_card:
            raise ValueError("a card is being dealt: expected a state where a player decides")
        dice = [0] * DICE_SIZE
        seed_dice(dice, int(probability_sampler() * 2**53), player_id)
        hands = _sampled_first_hands(game.view(player_id), dice)
        hands[player_id] = self.deal.first_cards(player_id)
        return self._with_first_hands(hands)

    def _with_first_hands(self, hands: list[list[int]]) -> "ByzanzState":
        """Replay all moves with other first hands."""
        assert self.deal.game is not None
        state: ByzanzState = self.get_game().new_initial_state()
        first = [kind for hand in hands for kind in hand]
        cards = iter([*first, *self.deal.dealt[len(first) :]])
        moves = iter(self.deal.game.moves)
        for _ in self.deal.steps:
            if state.deal.needs_card:
                state.apply_action(next(cards))
            else:
                state.apply_action(state.deal.action(next(moves)[1]))
        return state


def _sampled_first_hands(view: View, dice: list[int]) -> list[list[int]]:
    """Return the first hands of a deal that is consistent with a view; the own one is empty."""
    table = known_table(view)
    if not sample_table(table, hidden_cards(view), dice, [0] * ACTIONS):
        raise ValueError("no deal agrees with the state")
    assert view.memory is not None
    hands = []
    for seat, memory in enumerate(view.memory.seats):
        hand: list[int] = []
        if seat != view.seat:
            hand = [card.kind for card in memory.shown]
            hand += cards_besides(memory.known, table.hands[seat])
            assert len(hand) == FIRST_HAND
        hands.append(hand)
    return hands


pyspiel.register_game(GAME_TYPE, ByzanzGame)
