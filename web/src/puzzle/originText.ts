/** The reader's game that a puzzle comes from, in words. */
import type { PuzzleTask } from "../protocol/types";
import { currentLanguage, t } from "../words/words.svelte";

/** "14 November, against Medium bots", or the day alone. */
export function originText({ origin }: PuzzleTask): string {
  if (!origin) return "";
  const date = dayOf(origin.ended);
  return origin.level ? t("puzzle.against", { date, level: t(`bot.${origin.level}`) }) : date;
}

/** "14 November". */
export function dayOf(ended: number): string {
  const style = { day: "numeric", month: "long" } as const;
  return new Intl.DateTimeFormat(currentLanguage(), style).format(ended);
}
