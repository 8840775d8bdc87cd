"""Writes a report as sentences in one language, for the terminal.

The texts are the same as on the pages. Players are called by their names, never "you".
"""

from collections.abc import Sequence

from byzanz.analysis.causes import (
    Bids,
    BreaksPair,
    BreaksSet,
    Buys,
    CardGoes,
    Discards,
    EndsWith,
    Gathers,
    GetsFree,
    Keeps,
    KeepsMerchants,
    Link,
    Pays,
    SetReady,
    SetSold,
    Spent,
    TakesStall,
    Unsold,
    UsesMerchants,
    Wins,
)
from byzanz.analysis.findings import Advice, Balance, Cause, Findings, Outcome, TurningPoint
from byzanz.analysis.text.card_names import CardNames
from byzanz.analysis.text.figures import hundredths, percent, short_decimal, signed
from byzanz.analysis.values.luck_and_skill import balance_of
from byzanz.cards import Card
from byzanz.game.events import BidLaid, CardDiscarded, CardGiven, Passed, StallTaken, TrioSold
from byzanz.game.game import Game
from byzanz.game.moves import Bid, Discard, Give, Move, Pass, Sell, Take
from byzanz.words.catalogue import Catalogue
from byzanz.words.fill import Fact

AREAS = ("common", "table", "looking", "terminal")
"""The areas of the catalogue that a `SentenceWriter` needs."""


class SentenceWriter:
    """Writes the sentences about one game in the language of a catalogue."""

    def __init__(self, game: Game, catalogue: Catalogue) -> None:
        self._game = game
        self._names = game.names
        self._catalogue = catalogue
        self._language = catalogue.language
        self._card_names = CardNames(catalogue)

    def outcome(self, outcome: Outcome) -> str:
        """Write who won, and how the game was decided."""
        names = [self._names[seat] for seat in outcome.winners]
        return self._catalogue.say(
            f"outcome.{outcome.ending}",
            who="other",
            name=self._catalogue.join(names),
            other="" if outcome.second is None else self._names[outcome.second],
            n=outcome.score,
            m=outcome.second_score,
            round=outcome.round,
        )

    def turning_point(self, turning: TurningPoint, seat: int) -> str:
        """Write the biggest step of a seat's win curve."""
        is_move = turning.cause is Cause.MOVE
        cause = Cause.DEAL if turning.cause is Cause.START else turning.cause
        return self._say(
            f"turn.{cause}",
            seat,
            round=turning.round,
            offer=turning.offer or 0,
            deed=self.played_move(turning.number) if is_move else "",
            before=percent(turning.before, self._language),
            after=percent(turning.after, self._language),
        )

    def played_move(self, number: int) -> str:
        """Write what a move did, in the words of a table's log; moves are numbered from 1."""
        seat, move = self._game.moves[number - 1]
        card, cards = self._card_names.card, self._card_names.cards
        match self._game.at(number - 1).play(seat, move)[0]:
            case BidLaid() as bid:
                return self._say("log.bid", seat, n=bid.bid_value, cards=cards(bid.cards))
            case Passed():
                return self._say("log.pass", seat)
            case CardGiven() as given:
                return self._say("log.given", seat, cards=card(given.card))
            case StallTaken() as taken:
                return self._say("log.taken", seat, cards=cards(taken.cards))
            case CardDiscarded() as discarded:
                return self._say("log.discarded", seat, cards=card(discarded.card))
            case TrioSold() as sold:
                key = "sell.logMerchants" if sold.kept is Card.M else "sell.log"
                return self._say(key, seat, n=sold.profit, cards=cards(sold.cards))
            case _:
                return self._say("log.done", seat)

    def better(self, move: Move | None) -> str:
        """Write a move that was better than the played one; None stands for selling nothing."""
        say, names = self._catalogue.say, self._card_names
        match move:
            case None:
                return say("better.nothing")
            case Bid(cards):
                return say("better.bid", cards=names.cards(cards))
            case Sell(cards):
                return say("better.sell", cards=names.cards(cards))
            case Give(card):
                return say("better.give", cards=names.card(card))
            case Discard(card):
                return say("better.discard", cards=names.card(card))
            case Take(stall):
                return say("better.take", good=names.good(stall))
            case Pass():
                return say("better.pass")
            case _:
                return say("better.done")

    def parts(self, findings: Sequence[Findings]) -> str:
        """Write how luck, own moves and the others' moves made the winner's result."""
        winner = self._game.winners[0]
        balance = balance_of([step for found in findings for step in found.steps], winner)
        luck, own, others = [signed(str(part), part) for part in _luck_and_play(balance)]
        return self._catalogue.say(
            "terminal.parts",
            name=self._names[winner],
            start=percent(balance.start, self._language),
            end=percent(balance.end, self._language),
            luck=luck,
            own=own,
            others=others,
        )

    def advice(self, advice: Advice) -> str:
        """Write what a player should practise."""
        return self._catalogue.say(
            f"practise.{advice.topic}",
            n=advice.times,
            chance=percent(advice.loss, self._language),
            profit=short_decimal(advice.profit_loss, self._language),
        )

    def link(self, link: Link) -> str:
        """Write one link of a chain of causes."""
        text = self._say(f"link.{link.__struct_config__.tag}", link.seat, **self._link_facts(link))
        return text if text.endswith(".") else f"{text}."  # on a page, cards end some links

    def _link_facts(self, link: Link) -> dict[str, Fact]:
        names = self._card_names
        match link:
            case Pays(_, offer, value, cards) | Wins(_, offer, value, cards):
                return {"offer": offer, "n": value, "cards": names.cards(cards)}
            case Bids(_, offer, value, cards):
                return {"offer": offer, "n": value, "cards": names.cards(cards)}
            case Buys(_, offer, value) | Spent(_, offer, value):
                return {"offer": offer, "n": value}
            case GetsFree(_, offer):
                return {"offer": offer}
            case CardGoes(_, card):
                return {"cards": names.cards((card,)), **self._taker(link)}
            case TakesStall(_, _, cards) | Keeps(_, _, cards) | Gathers(_, _, cards):
                return {"cards": names.cards(cards)}
            case SetReady(_, stall, cards, profit):
                return {"good": names.good(stall), "cards": names.cards(cards), "n": profit}
            case SetSold(_, stall, cards, profit) | Unsold(_, stall, cards, profit):
                # The good stands right before the cards.
                return {"good": names.good(stall), "cards": f"({names.cards(cards)})", "n": profit}
            case BreaksSet(_, stall) | BreaksPair(_, stall):
                return {"good": names.good(stall)}
            case UsesMerchants(_, count) | KeepsMerchants(_, count):
                return {"count": count}
            case Discards(_, card):
                return {"cards": names.card(card)}
            case EndsWith(_, profit):
                return {"n": profit}

    def _taker(self, link: CardGoes) -> dict[str, Fact]:
        if link.taker is None:
            return {"takes": "nobody"}
        if link.taker == link.seat:
            return {"takes": "back"}
        return {"takes": "other", "taker": self._names[link.taker]}

    def _say(self, key: str, seat: int, **facts: Fact) -> str:
        return self._catalogue.say(key, who="other", name=self._names[seat], **facts)


def _luck_and_play(balance: Balance) -> tuple[int, int, int]:
    """Return luck (deal and lots), own moves and others' moves in whole percentage points.

    They add up to the rounded difference between end and start: the largest part absorbs the
    rounding error. The web pages round in the same way.
    """
    parts = (balance.deal, balance.lots, balance.own_moves, balance.others_moves)
    rounded = [hundredths(part) for part in parts]
    largest = max(range(len(parts)), key=lambda index: abs(parts[index]))
    rounded[largest] += hundredths(balance.end) - hundredths(balance.start) - sum(rounded)
    deal, lots, own, others = rounded
    return deal + lots, own, others
