/** Choosing cards of a hand by their places in it. */
import { totalOf } from "../cards/face";
import type { Card } from "../protocol/types";

export type Places = readonly number[];

export function toggled(places: Places, place: number): Places {
  if (places.includes(place)) return places.filter((other) => other !== place);
  return [...places, place].sort((one, other) => one - other);
}

export function cardsAt(hand: readonly Card[], places: Places): Card[] {
  return places.flatMap((place) => hand[place] ?? []);
}

/** Where these cards lie in the hand; equal cards have places of their own. */
export function placesOf(hand: readonly Card[], cards: readonly Card[]): Places {
  const places: number[] = [];
  for (const card of cards) {
    const place = hand.findIndex((other, at) => other === card && !places.includes(at));
    if (place >= 0) places.push(place);
  }
  return places.sort((one, other) => one - other);
}

/** The same cards in the hand as it is now, as far as it still has them. */
export function carriedOver(
  before: readonly Card[],
  after: readonly Card[],
  places: Places,
): Places {
  return placesOf(after, cardsAt(before, places));
}

export function sameCards(some: readonly Card[], others: readonly Card[]): boolean {
  return [...some].sort().join() === [...others].sort().join();
}

/** What a bid is worth with the chosen cards on top of those that lie. */
export function bidTotal(laidValue: number, hand: readonly Card[], places: Places): number {
  return laidValue + totalOf(cardsAt(hand, places));
}
