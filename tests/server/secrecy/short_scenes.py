"""Three short scenes that reveal every planted leak."""

from functools import cache

from byzanz.game.game import Game
from byzanz.game.phase import Phase
from tests.secrecy.worlds import replayed
from tests.server.secrecy.observations import Difference, difference
from tests.server.secrecy.scene_player import play
from tests.server.secrecy.scenes import Scene, scenes


def first_scene(is_suitable, longest: int) -> Scene:
    """Return the first scene of 5 to `longest` moves for which `is_suitable` is true."""
    candidates = scenes(400, seed=3)
    return next(
        scene for scene in candidates if 4 < len(scene.moves) <= longest and is_suitable(scene)
    )


def must_bid(scene: Scene) -> bool:
    """Whether the viewer is on turn to bid, and the next seat's first card differs by world."""
    first, second = final_game(scene, 0), final_game(scene, 1)
    if first.turn != scene.viewer or first.phase is not Phase.BID:
        return False
    seat = (first.turn + 1) % first.seat_count
    return first.view(seat).own.hand[0] != second.view(seat).own.hand[0]


def final_game(scene: Scene, world: int) -> Game:
    return replayed(scene.names, scene.decks[world], scene.moves)


def next_seat_sales(scene: Scene, world: int) -> int:
    """Return the number of sales of the seat after the viewer's, at the end."""
    next_seat = ((scene.viewer or 0) + 1) % len(scene.names)
    return len(final_game(scene, world).options(next_seat).sales)


@cache
def short_scenes() -> tuple[Scene, ...]:
    """Return scenes that together reveal every planted leak."""
    return (
        first_scene(lambda scene: must_bid(scene) and scene.setup["memory_aid"] == "full", 20),
        first_scene(lambda scene: scene.viewer is None and scene.has_key, 12),
        first_scene(
            lambda scene: (
                scene.viewer is not None and next_seat_sales(scene, 0) != next_seat_sales(scene, 1)
            ),
            20,
        ),
    )


def first_difference(servers, numbers, amount: int = 3) -> Difference | None:
    """Play the scenes; returns the first difference between the worlds that a viewer sees."""
    for scene in short_scenes()[:amount]:
        fresh = scene._replace(number=next(numbers))
        found = difference(*[play(each, fresh, world) for world, each in enumerate(servers)])
        if found is not None:
            return found
    return None
