/** The name of a position: round and lot, market, or end. */
import type { View } from "../protocol/types";
import { t } from "../words/words.svelte";

export function positionName(view: View): string {
  const { round, lot } = view;
  switch (view.phase) {
    case "over":
      return t("log.ended");
    case "close":
      return t("close.pill");
    case "take":
      return t("log.marketTitle", { round });
    default:
      return lot ? t("log.lotTitle", { round, n: lot.offer }) : t("round.now", { n: round });
  }
}
