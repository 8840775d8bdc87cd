/** Which picture shows a card. */
import type { Card, Stall } from "../protocol/types";

export type Cut = "l" | "s";
/** A card, an offer card by its number, or the back. */
export type Face = Card | number | "back";

export const STALLS: readonly Stall[] = ["C", "G", "O", "S", "V", "W", "M"];

/** Pictures that are at hand, by their path on the server. */
let pictures: Readonly<Record<string, string>> = {};
/** The file with the glyphs; "" is the page itself. */
let glyphSheet = "/cards/glyphs.svg";

/** Draw with these, where there is no server. */
export function paintFrom(found: Readonly<Record<string, string>>, glyphs: string): void {
  pictures = found;
  glyphSheet = glyphs;
}

export function picture(face: Face, cut: Cut): string {
  const path = `/cards/${cut}/${code(face)}.svg`;
  return pictures[path] ?? path;
}

export function glyph(stall: Stall): string {
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
