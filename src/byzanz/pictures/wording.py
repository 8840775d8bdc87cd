"""The result of a game as sentences for people who were not there."""

from collections import Counter
from collections.abc import Sequence

from byzanz.cards import Card
from byzanz.game.standings import Standing
from byzanz.pictures.facts import GameFacts
from byzanz.pictures.lettering import cut_name, drawable
from byzanz.words.catalogue import Catalogue

AREAS = ("common", "table", "picture")


def shown_names(facts: GameFacts, words: Catalogue) -> tuple[str, ...]:
    """The names by seat: letters that can be drawn, cut; without such letters "Player 2"."""
    names = [cut_name(drawable(name)) for name in facts.names]
    return tuple([name or words.say("picture.player", n=at) for at, name in enumerate(names, 1)])


def headline(facts: GameFacts, names: Sequence[str], words: Catalogue) -> str:
    """ "Livia wins with 27"."""
    first = [line for line in facts.standings if line.place == 1]
    winners = words.join([names[line.seat] for line in first])
    if len(first) > 1:
        return words.say("end.shared", names=winners, n=first[0].profit)
    return words.say("end.watch", name=winners, n=first[0].profit)


def sentences(facts: GameFacts, names: Sequence[str], words: Catalogue) -> list[str]:
    """The winner's lead, or how the tie was broken; then the lot that decided the game, if any."""
    found = [_as_sentence(_margin(facts.standings, names, words))]
    lot = facts.deciding
    if lot is not None and lot.is_decisive:
        text = words.say(
            "end.why",
            l=lot.offer,
            r=lot.round,
            what=_cards(lot.cards, words),
            paid="no" if lot.price is None else "yes",
            n=lot.price or 0,
        )
        found.append(_as_sentence(text))
    return found


def _margin(standings: Sequence[Standing], names: Sequence[str], words: Catalogue) -> str:
    first, second = standings[:2]
    if first.by_tie_break:
        return _tie(standings, names, words)
    if first.profit == second.profit:
        return words.say("end.equal", n=first.hand_count)
    winner, name = names[first.seat], names[second.seat]
    return words.say("end.otherAhead", winner=winner, name=name, k=first.profit - second.profit)


def _tie(standings: Sequence[Standing], names: Sequence[str], words: Catalogue) -> str:
    equals = [line for line in standings if line.profit == standings[0].profit]
    held = [words.say("end.cards", name=names[line.seat], n=line.hand_count) for line in equals]
    together = words.join([names[line.seat] for line in equals])
    return words.say("end.tie", names=together, n=equals[0].profit, cards=words.join(held))


def _cards(cards: Sequence[Card], words: Catalogue) -> str:
    """ "wine 2, wine 4 and a merchant": equal cards are counted, as on the end page."""
    counts = Counter(card for card in cards if card is not Card.M)
    texts = [_counted(card, count, words) for card, count in counts.items()]
    merchants = sum([card is Card.M for card in cards])
    if merchants:
        texts.append(words.say("end.merchants", n=merchants))
    return words.join(texts)


def _counted(card: Card, count: int, words: Catalogue) -> str:
    good = words.say(f"good.{card.stall}")
    name = words.say("card.goods", good=good, value=card.face_value).replace(" ", "\u00a0")
    return name if count == 1 else words.say("card.several", count=count, card=name)


def _as_sentence(text: str) -> str:
    """The text with a full stop; its last word, often a number, does not stand alone on a line."""
    start, _, last = text.removesuffix(".").rpartition(" ")
    return f"{start}\u00a0{last}."
