"""A bot as an external program: JSON lines on standard input and output, no library needed.

byzanz arena --players 4 --bots "exec:python3 examples/bots/haggler.py,solid,solid,solid"
"""

import json
import sys
from typing import Any


def worth(cards: list[str]) -> float:
    """Estimate the profit of a hand: a set brings its highest card, a pair or single card less."""
    total = 1.6 * cards.count("M")
    for good in "CGOSVW":
        values = sorted(int(card[1]) for card in cards if card[0] == good)
        while values:  # combine the highest card with the two lowest, to keep other high cards
            share = (0.25, 0.6, 1)[min(len(values), 3) - 1]
            total += share * values.pop()
            del values[:2]
    return total


def without(cards: list[str], removed: list[str]) -> list[str]:
    """Return the cards that are left when some are removed."""
    left = list(cards)
    for card in removed:
        left.remove(card)
    return left


def choose(view: dict[str, Any], options: dict[str, Any]) -> list[str]:
    """Return the move for a decision, as the list of words that the protocol expects."""
    hand: list[str] = view["own"]["hand"]
    if options["bid"]:
        bid = options["bid"]["cheapest"]  # empty if the seat can only pass
        laid = view["seats"][view["seat"]]["bid"]  # cards that the seat takes back if it passes
        gain = worth(without(hand, bid) + view["lot"]["cards"]) - worth(hand + laid)
        return ["bid", *bid] if bid and gain > 4.5 else ["pass"]
    if options["give"]:
        cards = hand + view["lot"]["cards"]
        return ["give", max(options["give"]["cards"], key=lambda c: worth(without(cards, [c])))]
    if options["take"]:
        return ["take", max(options["take"], key=lambda t: worth(hand + t["cards"]))["stall"]]
    if options["sales"]:  # over the hand limit, or in the closing sales; sorted, best first
        return ["sell", *options["sales"][0]["cards"]]
    if options["discard"]:
        kinds = options["discard"]["cards"]
        return ["discard", max(kinds, key=lambda c: worth(without(hand, [c])))]
    return ["done"]


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": "Haggler"}), flush=True)
    if message["type"] == "decide":
        move = " ".join(choose(message["view"], message["options"]))
        answer = {"move": move, "request": message["request"]}
        print(json.dumps(answer), flush=True)  # unflushed output would never arrive
