/** Names of sets to sell. */
import { faceValue, stallOf } from "../../cards/face";
import { goodName, goodTitle } from "../../cards/names";
import type { SaleOption } from "../../protocol/types";
import { t } from "../../words/words.svelte";

/** "Grain 3, 1, merchant". */
export function setName({ cards, kept }: SaleOption): string {
  if (kept === "M") return t("sell.threeMerchants");
  const values = cards
    .filter((card) => card !== "M")
    .map((card) => String(faceValue(card)))
    .reverse();
  const merchants = cards.length - values.length;
  const [first = "", ...rest] = values;
  const best = `${goodTitle(stallOf(kept))} ${first}`;
  return [best, ...rest, ...(merchants ? [t("sell.merchantCount", { n: merchants })] : [])].join(
    ", ",
  );
}

/** The number of merchants that stand in for goods. */
export function merchantsIn({ cards, kept }: SaleOption): number {
  return kept === "M" ? 0 : cards.filter((card) => card === "M").length;
}

/** The title of the sale: "Sell a set of wine". */
export function saleTitle({ kept }: SaleOption): string {
  return kept === "M"
    ? t("sell.titleMerchants")
    : t("sell.title", { good: goodName(stallOf(kept)) });
}
