/** Announcements for screen readers. Events that come at the same time make one announcement. */
import type { Update } from "../../protocol/types";
import { t } from "../../words/words.svelte";
import { situationOf, isOwnTurn } from "../situation";
import { eventsAndChanges, plainText, sentenceOf } from "./sentences";

const BATCH_TIME = 700; // milliseconds without an event until the announcement

export class Announcer {
  polite = $state("");
  assertive = $state("");
  private pending: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Announce an update with its prompt, after a pause. */
  announce(update: Update, before: Update): void {
    const prompt = promptFor(update, before);
    if (!update.is_rewound) this.pending.push(...sentencesOf(update));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.say(prompt), BATCH_TIME);
  }

  end(): void {
    clearTimeout(this.timer);
  }

  private say(prompt: string): void {
    this.polite = this.pending.join(" ");
    this.pending = [];
    this.assertive = prompt;
  }
}

/** The sentences of an update's steps, each with a full stop. */
export function sentencesOf({ steps, view }: Update): string[] {
  if (!view) return [];
  const audience = { names: view.seats.map((seat) => seat.name), seat: view.seat };
  const sentences = steps
    .flatMap(eventsAndChanges)
    .flatMap((each) => sentenceOf(each, audience) ?? []);
  return sentences.map((sentence) => withFullStop(plainText(sentence)));
}

/** The prompt for this person's decision; empty if there is none or it was announced before. */
export function promptFor({ view, options }: Update, before: Update): string {
  if (!view || !isOwnTurn(situationOf(view, options))) return "";
  if (before.view && before.view.decision === view.decision && before.view.phase === view.phase)
    return "";
  switch (view.phase) {
    case "bid":
      return `${t("turn.you")}. ${t("call.bid", { n: (options?.bid?.beat ?? 0) + 1 })}`;
    case "give":
      return `${t("won.title", { n: view.lot?.offer ?? 0 })}. ${withFullStop(t("won.give"))}`;
    case "take":
      return `${t("turn.you")}. ${withFullStop(t("market.take"))}`;
    case "reduce":
      return `${t("limit.title", { n: view.own?.hand.length ?? 0, k: view.excess_count })}. ${withFullStop(t("limit.action", { k: view.excess_count }))}`;
    case "close":
      return withFullStop(t("close.prompt"));
    case "over":
      return "";
  }
}

function withFullStop(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
