/** Moves of the past in words. */
import type {
  Alternative,
  Findings,
  Frame,
  LotStory,
  Preview,
  Replay,
  Report,
} from "../protocol/types";
import { moveName } from "../table/advice";
import { spokenOf, tell, type Audience } from "../table/sentences";
import { t } from "../words/words.svelte";
import { points } from "./figures";

export interface Story {
  readonly replay: Replay;
  readonly findings: readonly Findings[];
  /** Rough curves of the moves after the findings. */
  readonly previews: readonly Preview[];
  readonly report: Report | null;
  /** Who reads, if that is one of the players. */
  readonly reader: number | null;
}

export function nameOf(story: Story, seat: number): string {
  return seat === story.reader ? t("seat.you") : (story.replay.names[seat] ?? "");
}

/** The auction that was running when this move was made. */
export function lotAt({ report }: Story, number: number): LotStory | null {
  return report?.lots.find((lot) => lot.number < number && number <= lot.sold_at) ?? null;
}

/** "You bid 7, fair price 4.5", or what the log says of the move. */
export function titleOf(story: Story, number: number): string {
  const frame = story.replay.frames[number];
  if (!frame || number === 0) return t("log.start");
  const told = frame.events.find((event) => event.type === "bid_laid" || event.type === "passed");
  const lot = lotAt(story, number);
  if (told && lot && lot.fair > 0) return bidTitle(story, told, lot, number);
  const sentence = frame.events.map((event) => tell(event, audienceOf(story))).find(Boolean);
  return sentence ? spokenOf(sentence) : "";
}

function bidTitle(
  story: Story,
  told: Extract<Frame["events"][number], { type: "bid_laid" | "passed" }>,
  lot: LotStory,
  number: number,
): string {
  const facts = {
    who: told.seat === story.reader ? "you" : "other",
    name: story.replay.names[told.seat] ?? "",
    m: points(lot.fair),
  };
  if (told.type === "bid_laid") return t("analysis.bid", { ...facts, n: told.bid_value });
  const n = story.replay.frames[number - 1]?.view.lot?.beat ?? 0;
  return t(n ? "analysis.passAt" : "analysis.passFirst", { ...facts, n });
}

export function audienceOf({ replay, reader }: Story): Audience {
  return { names: replay.names, seat: reader };
}

export function alternativeName({ move }: Alternative): string {
  return move ? moveName(move) : t("analysis.sellNothing");
}

/** What lay on the stall that a move would take. */
export function stallCards(frame: Frame | undefined, { move }: Alternative) {
  if (move?.type !== "take") return [];
  return frame?.view.market.find(({ stall }) => stall === move.stall)?.cards ?? [];
}

/** The cards that were paid for a lot. */
export function paidFor(replay: Replay, lot: LotStory) {
  const event = replay.frames[lot.sold_at]?.events.find(({ type }) => type === "auction_won");
  return event?.type === "auction_won" ? event.paid : [];
}
