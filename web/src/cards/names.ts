/** Names of cards and goods. */
import type { Card, Stall } from "../protocol/types";
import { formatList, currentLanguage, t } from "../words/words.svelte";
import { faceValue, stallOf, type Face } from "./face";

export function goodName(stall: Stall): string {
  return t(`good.${stall}`);
}

/** The name of a good with a capital letter, as a label. */
export function goodTitle(stall: Stall): string {
  return capitalized(goodName(stall));
}

export function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase(currentLanguage()) + text.slice(1);
}

export function cardName(card: Card): string {
  if (card === "M") return t("card.merchant");
  return t("card.goods", { good: goodName(stallOf(card)), value: faceValue(card) });
}

export function faceName(face: Face): string {
  if (typeof face === "number") return t("card.offer", { n: face });
  return face === "back" ? t("card.back") : cardName(face);
}

/** "cloth 1, cloth 2 and a merchant": equal cards are counted. */
export function cardList(cards: readonly Card[]): string {
  return formatList(cardNames(cards));
}

/** The names of the cards; several equal cards have one name, with their count. */
export function cardNames(cards: readonly Card[]): string[] {
  const names: string[] = [];
  for (const card of new Set(cards)) {
    const count = cards.filter((other) => other === card).length;
    names.push(count === 1 ? cardName(card) : t("card.several", { count, card: cardName(card) }));
  }
  return names;
}
