/** What a screen reader says: events that come together are one announcement. */
import type { Update } from "../protocol/types";
import { t } from "../words/words.svelte";
import { situationOf, isAsked } from "./situation";
import { eventsAndChanges, plainText, sentenceOf } from "./sentences";

const TOGETHER = 700; // milliseconds

export class Announcer {
  polite = $state("");
  assertive = $state("");
  private waiting: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  hear(update: Update, before: Update): void {
    const call = promptFor(update, before);
    if (!update.is_rewound) this.waiting.push(...sentencesOf(update));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.say(call), TOGETHER);
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private say(call: string): void {
    this.polite = this.waiting.join(" ");
    this.waiting = [];
    this.assertive = call;
  }
}

/** The sentences of an update's steps, each with its full stop. */
export function sentencesOf({ steps, view }: Update): string[] {
  if (!view) return [];
  const audience = { names: view.seats.map((seat) => seat.name), seat: view.seat };
  const sentences = steps
    .flatMap(eventsAndChanges)
    .flatMap((each) => sentenceOf(each, audience) ?? []);
  return sentences.map((sentence) => closed(plainText(sentence)));
}

/** What is asked of this person now, if it was not asked before. */
export function promptFor({ view, options }: Update, before: Update): string {
  if (!view || !isAsked(situationOf(view, options))) return "";
  if (before.view && before.view.decision === view.decision && before.view.phase === view.phase)
    return "";
  switch (view.phase) {
    case "bid":
      return `${t("turn.you")}. ${t("call.bid", { n: (options?.bid?.beat ?? 0) + 1 })}`;
    case "give":
      return `${t("won.title", { n: view.lot?.offer ?? 0 })}. ${closed(t("won.give"))}`;
    case "take":
      return `${t("turn.you")}. ${closed(t("market.take"))}`;
    case "reduce":
      return `${t("limit.title", { n: view.own?.hand.length ?? 0, k: view.excess_count })}. ${closed(t("limit.action", { k: view.excess_count }))}`;
    case "close":
      return closed(t("close.prompt"));
    case "over":
      return "";
  }
}

function closed(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
