/** Which picture shows a card. */
import type { Card, Stall } from "../protocol/types";

export type Cut = "l" | "s";
/** A card, an offer card by its number, or the back. */
export type Face = Card | number | "back";

export const STALLS: readonly Stall[] = ["C", "G", "O", "S", "V", "W", "M"];

export function picture(face: Face, cut: Cut): string {
  return `/cards/${cut}/${code(face)}.svg`;
}

function code(face: Face): string {
  if (typeof face === "number") return `N${face}`;
  if (face === "back") return "X0";
  return face === "M" ? "M0" : face;
}

export function stallOf(card: Card): Stall {
  return card[0] as Stall;
}

/** What is printed on a card; a merchant counts nothing in a bid. */
export function faceValue(card: Card): number {
  return card === "M" ? 0 : Number(card[1]);
}

export function totalOf(cards: readonly Card[]): number {
  return cards.reduce((sum, card) => sum + faceValue(card), 0);
}
