/** The moves and reasons of a hint in words. */
import { percent, points } from "../../analysis/figures";
import { totalOf } from "../../cards/face";
import { cardList, cardName, goodName } from "../../cards/names";
import type { Card, Hint, Stall, View } from "../../protocol/types";
import { t, type Facts } from "../../words/words.svelte";
import type { Move } from "../moves";
import { CARDS_HERE, type Sentence } from "../log/sentences";

export type Candidate = Hint["explanation"]["candidates"][number];
type Reason = Candidate["reasons"][number];

export function moveName(move: Move): string {
  switch (move.type) {
    case "bid":
      return t("hint.bid", { cards: cardList(move.cards) });
    case "pass":
      return t("hint.pass");
    case "give":
      return t("hint.give", { card: withArticle(move.card) });
    case "take":
      return t("hint.take", { good: goodName(move.stall) });
    case "sell":
      return t("hint.sell", { cards: cardList(move.cards) });
    case "discard":
      return t("hint.discard", { card: withArticle(move.card) });
    case "done":
      return t("hint.done");
  }
}

/** "wood 2", but "a merchant". */
export function withArticle(card: Card): string {
  return card === "M" ? t("hint.merchant") : cardName(card);
}

export function reasonName(reason: Reason): string {
  return t(`reason.${reason.code}`, factsInWords(reason.facts));
}

/** A reason as a sentence, with its card as a chip and players by their names. */
export function reasonSentence(reason: Reason, view: View): Sentence {
  const { card, seat } = reason.facts;
  const isCard = typeof card === "string";
  const facts = {
    ...factsInWords(reason.facts),
    ...(isCard && { card: CARDS_HERE }),
    ...(typeof seat === "number" && { name: view.seats[seat]?.name ?? "" }),
  };
  return { text: t(`reason.${reason.code}`, facts), cards: isCard ? [card as Card] : [] };
}

/** One sentence that compares the best candidate with the second best. */
export function comparisonText([best, other]: readonly Candidate[], laidValue: number): string {
  if (!best || !other) return t("hint.only");
  const winShareLoss = best.win_share - other.win_share;
  const move = moveName(other.move);
  if (winShareLoss >= MIN_SHARE) {
    const n = percent(winShareLoss * 1_000_000);
    if (other.move.type === "pass") return t("hint.passCosts", { n });
    if (best.move.type === "pass" && other.move.type === "bid")
      return t("hint.tooMuch", { m: laidValue + totalOf(other.move.cards), n });
    return t("hint.otherCosts", { move, n });
  }
  const profit = best.profit - other.profit;
  if (profit < MIN_PROFIT) return t("hint.close", { move });
  return t("hint.lessProfit", { move, n: points(profit * 1_000_000) });
}

const MIN_SHARE = 0.005; // a smaller difference would be written as 0 %
const MIN_PROFIT = 0.05; // points of profit; a smaller difference would be written as 0

/** The facts with cards and stalls replaced by their names. */
function factsInWords(facts: Reason["facts"]): Facts {
  const words: Record<string, string | number> = { ...facts };
  if (typeof facts?.["stall"] === "string") words["good"] = goodName(facts["stall"] as Stall);
  for (const fact of ["card", "kept"]) {
    const card = facts?.[fact];
    if (typeof card === "string") words[fact] = cardName(card as Card);
  }
  return words;
}
