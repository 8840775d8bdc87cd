/** Descriptions and tallies of stalls. */
import { faceValue } from "../../cards/face";
import { goodTitle } from "../../cards/names";
import type { Card, Stall } from "../../protocol/types";
import { formatList, t } from "../../words/words.svelte";

/** "Wine: 1, 2. Two cards", or the player who took the stall. */
export function describeStall(stall: Stall, cards: readonly Card[], taker: string | null): string {
  const good = goodTitle(stall);
  if (!cards.length) {
    return taker === null ? t("stall.empty", { good }) : t("stall.taken", { good, name: taker });
  }
  const count = cards.length;
  if (stall === "M") return t("stall.merchants", { good, n: count });
  return t("stall.cards", {
    good,
    values: formatList(cards.map((card) => String(faceValue(card)))),
    n: count,
  });
}

/** Each different card once, with its count. */
export function tallyOf(cards: readonly Card[]): { card: Card; count: number }[] {
  return [...new Set(cards)].map((card) => ({
    card,
    count: cards.filter((other) => other === card).length,
  }));
}
