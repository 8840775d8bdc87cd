/** Which image shows a card. */
import type { Card, Stall } from "../protocol/types";

export type ImageSize = "l" | "s";
/** A card, an offer card by its number, or the back. */
export type Face = Card | number | "back";

export const STALLS: readonly Stall[] = ["C", "G", "O", "S", "V", "W", "M"];

/** Images that the page itself holds, by their path on the server. */
let embedded: Readonly<Record<string, string>> = {};
/** The file with the glyphs; "" is the page itself. */
let glyphSheet = "/cards/glyphs.svg";

/** Draw with these, where there is no server. */
export function useEmbeddedImages(images: Readonly<Record<string, string>>, glyphs: string): void {
  embedded = images;
  glyphSheet = glyphs;
}

export function imageUrl(face: Face, size: ImageSize): string {
  const path = `/cards/${size}/${code(face)}.svg`;
  return embedded[path] ?? path;
}

export function glyphUrl(stall: Stall): string {
  return `${glyphSheet}#g-${stall}`;
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

/** Tells the card at this place from its equals before it. */
export function keyAt(cards: readonly Face[], place: number): string {
  const card = cards[place];
  return `${card} ${cards.slice(0, place).filter((other) => other === card).length}`;
}

export function totalOf(cards: readonly Card[]): number {
  return cards.reduce((sum, card) => sum + faceValue(card), 0);
}
