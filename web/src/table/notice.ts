/** The one thing worth saying above the buttons. */
import type { Event } from "../protocol/types";
import { formatList, t, type Key } from "../words/words.svelte";
import type { TableState } from "./tableState.svelte";
import { refusalText } from "./refusalText";

export interface NoticeText {
  readonly kind: "net" | "warn" | "info";
  readonly title: string;
  readonly text: string;
  /** Announced with the event that it tells of. */
  readonly isReadOut?: boolean;
}

const NOTICES: Readonly<Record<string, Key>> = {
  warming_up: "notice.warming_up",
  bots_busy: "notice.bots_busy",
};

export function noticeOf(table: TableState): NoticeText | null {
  if (table.room.connection !== "open") return { kind: "net", title: "", text: t("net.lost") };
  if (table.problem) return { kind: "warn", ...refusalText(table.problem, table.options) };
  if (table.said) return { kind: "info", title: "", text: table.said };
  return (
    overLimit(table) ?? fromServer(table) ?? endAsked(table) ?? granted(table) ?? verdict(table)
  );
}

function overLimit(table: TableState): NoticeText | null {
  const option = table.options?.take.find(({ stall }) => stall === table.stall);
  if (!option || !option.excess_after) return null;
  const maySell = option.completes !== null || table.sales.length > 0;
  const key = maySell ? "market.over" : "market.overDiscard";
  return { kind: "warn", title: "", text: t(key, { n: option.hand_after }) };
}

/** The last move ended an auction without a bid. Not shown to a player who has to decide. */
function granted(table: TableState): NoticeText | null {
  const events: readonly Event[] = table.update.steps.at(-1)?.events ?? [];
  const event = events.find(({ type }) => type === "lot_granted");
  if (event?.type !== "lot_granted" || table.isMine) return null;
  const text =
    event.seat === table.seat
      ? t("log.granted")
      : t("won.allPass", { name: table.name(event.seat) });
  return { kind: "info", title: "", text, isReadOut: true };
}

function fromServer(table: TableState): NoticeText | null {
  const key = table.room.notice === null ? undefined : NOTICES[table.room.notice];
  return key ? { kind: "info", title: "", text: t(key) } : null;
}

function endAsked(table: TableState): NoticeText | null {
  const { abort_asked, status } = table.update.room;
  if (!abort_asked.length || status !== "running" || table.seat === null) return null;
  const names = (seats: readonly number[]) => formatList(seats.map((seat) => table.name(seat)));
  if (!abort_asked.includes(table.seat)) {
    const title = t("notice.endAsked", { names: names(abort_asked) });
    return { kind: "info", title, text: t("notice.endAgree") };
  }
  const rest = table.absence.present.filter((seat) => !abort_asked.includes(seat));
  if (!rest.length) return null;
  return { kind: "info", title: "", text: t("notice.endWaits", { names: names(rest) }) };
}

function verdict(table: TableState): NoticeText | null {
  const { verdict } = table.guess;
  if (!verdict || table.isMine) return null;
  const key = verdict.guess === verdict.price ? "guess.right" : "guess.wrong";
  return { kind: "info", title: "", text: t(key, { n: verdict.price, m: verdict.guess }) };
}
