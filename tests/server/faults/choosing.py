"""Random legal moves."""

from random import Random

from byzanz.game.options import Options


def choose(options: Options, dice: Random) -> str:
    """Return a random legal move; a pass is more frequent than a bid."""
    if options.bid is not None:
        bids = options.bid.cheapest and dice.random() < 0.4
        return " ".join(["bid", *map(str, options.bid.cheapest)]) if bids else "pass"
    if options.give is not None:
        return f"give {dice.choice(options.give.cards)}"
    if options.take:
        return f"take {dice.choice(options.take).stall}"
    if options.sales:
        return " ".join(["sell", *map(str, options.sales[0].cards)])
    if options.discard is not None:
        return f"discard {dice.choice(options.discard.cards)}"
    return "done"
