"""The five bots by the word that names them."""

from typing import NamedTuple

from byzanz.bots.bot import Bot


class Rung(NamedTuple):
    """One of the five, weakest first."""

    word: str
    name: str
    character: str  # one line, shown to people


RUNGS = (
    Rung("beginner", "Niketas the apprentice", "Pays too much, forgets what he holds, sells too soon."),
    Rung("greedy", "Zotikos the pedlar", "Sees the set in front of him, and nothing behind it."),
    Rung("solid", "Kassia the shipowner", "Knows what every card is worth, and what it costs."),
    Rung("strong", "Leontios the banker", "Thinks a few hundred rounds ahead before he pays."),
    Rung("expert", "Eudokia the eparch", "Oversees every market in the city, and remembers every card."),
)


class UnknownBot(ValueError):
    """A word that names no bot."""


def make_bot(word: str, seed: int = 0) -> Bot:
    """The bot of a word such as ``solid``, or ``expert:250`` with that many play-outs a decision.

    Raises `UnknownBot`. The same seed gives the same moves.
    """
    if word.partition(":")[0] not in [rung.word for rung in RUNGS]:
        raise UnknownBot(f"no bot is called {word!r}: expected one of {', '.join(r.word for r in RUNGS)}")
    return _Placeholder(seed)


class _Placeholder:  # replaced while the real bots are written
    def __init__(self, seed: int) -> None:
        self.playouts = 0
        self.seed = seed

    def choose(self, view, options):
        import random
        from byzanz.game.moves import Bid, Discard, Done, Give, Pass, Sell, Take
        rng = random.Random(f"{self.seed} {view.decision} {view.seat}")
        moves = [Sell(s.cards) for s in options.sales]
        if options.bid is not None:
            moves.append(Pass())
            if options.bid.cheapest:
                moves.append(Bid(options.bid.cheapest))
        if options.give:
            moves += [Give(c) for c in options.give.cards]
        moves += [Take(t.stall) for t in options.take]
        if options.discard:
            moves += [Discard(c) for c in options.discard.cards]
        if options.may_be_done:
            moves.append(Done())
        return rng.choice(moves)

    def explain(self, view, options):
        from byzanz.bots.explanation import Candidate, Explanation
        return Explanation((Candidate(self.choose(view, options), 0.0, 0.25, ()),), 0)
