/** Selected cards of a hand, as indexes into the hand. */
import { totalOf } from "../../cards/face";
import type { Card } from "../../protocol/types";

export type CardIndexes = readonly number[];

/** The selection with one card added, or removed if it was selected. */
export function toggled(indexes: CardIndexes, index: number): CardIndexes {
  if (indexes.includes(index)) return indexes.filter((other) => other !== index);
  return [...indexes, index].sort((a, b) => a - b);
}

export function cardsAt(hand: readonly Card[], indexes: CardIndexes): Card[] {
  return indexes.flatMap((index) => hand[index] ?? []);
}

/** The indexes of these cards in the hand; each of several equal cards has its own. */
export function indexesOf(hand: readonly Card[], cards: readonly Card[]): CardIndexes {
  const indexes: number[] = [];
  for (const card of cards) {
    const index = hand.findIndex((other, at) => other === card && !indexes.includes(at));
    if (index >= 0) indexes.push(index);
  }
  return indexes.sort((a, b) => a - b);
}

/** The selection after the hand has changed; cards that left the hand are dropped. */
export function carriedOver(
  before: readonly Card[],
  after: readonly Card[],
  indexes: CardIndexes,
): CardIndexes {
  return indexesOf(after, cardsAt(before, indexes));
}

export function sameCards(cards: readonly Card[], others: readonly Card[]): boolean {
  return [...cards].sort().join() === [...others].sort().join();
}

/** The value of a bid: the cards laid so far and the selected ones. */
export function bidTotal(laidValue: number, hand: readonly Card[], indexes: CardIndexes): number {
  return laidValue + totalOf(cardsAt(hand, indexes));
}
