"""Writes a report as sentences in one language, for the terminal.

Players are called by their names; the sentences never say "you".
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
from byzanz.analysis.findings import Advice, Balance, Cause, Ending, Findings, Outcome, Turning
from byzanz.analysis.text.catalogue import Catalogue, hundredths
from byzanz.analysis.values.luck_and_skill import balance_of
from byzanz.cards import total
from byzanz.game.game import Game
from byzanz.game.moves import Bid, Discard, Give, Move, Pass, Sell, Take


class SentenceWriter:
    """Writes the sentences about one game in the language of a catalogue."""

    def __init__(self, game: Game, catalogue: Catalogue) -> None:
        self._game = game
        self._names = game.names
        self._catalogue = catalogue

    def outcome(self, outcome: Outcome) -> str:
        """Write who won, and how the game was decided."""
        names = [self._names[seat] for seat in outcome.winners]
        say, score = self._catalogue.say, outcome.score
        if outcome.ending is Ending.SHARED or outcome.second is None:
            return say("result.shared", winners=self._catalogue.enumerate(names), score=score)
        return say(
            f"result.{outcome.ending}",
            winner=names[0],
            score=score,
            next=outcome.second_score,
            second=self._names[outcome.second],
            round=outcome.round,
        )

    def turning(self, turning: Turning, seat: int) -> str:
        """Write the biggest step of a seat's win curve."""
        catalogue = self._catalogue
        facts = {
            "name": self._names[seat],
            "before": catalogue.percent(turning.before),
            "after": catalogue.percent(turning.after),
        }
        match turning.cause:
            case Cause.START | Cause.DEAL:
                return catalogue.say("turn.deal", **facts)
            case Cause.LOT:
                lot = {"round": turning.round, "offer": turning.offer}
                return catalogue.say("turn.lot", **facts, **lot)
            case _:
                played_move = self.played_move(turning.number)
                return catalogue.say("turn.move", **facts, round=turning.round, deed=played_move)

    def played_move(self, number: int) -> str:
        """Write what a move did; moves are numbered from 1."""
        say, catalogue = self._catalogue.say, self._catalogue
        seat, move = self._game.moves[number - 1]
        name = self._names[seat]
        match move:
            case Bid(cards):
                laid = self._game.at(number - 1).table.bid_values[seat]
                return say("deed.bid", name=name, price=laid + total(cards))
            case Pass():
                return say("deed.pass", name=name)
            case Give(card):
                return say("deed.give", name=name, card=catalogue.card(card))
            case Take(stall):
                return say("deed.take", name=name, good=catalogue.good(stall))
            case Discard(card):
                return say("deed.discard", name=name, card=catalogue.card(card))
            case Sell(cards):
                return say("deed.sell", name=name, good=catalogue.good(cards[0].stall))
            case _:
                return say("deed.done", name=name)

    def move(self, move: Move | None) -> str:
        """Write a move as something to do; None stands for selling nothing."""
        say, catalogue = self._catalogue.say, self._catalogue
        match move:
            case None:
                return say("move.nothing")
            case Bid(cards):
                return say("move.bid", cards=catalogue.cards(cards))
            case Sell(cards):
                return say("move.sell", cards=catalogue.cards(cards))
            case Give(card):
                return say("move.give", card=catalogue.card(card))
            case Discard(card):
                return say("move.discard", card=catalogue.card(card))
            case Take(stall):
                return say("move.take", good=catalogue.good(stall))
            case Pass():
                return say("move.pass")
            case _:
                return say("move.done")

    def parts(self, findings: Sequence[Findings]) -> str:
        """Write how luck, own moves and the others' moves made the winner's result."""
        winner = self._game.winners[0]
        balance = balance_of([step for found in findings for step in found.steps], winner)
        luck, own, others = _luck_and_play(balance)
        catalogue = self._catalogue
        return catalogue.say(
            "parts.share",
            winner=self._names[winner],
            start=catalogue.percent(balance.start),
            end=catalogue.percent(balance.end),
            luck=catalogue.signed(luck),
            own=catalogue.signed(own),
            others=catalogue.signed(others),
        )

    def advice(self, advice: Advice) -> str:
        """Write what a player should practise."""
        return self._catalogue.say(
            f"advice.{advice.topic}",
            times=self._catalogue.times(advice.times),
            points=self._catalogue.points(advice.loss),
            profit=self._catalogue.decimal(advice.profit_loss),
        )

    def link(self, link: Link) -> str:
        """Write one link of a chain of causes."""
        catalogue, name = self._catalogue, self._names[link.seat]
        say, tag = catalogue.say, f"link.{link.__struct_config__.tag}"
        match link:
            case Pays(_, offer, value, cards) | Wins(_, offer, value, cards):
                return say(tag, name=name, offer=offer, value=value, cards=catalogue.cards(cards))
            case Bids(_, offer, value, cards):
                return say(tag, name=name, offer=offer, value=value, cards=catalogue.cards(cards))
            case Buys(_, offer, value) | Spent(_, offer, value):
                return say(tag, name=name, offer=offer, value=value)
            case GetsFree(_, offer):
                return say(tag, name=name, offer=offer)
            case CardGoes():
                return self._card_goes(link)
            case TakesStall(_, stall, cards) | Keeps(_, stall, cards) | Gathers(_, stall, cards):
                good = catalogue.good(stall)
                return say(tag, name=name, good=good, cards=catalogue.cards(cards))
            case SetSold() | SetReady() | Unsold():
                good, names = catalogue.good(link.stall), catalogue.cards(link.cards)
                return say(tag, name=name, good=good, cards=names, profit=link.profit)
            case BreaksSet(_, stall) | BreaksPair(_, stall):
                return say(tag, name=name, good=catalogue.good(stall))
            case UsesMerchants(_, count) | KeepsMerchants(_, count):
                key = tag.removesuffix("s") if count == 1 else tag
                return say(key, name=name, count=count)
            case Discards(_, card):
                return say(tag, name=name, card=catalogue.card(card))
            case EndsWith(_, profit):
                return say(tag, name=name, profit=profit)

    def _card_goes(self, link: CardGoes) -> str:
        key = "goes"
        if link.taker is None or link.taker == link.seat:
            key = "left" if link.taker is None else "back"
        return self._catalogue.say(
            f"link.card_{key}",
            name=self._names[link.seat],
            card=self._catalogue.cards((link.card,)),
            taker="" if link.taker is None else self._names[link.taker],
        )


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
