/** Moves of the past in words. */
import type { Alternative, Findings, Frame, LotReport, Replay, Report } from "../protocol/types";
import { moveName } from "../table/hintText";
import { plainText, sentenceOf, type Audience } from "../table/sentences";
import { t } from "../words/words.svelte";
import { points } from "./figures";

export interface AnalysedGame {
  readonly replay: Replay;
  readonly findings: readonly Findings[];
  readonly report: Report | null;
  /** Who reads, if that is one of the players. */
  readonly reader: number | null;
}

export function nameOf(game: AnalysedGame, seat: number): string {
  return seat === game.reader ? t("seat.you") : (game.replay.names[seat] ?? "");
}

/** The auction that was running when this move was made. */
export function lotAt({ report }: AnalysedGame, number: number): LotReport | null {
  return report?.lots.find((lot) => lot.number < number && number <= lot.sold_at) ?? null;
}

/** "You bid 7, fair price 4.5", or what the log says of the move. */
export function titleOf(game: AnalysedGame, number: number): string {
  const frame = game.replay.frames[number];
  if (!frame || number === 0) return t("log.start");
  const told = frame.events.find((event) => event.type === "bid_laid" || event.type === "passed");
  const lot = lotAt(game, number);
  if (told && lot && lot.fair > 0) return bidTitle(game, told, lot, number);
  const sentence = frame.events.map((event) => sentenceOf(event, audienceOf(game))).find(Boolean);
  return sentence ? plainText(sentence) : "";
}

function bidTitle(
  game: AnalysedGame,
  told: Extract<Frame["events"][number], { type: "bid_laid" | "passed" }>,
  lot: LotReport,
  number: number,
): string {
  const facts = {
    who: told.seat === game.reader ? "you" : "other",
    name: game.replay.names[told.seat] ?? "",
    m: points(lot.fair),
  };
  if (told.type === "bid_laid") return t("analysis.bid", { ...facts, n: told.bid_value });
  const n = game.replay.frames[number - 1]?.view.lot?.beat ?? 0;
  return t(n ? "analysis.passAt" : "analysis.passFirst", { ...facts, n });
}

export function audienceOf({ replay, reader }: AnalysedGame): Audience {
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
export function paidFor(replay: Replay, lot: LotReport) {
  const event = replay.frames[lot.sold_at]?.events.find(({ type }) => type === "auction_won");
  return event?.type === "auction_won" ? event.paid : [];
}
