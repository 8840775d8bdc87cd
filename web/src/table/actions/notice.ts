/** The notice above the buttons: at most one, the most important first. */
import type { Event } from "../../protocol/types";
import { formatList, t, type Key } from "../../words/words.svelte";
import type { TableState } from "../tableState.svelte";
import { refusalText } from "./refusalText";

export interface NoticeText {
  readonly tone: "net" | "warn" | "info";
  readonly title: string;
  readonly text: string;
  /** The announcer reads the event out, so the notice is not a live region. */
  readonly isReadOut?: boolean;
}

const NOTICES: Readonly<Record<string, Key>> = {
  warming_up: "notice.warming_up",
  bots_busy: "notice.bots_busy",
};

export function noticeOf(table: TableState): NoticeText | null {
  if (table.room.connection !== "open") return { tone: "net", title: "", text: t("net.lost") };
  if (table.problem) return { tone: "warn", ...refusalText(table.problem, table.options) };
  if (table.message) return { tone: "info", title: "", text: table.message };
  return (
    overLimit(table) ??
    fromServer(table) ??
    endRequested(table) ??
    lotGranted(table) ??
    guessResult(table)
  );
}

function overLimit(table: TableState): NoticeText | null {
  const option = table.options?.take.find(({ stall }) => stall === table.stall);
  if (!option || !option.excess_after) return null;
  const maySell = option.completes !== null || table.sales.length > 0;
  const key = maySell ? "market.over" : "market.overDiscard";
  return { tone: "warn", title: "", text: t(key, { n: option.hand_after }) };
}

/** A lot that nobody bid for, after the last move. Not shown to a player who has to decide. */
function lotGranted(table: TableState): NoticeText | null {
  const events: readonly Event[] = table.update.steps.at(-1)?.events ?? [];
  const event = events.find(({ type }) => type === "lot_granted");
  if (event?.type !== "lot_granted" || table.isOwnTurn) return null;
  const text =
    event.seat === table.seat
      ? t("log.granted")
      : t("won.allPass", { name: table.name(event.seat) });
  return { tone: "info", title: "", text, isReadOut: true };
}

function fromServer(table: TableState): NoticeText | null {
  const key = table.room.notice === null ? undefined : NOTICES[table.room.notice];
  return key ? { tone: "info", title: "", text: t(key) } : null;
}

function endRequested(table: TableState): NoticeText | null {
  const { abort_asked, status } = table.update.room;
  if (!abort_asked.length || status !== "running" || table.seat === null) return null;
  const names = (seats: readonly number[]) => formatList(seats.map((seat) => table.name(seat)));
  if (!abort_asked.includes(table.seat)) {
    const title = t("notice.endAsked", { names: names(abort_asked) });
    return { tone: "info", title, text: t("notice.endAgree") };
  }
  const rest = table.absence.present.filter((seat) => !abort_asked.includes(seat));
  if (!rest.length) return null;
  return { tone: "info", title: "", text: t("notice.endWaits", { names: names(rest) }) };
}

function guessResult(table: TableState): NoticeText | null {
  const { result } = table.guess;
  if (!result || table.isOwnTurn) return null;
  const key = result.guess === result.price ? "guess.right" : "guess.wrong";
  const { guess, price, points } = result;
  return { tone: "info", title: "", text: t(key, { n: price, m: guess, p: points }) };
}
