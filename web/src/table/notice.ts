/** The one thing worth saying above the buttons. */
import { list, t, type Key } from "../words/words.svelte";
import type { Desk } from "./desk.svelte";
import { HAND_LIMIT } from "./limit";
import { apologize } from "./refusal";

export interface NoticeText {
  readonly kind: "net" | "warn" | "info";
  readonly title: string;
  readonly text: string;
}

const NOTICES: Readonly<Record<string, Key>> = {
  warming_up: "notice.warming_up",
  bots_busy: "notice.bots_busy",
};

export function noticeOf(desk: Desk): NoticeText | null {
  if (desk.room.connection !== "open") return { kind: "net", title: "", text: t("net.lost") };
  if (desk.problem) return { kind: "warn", ...apologize(desk.problem, desk.options) };
  return overLimit(desk) ?? fromServer(desk) ?? endAsked(desk) ?? verdict(desk);
}

function overLimit(desk: Desk): NoticeText | null {
  const option = desk.options?.take.find(({ stall }) => stall === desk.stall);
  if (!option || option.hand_after <= HAND_LIMIT) return null;
  return { kind: "warn", title: "", text: t("market.over", { n: option.hand_after }) };
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
  const rest = desk.people.filter((seat) => !abort_asked.includes(seat));
  return { kind: "info", title: "", text: t("notice.endWaits", { names: names(rest) }) };
}

function verdict(desk: Desk): NoticeText | null {
  const { verdict } = desk.guess;
  if (!verdict || desk.isMine) return null;
  const key = verdict.guess === verdict.price ? "guess.right" : "guess.wrong";
  return { kind: "info", title: "", text: t(key, { n: verdict.price, m: verdict.guess }) };
}
