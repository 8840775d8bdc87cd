// A bot as an external program: JSON lines on standard input and output, no package needed.
// byzanz arena --players 4 --bots "exec:node examples/bots/haggler.mjs,solid,solid,solid"

import { createInterface } from "node:readline";

// Estimates the profit of a hand: a set brings its highest card, a pair or single card less.
function worth(cards) {
  let sum = 1.6 * cards.filter((card) => card === "M").length;
  for (const good of "CGOSVW") {
    const values = cards.filter((card) => card[0] === good).map((card) => Number(card[1]));
    values.sort();
    while (values.length > 0) {
      const share = [0.25, 0.6, 1][Math.min(values.length, 3) - 1];
      sum += share * values.pop();
      values.splice(0, 2); // combine the highest card with the two lowest, to keep other high cards
    }
  }
  return sum;
}

function without(cards, removed) {
  const left = [...cards];
  for (const card of removed) left.splice(left.indexOf(card), 1);
  return left;
}

const best = (list, value) => list.reduce((a, b) => (value(b) > value(a) ? b : a));

// Returns the move for a decision, as text of the protocol.
function choose(view, options) {
  const hand = view.own.hand;
  if (options.bid) {
    const bid = options.bid.cheapest; // empty if the seat can only pass
    const laid = view.seats[view.seat].bid; // cards that the seat takes back if it passes
    const gain = worth([...without(hand, bid), ...view.lot.cards]) - worth([...hand, ...laid]);
    return bid.length > 0 && gain > 4.5 ? ["bid", ...bid].join(" ") : "pass";
  }
  if (options.give) {
    const all = [...hand, ...view.lot.cards];
    return "give " + best(options.give.cards, (card) => worth(without(all, [card])));
  }
  if (options.take.length > 0)
    return "take " + best(options.take, (take) => worth([...hand, ...take.cards])).stall;
  if (options.sales.length > 0) // over the hand limit, or closing sales; sorted, best first
    return ["sell", ...options.sales[0].cards].join(" ");
  if (options.discard)
    return "discard " + best(options.discard.cards, (card) => worth(without(hand, [card])));
  return "done";
}

const say = (message) => console.log(JSON.stringify(message));

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "hello", protocol: 1, name: "Haggler" });
  if (message.type === "decide")
    say({ move: choose(message.view, message.options), request: message.request });
}
