/** Texts for refused moves and commands at the table. */
import { cardList } from "../../cards/names";
import type { Options, Problem } from "../../protocol/types";
import { t, type Key } from "../../words/words.svelte";

export interface RefusalText {
  readonly title: string;
  readonly text: string;
}

const REASONS: Readonly<Record<string, Key>> = {
  not_your_turn: "refused.not_your_turn",
  game_over: "refused.game_over",
  not_over_limit: "refused.moved_on",
  wrong_phase: "refused.moved_on",
  not_in_lot: "refused.moved_on",
  not_held: "refused.moved_on",
  already_done: "refused.already_done",
  empty_stall: "refused.empty_stall",
  no_trio: "refused.no_trio",
};

export function refusalText(problem: Problem, options: Options | null): RefusalText {
  if (problem.code === "stale") return { title: t("refused.moved_on"), text: t("refused.fresh") };
  const { most } = problem.facts;
  if (problem.code === "beyond_hand" && most !== undefined) {
    const title = t("refused.beyond_hand", { n: Number(most) });
    return { title, text: t("refused.unchanged") };
  }
  if (problem.code !== "refused")
    return { title: t(codeKey(problem.code)), text: t("refused.unchanged") };
  const { reason, value, beat } = problem.facts;
  if (reason === "bid_too_low") {
    const title = t("bid.low", { n: Number(value), m: Number(beat) + 1 });
    const cheapest = options?.bid?.cheapest ?? [];
    if (!cheapest.length) return { title, text: t("bid.onlyPass") };
    return { title, text: t("move.refused", { card: cardList(cheapest) }) };
  }
  if (reason === "merchant_bid") return { title: t("bid.noMerchant"), text: t("bid.merchantUse") };
  const key = REASONS[String(reason)] ?? "refused.moved_on";
  return { title: t(key), text: t("refused.unchanged") };
}

function codeKey(code: Problem["code"]): Key {
  switch (code) {
    case "no_undo":
      return "refused.no_undo";
    case "your_turn":
      return "refused.your_turn";
    case "no_skip":
      return "refused.no_skip";
    case "not_gone":
      return "refused.not_gone";
    case "absent":
      return "refused.absent";
    case "name_taken":
      return "refused.name_taken";
    case "room_full":
      return "refused.room_full";
    case "no_hints":
      return "refused.no_hints";
    case "too_fast":
      return "refused.too_fast";
    case "busy":
      return "refused.busy";
    case "not_running":
      return "refused.game_over";
    default:
      return "refused.other";
  }
}
