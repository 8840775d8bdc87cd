"""A few short scenes in which every leak shows, and the difference that a viewer sees in them."""

from functools import cache

from byzanz.game.game import Game
from byzanz.game.phase import Phase
from tests.secrecy.worlds import replayed
from tests.server.secrecy.scenes import Scene, scenes
from tests.server.secrecy.sight import Difference, difference
from tests.server.secrecy.stage import play


def chosen(suits, longest: int) -> Scene:
    """A short scene of a kind."""
    some = scenes(400, seed=3)
    return next(scene for scene in some if 4 < len(scene.moves) <= longest and suits(scene))


def is_asked_to_bid(scene: Scene) -> bool:
    """Must the viewer bid at the end, and the next seat hold other goods in the other world?"""
    first, second = ending(scene, 0), ending(scene, 1)
    if first.turn != scene.viewer or first.phase is not Phase.BID:
        return False
    seat = (first.turn + 1) % first.seat_count
    return first.view(seat).own.hand[0] != second.view(seat).own.hand[0]


def ending(scene: Scene, world: int) -> Game:
    return replayed(scene.names, scene.decks[world], scene.moves)


def neighbours_sales(scene: Scene, world: int) -> int:
    """How many sets the seat after the viewer's could sell at the end."""
    neighbour = ((scene.viewer or 0) + 1) % len(scene.names)
    return len(ending(scene, world).options(neighbour).sales)


@cache
def short_scenes() -> tuple[Scene, ...]:
    """Scenes in which every leak shows."""
    return (
        chosen(lambda scene: is_asked_to_bid(scene) and scene.setup["memory_aid"] == "full", 20),
        chosen(lambda scene: scene.viewer is None and scene.has_key, 12),
        chosen(
            lambda scene: (
                scene.viewer is not None
                and neighbours_sales(scene, 0) != neighbours_sales(scene, 1)
            ),
            20,
        ),
    )


def found(servers, numbers, amount: int = 3) -> Difference | None:
    """The first difference that a viewer could see."""
    for scene in short_scenes()[:amount]:
        fresh = scene._replace(number=next(numbers))
        unlike = difference(*[play(each, fresh, world) for world, each in enumerate(servers)])
        if unlike is not None:
            return unlike
    return None
