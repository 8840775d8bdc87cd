/** The other seats: who is shown, and how a seat is read out. */
import type { View } from "../protocol/types";
import { formatList, t } from "../words/words.svelte";
import type { TableState } from "./tableState.svelte";

/** Seats clockwise after one's own; a spectator sees all of them. */
export function othersOf(view: View): number[] {
  const count = view.seats.length;
  if (view.seat === null) return Array.from({ length: count }, (_, seat) => seat);
  return Array.from({ length: count - 1 }, (_, step) => (view.seat! + 1 + step) % count);
}

export interface AbsenceText {
  /** A bot plays, or nobody does and the others wait, or only the connection is lost. */
  readonly kind: "away" | "gone" | "off";
  readonly text: string;
}

/** How a person's seat is empty, in words; null: it is not. */
export function absenceOf(table: TableState, seat: number): AbsenceText | null {
  const { room } = table.room.update;
  const state = room.seats[seat];
  if (!state || state.kind !== "person" || room.status !== "running") return null;
  if (state.has_left) return { kind: "away", text: t("seat.left") };
  if (state.is_away) return { kind: "away", text: t("seat.away") };
  if (state.gone_since !== null)
    return { kind: "gone", text: t("gone.since", { n: table.absence.minutes(state) }) };
  const isConnected = table.room.presence?.connected.includes(seat) ?? true;
  return isConnected ? null : { kind: "off", text: t("seat.gone") };
}

/** "Leo, 4 cards in hand, 3 profit cards, bids 6, highest". */
export function describeSeat(
  table: TableState,
  seat: number,
  status: string,
  absence: string,
): string {
  const { name, hand_count, profit_count, bid, bid_value } = table.view.seats[seat]!;
  const level = table.update.room.seats[seat]?.bot;
  const facts = [
    name,
    level === null || level === undefined ? "" : t(`bot.${level}`),
    t("seat.hand", { n: hand_count }),
    t("seat.profit", { n: profit_count }),
    bid.length ? t("seat.bids", { n: bid_value }) : status,
    table.view.phase === "bid" && table.view.lot?.leader === seat ? t("seat.highest") : "",
    table.view.turn === seat ? t("turn.other", { name }) : "",
    absence,
  ];
  return formatList(facts.filter((fact) => fact !== ""));
}
