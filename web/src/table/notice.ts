/** The one thing worth saying above the buttons. */
import type { Event } from "../protocol/types";
import { list, t, type Key } from "../words/words.svelte";
import type { Desk } from "./desk.svelte";
import { apologize } from "./refusal";

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

export function noticeOf(desk: Desk): NoticeText | null {
  if (desk.room.connection !== "open") return { kind: "net", title: "", text: t("net.lost") };
  if (desk.problem) return { kind: "warn", ...apologize(desk.problem, desk.options) };
  if (desk.said) return { kind: "info", title: "", text: desk.said };
  return overLimit(desk) ?? fromServer(desk) ?? endAsked(desk) ?? granted(desk) ?? verdict(desk);
}

function overLimit(desk: Desk): NoticeText | null {
  const option = desk.options?.take.find(({ stall }) => stall === desk.stall);
  if (!option || !option.excess_after) return null;
  const maySell = option.completes !== null || desk.sales.length > 0;
  const key = maySell ? "market.over" : "market.overDiscard";
  return { kind: "warn", title: "", text: t(key, { n: option.hand_after }) };
}

/** Nobody bid for the lot that the last move brought to its end. Who is asked something has more to
 *  read. */
function granted(desk: Desk): NoticeText | null {
  const events: readonly Event[] = desk.update.steps.at(-1)?.events ?? [];
  const event = events.find(({ type }) => type === "lot_granted");
  if (event?.type !== "lot_granted" || desk.isMine) return null;
  const text =
    event.seat === desk.seat ? t("log.granted") : t("won.allPass", { name: desk.name(event.seat) });
  return { kind: "info", title: "", text, isReadOut: true };
}

function fromServer(desk: Desk): NoticeText | null {
  const key = desk.room.notice === null ? undefined : NOTICES[desk.room.notice];
  return key ? { kind: "info", title: "", text: t(key) } : null;
}

function endAsked(desk: Desk): NoticeText | null {
  const { abort_asked, status } = desk.update.room;
  if (!abort_asked.length || status !== "running" || desk.seat === null) return null;
  const names = (seats: readonly number[]) => list(seats.map((seat) => desk.name(seat)));
  if (!abort_asked.includes(desk.seat)) {
    const title = t("notice.endAsked", { names: names(abort_asked) });
    return { kind: "info", title, text: t("notice.endAgree") };
  }
  const rest = desk.absence.present.filter((seat) => !abort_asked.includes(seat));
  if (!rest.length) return null;
  return { kind: "info", title: "", text: t("notice.endWaits", { names: names(rest) }) };
}

function verdict(desk: Desk): NoticeText | null {
  const { verdict } = desk.guess;
  if (!verdict || desk.isMine) return null;
  const key = verdict.guess === verdict.price ? "guess.right" : "guess.wrong";
  return { kind: "info", title: "", text: t(key, { n: verdict.price, m: verdict.guess }) };
}
