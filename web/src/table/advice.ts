/** The expert's moves and reasons in words. */
import { cardList, cardName, goodName } from "../cards/names";
import type { Card, Hint, Stall } from "../protocol/types";
import { t, type Facts } from "../words/words.svelte";
import type { Move } from "./moves";

export type Candidate = Hint["explanation"]["candidates"][number];
type Reason = Candidate["reasons"][number];

export function moveName(move: Move): string {
  switch (move.type) {
    case "bid":
      return t("hint.bid", { cards: cardList(move.cards) });
    case "pass":
      return t("hint.pass");
    case "give":
      return t("hint.give", { card: cardName(move.card) });
    case "take":
      return t("hint.take", { good: goodName(move.stall) });
    case "sell":
      return t("hint.sell", { cards: cardList(move.cards) });
    case "discard":
      return t("hint.discard", { card: cardName(move.card) });
    case "done":
      return t("hint.done");
  }
}

export function reasonName(reason: Reason): string {
  return t(`reason.${reason.code}`, factsInWords(reason.facts));
}

/** Cards and stalls of the facts by their names. */
function factsInWords(facts: Reason["facts"]): Facts {
  const words: Record<string, string | number> = { ...facts };
  if (typeof facts["stall"] === "string") words["good"] = goodName(facts["stall"] as Stall);
  for (const fact of ["card", "kept"]) {
    const card = facts[fact];
    if (typeof card === "string") words[fact] = cardName(card as Card);
  }
  return words;
}
