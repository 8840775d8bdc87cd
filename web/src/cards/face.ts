/** Images and values of cards. */
import type { Card, Stall } from "../protocol/types";
import { fileAt } from "../site";

export type ImageSize = "l" | "s";
/** A card, an offer card by its number, or the back. */
export type Face = Card | number | "back";

export const STALLS: readonly Stall[] = ["C", "G", "O", "S", "V", "W", "M"];

/** Images embedded in the page, by their path on the server. */
let embedded: Readonly<Record<string, string>> = {};
/** The address of the file with the glyphs; empty if they are in the page. */
let glyphSheet = fileAt("/cards/glyphs.svg");

/** Use embedded images instead of files from the server. */
export function useEmbeddedImages(images: Readonly<Record<string, string>>, glyphs: string): void {
  embedded = images;
  glyphSheet = glyphs;
}

export function imageUrl(face: Face, size: ImageSize): string {
  const path = `/cards/${size}/${fileName(face)}.svg`;
  return embedded[path] ?? fileAt(path);
}

export function glyphUrl(stall: Stall): string {
  return `${glyphSheet}#g-${stall}`;
}

function fileName(face: Face): string {
  if (typeof face === "number") return `N${face}`;
  if (face === "back") return "X0";
  return face === "M" ? "M0" : face;
}

export function stallOf(card: Card): Stall {
  return card[0] as Stall;
}

/** The value printed on a card; 0 for a merchant. */
export function faceValue(card: Card): number {
  return card === "M" ? 0 : Number(card[1]);
}

/** A key for the card at an index; equal cards get different keys. */
export function keyAt(cards: readonly Face[], index: number): string {
  const card = cards[index];
  return `${card} ${cards.slice(0, index).filter((other) => other === card).length}`;
}

export function totalOf(cards: readonly Card[]): number {
  return cards.reduce((sum, card) => sum + faceValue(card), 0);
}
