/** Moves of an analysed game in words. */
import type {
  Alternative,
  Findings,
  Frame,
  LotReport,
  Preview,
  Replay,
  Report,
} from "../protocol/types";
import { moveName } from "../table/hint/hintText";
import { plainText, sentenceOf, type Audience } from "../table/log/sentences";
import { t } from "../words/words.svelte";
import { points } from "./figures";

export interface AnalysedGame {
  readonly replay: Replay;
  readonly findings: readonly Findings[];
  /** Rough curves of the moves after the findings. */
  readonly previews: readonly Preview[];
  readonly report: Report | null;
  /** The seat of the reader; null if the reader is not a player. */
  readonly reader: number | null;
}

export function nameOf(game: AnalysedGame, seat: number): string {
  return seat === game.reader ? t("seat.you") : (game.replay.names[seat] ?? "");
}

/** The lot that was up for auction at a move; null if there was none. */
export function lotAt({ report }: AnalysedGame, number: number): LotReport | null {
  return report?.lots.find((lot) => lot.number < number && number <= lot.sold_at) ?? null;
}

/** "You bid 7, fair price 4.5", or the sentence of the log for a move. */
export function titleOf(game: AnalysedGame, number: number): string {
  const frame = game.replay.frames[number];
  if (!frame || number === 0) return t("log.start");
  const event = frame.events.find((each) => each.type === "bid_laid" || each.type === "passed");
  const lot = lotAt(game, number);
  if (event && lot && lot.fair > 0) return bidTitle(game, event, lot, number);
  const sentence = frame.events.map((each) => sentenceOf(each, audienceOf(game))).find(Boolean);
  return sentence ? plainText(sentence) : "";
}

function bidTitle(
  game: AnalysedGame,
  event: Extract<Frame["events"][number], { type: "bid_laid" | "passed" }>,
  lot: LotReport,
  number: number,
): string {
  const facts = {
    who: event.seat === game.reader ? "you" : "other",
    name: game.replay.names[event.seat] ?? "",
    m: points(lot.fair),
  };
  if (event.type === "bid_laid") return t("analysis.bid", { ...facts, n: event.bid_value });
  const n = game.replay.frames[number - 1]?.view.lot?.beat ?? 0;
  return t(n ? "analysis.passAt" : "analysis.passFirst", { ...facts, n });
}

export function audienceOf({ replay, reader }: AnalysedGame): Audience {
  return { names: replay.names, seat: reader };
}

export function alternativeName({ move }: Alternative): string {
  return move ? moveName(move) : t("analysis.sellNothing");
}

/** The cards on the stall that a move takes; none for other moves. */
export function stallCards(frame: Frame | undefined, { move }: Alternative) {
  if (move?.type !== "take") return [];
  return frame?.view.market.find(({ stall }) => stall === move.stall)?.cards ?? [];
}

/** The cards that were paid for a lot. */
export function paidFor(replay: Replay, lot: LotReport) {
  const event = replay.frames[lot.sold_at]?.events.find(({ type }) => type === "auction_won");
  return event?.type === "auction_won" ? event.paid : [];
}
