/** The seats shown at the table, and texts that describe a seat. */
import type { View } from "../../protocol/types";
import { formatList, t } from "../../words/words.svelte";
import type { TableState } from "../tableState.svelte";

/** The other seats, clockwise from the reader's own; all seats for a spectator. */
export function othersOf(view: View): number[] {
  const count = view.seats.length;
  if (view.seat === null) return Array.from({ length: count }, (_, seat) => seat);
  return Array.from({ length: count - 1 }, (_, step) => (view.seat! + 1 + step) % count);
}

export interface AbsenceText {
  /** `away`: a bot plays. `gone`: the others wait. `off`: only the connection is lost. */
  readonly kind: "away" | "gone" | "off";
  readonly text: string;
}

/** The absence of the person of a seat; null if the person is present. */
export function absenceOf(table: TableState, seat: number): AbsenceText | null {
  const { room } = table.room.update;
  const state = room.seats[seat];
  if (!state || state.kind !== "person" || room.status !== "running") return null;
  if (state.has_left) return { kind: "away", text: t("seat.left") };
  if (state.is_away) return { kind: "away", text: t("seat.away") };
  if (state.gone_since !== null)
    return { kind: "gone", text: t("gone.since", { n: table.absence.minutesGone(state) }) };
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
