"""What a report tells, as sentences of one language: for the terminal, where nobody is "you"."""

from collections.abc import Sequence

from byzanz.analysis.balance import balance_of
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
from byzanz.analysis.report import Advice, Balance, Cause, Ending, Findings, Outcome, Turning
from byzanz.analysis.speech import Speech, hundredths
from byzanz.cards import total
from byzanz.game.game import Game
from byzanz.game.moves import Bid, Discard, Give, Move, Pass, Sell, Take


class Wording:
    """Says it in a language, with the names of a game."""

    def __init__(self, game: Game, speech: Speech) -> None:
        self._game = game
        self._names = game.names
        self._speech = speech

    def outcome(self, outcome: Outcome) -> str:
        """Who won."""
        names = [self._names[seat] for seat in outcome.winners]
        say, score = self._speech.say, outcome.score
        if outcome.ending is Ending.SHARED or outcome.second is None:
            return say("result.shared", winners=self._speech.enumerate(names), score=score)
        return say(
            f"result.{outcome.ending}",
            winner=names[0],
            score=score,
            next=outcome.second_score,
            second=self._names[outcome.second],
            round=outcome.round,
        )

    def turning(self, turning: Turning, seat: int) -> str:
        """The biggest step of a seat's curve."""
        speech = self._speech
        facts = {
            "name": self._names[seat],
            "before": speech.percent(turning.before),
            "after": speech.percent(turning.after),
        }
        match turning.cause:
            case Cause.START | Cause.DEAL:
                return speech.say("turn.deal", **facts)
            case Cause.LOT:
                lot = {"round": turning.round, "offer": turning.offer}
                return speech.say("turn.lot", **facts, **lot)
            case _:
                deed = self.deed(turning.number)
                return speech.say("turn.move", **facts, round=turning.round, deed=deed)

    def deed(self, number: int) -> str:
        """What the move of this number did."""
        say, speech = self._speech.say, self._speech
        seat, move = self._game.moves[number - 1]
        name = self._names[seat]
        match move:
            case Bid(cards):
                laid = self._game.at(number - 1).table.bid_values[seat]
                return say("deed.bid", name=name, price=laid + total(cards))
            case Pass():
                return say("deed.pass", name=name)
            case Give(card):
                return say("deed.give", name=name, card=speech.card(card))
            case Take(stall):
                return say("deed.take", name=name, good=speech.good(stall))
            case Discard(card):
                return say("deed.discard", name=name, card=speech.card(card))
            case Sell(cards):
                return say("deed.sell", name=name, good=speech.good(cards[0].stall))
            case _:
                return say("deed.done", name=name)

    def move(self, move: Move | None) -> str:
        """A move as something to do."""
        say, speech = self._speech.say, self._speech
        match move:
            case None:
                return say("move.nothing")
            case Bid(cards):
                return say("move.bid", cards=speech.cards(cards))
            case Sell(cards):
                return say("move.sell", cards=speech.cards(cards))
            case Give(card):
                return say("move.give", card=speech.card(card))
            case Discard(card):
                return say("move.discard", card=speech.card(card))
            case Take(stall):
                return say("move.take", good=speech.good(stall))
            case Pass():
                return say("move.pass")
            case _:
                return say("move.done")

    def parts(self, findings: Sequence[Findings]) -> str:
        """What made the winner's result."""
        winner = self._game.winners[0]
        balance = balance_of([step for found in findings for step in found.steps], winner)
        luck, own, others = _luck_and_play(balance)
        speech = self._speech
        return speech.say(
            "parts.share",
            winner=self._names[winner],
            start=speech.percent(balance.start),
            end=speech.percent(balance.end),
            luck=speech.signed(luck),
            own=speech.signed(own),
            others=speech.signed(others),
        )

    def advice(self, advice: Advice) -> str:
        """One thing to practise."""
        return self._speech.say(
            f"advice.{advice.topic}",
            times=self._speech.times(advice.times),
            points=self._speech.points(advice.loss),
            profit=self._speech.decimal(advice.profit_loss),
        )

    def link(self, link: Link) -> str:
        """One link of a chain of causes."""
        speech, name = self._speech, self._names[link.seat]
        say, tag = speech.say, f"link.{link.__struct_config__.tag}"
        match link:
            case Pays(_, offer, value, cards) | Wins(_, offer, value, cards):
                return say(tag, name=name, offer=offer, value=value, cards=speech.cards(cards))
            case Bids(_, offer, value, cards):
                return say(tag, name=name, offer=offer, value=value, cards=speech.cards(cards))
            case Buys(_, offer, value) | Spent(_, offer, value):
                return say(tag, name=name, offer=offer, value=value)
            case GetsFree(_, offer):
                return say(tag, name=name, offer=offer)
            case CardGoes():
                return self._card_goes(link)
            case TakesStall(_, stall, cards) | Keeps(_, stall, cards) | Gathers(_, stall, cards):
                good = speech.good(stall)
                return say(tag, name=name, good=good, cards=speech.cards(cards))
            case SetSold() | SetReady() | Unsold():
                good, told = speech.good(link.stall), speech.cards(link.cards)
                return say(tag, name=name, good=good, cards=told, profit=link.profit)
            case BreaksSet(_, stall) | BreaksPair(_, stall):
                return say(tag, name=name, good=speech.good(stall))
            case UsesMerchants(_, count) | KeepsMerchants(_, count):
                key = tag.removesuffix("s") if count == 1 else tag
                return say(key, name=name, count=count)
            case Discards(_, card):
                return say(tag, name=name, card=speech.card(card))
            case EndsWith(_, profit):
                return say(tag, name=name, profit=profit)

    def _card_goes(self, link: CardGoes) -> str:
        key = "goes"
        if link.taker is None or link.taker == link.seat:
            key = "left" if link.taker is None else "back"
        return self._speech.say(
            f"link.card_{key}",
            name=self._names[link.seat],
            card=self._speech.cards((link.card,)),
            taker="" if link.taker is None else self._names[link.taker],
        )


def _luck_and_play(balance: Balance) -> tuple[int, int, int]:
    """Deal and lots, own and others' moves, in hundredths that add up to the whole way.

    The largest part takes what rounding leaves; the pages write the same parts in this way too.
    """
    parts = (balance.deal, balance.lots, balance.own_moves, balance.others_moves)
    rounded = [hundredths(part) for part in parts]
    largest = max(range(len(parts)), key=lambda place: abs(parts[place]))
    rounded[largest] += hundredths(balance.end) - hundredths(balance.start) - sum(rounded)
    deal, lots, own, others = rounded
    return deal + lots, own, others
