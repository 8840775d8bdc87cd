/** The log: sentences about all events, in chapters by lot, the latest first. */
import type { UpdateStep } from "../../protocol/types";
import { t } from "../../words/words.svelte";
import { eventsAndChanges, sentenceOf, type Audience, type Sentence } from "./sentences";

export interface LogChapter {
  readonly key: string;
  readonly title: string;
  readonly sentences: readonly Sentence[];
}

export interface LogEntry {
  readonly key: string;
  readonly sentence: Sentence;
}

export function logChapters(steps: readonly UpdateStep[], audience: Audience): LogChapter[] {
  const chapters: { key: string; title: string; sentences: Sentence[] }[] = [];
  let round = 0;
  let isMarket = false;
  const begin = (key: string, title: string) => chapters.unshift({ key, title, sentences: [] });
  for (const event of steps.flatMap(eventsAndChanges)) {
    if (event.type === "round_begun") {
      round = event.round;
      isMarket = false;
    }
    if (event.type === "lot_revealed")
      begin(`${round} ${event.offer}`, lotTitle(round, event.offer));
    if (event.type === "stall_taken" && !isMarket) {
      isMarket = true;
      begin(`${round} market`, marketTitle(round));
    }
    const sentence = sentenceOf(event, audience);
    if (!sentence) continue;
    if (!chapters.length) begin("start", t("log.start"));
    chapters[0]!.sentences.unshift(sentence);
  }
  return chapters.filter((chapter) => chapter.sentences.length > 0);
}

/** The last `count` sentences, the latest first. */
export function latestLogEntries(
  steps: readonly UpdateStep[],
  audience: Audience,
  count: number,
): LogEntry[] {
  const entries: LogEntry[] = [];
  for (const step of [...steps].reverse()) {
    for (const [index, event] of [...eventsAndChanges(step).entries()].reverse()) {
      const sentence = sentenceOf(event, audience);
      if (sentence) entries.push({ key: `${step.seq} ${index}`, sentence });
      if (entries.length === count) return entries;
    }
  }
  return entries;
}

function lotTitle(round: number, offer: number): string {
  return round ? t("log.lotTitle", { round, n: offer }) : t("lot.title", { n: offer });
}

function marketTitle(round: number): string {
  return round ? t("log.marketTitle", { round }) : t("market.title");
}
