/** The other seats: who is shown, and how a seat is read out. */
import type { Presence, Update, View } from "../protocol/types";
import { list, t } from "../words/words.svelte";
import type { Desk } from "./desk.svelte";

/** Seats clockwise after one's own; a spectator sees all of them. */
export function othersOf(view: View): number[] {
  const count = view.seats.length;
  if (view.seat === null) return Array.from({ length: count }, (_, seat) => seat);
  return Array.from({ length: count - 1 }, (_, step) => (view.seat! + 1 + step) % count);
}

/** How a person's seat is empty, in words: a bot plays for it, or only its connection is gone. */
export function absenceOf(update: Update, presence: Presence | null, seat: number): string {
  const state = update.room.seats[seat];
  if (!state || state.kind !== "person" || update.room.status !== "running") return "";
  if (state.is_away || state.has_left) return t("seat.away");
  return presence !== null && !presence.connected.includes(seat) ? t("seat.gone") : "";
}

/** "Leo, 4 cards in hand, 3 profit cards, bids 6, highest". */
export function describeSeat(desk: Desk, seat: number, status: string, absence: string): string {
  const { name, hand_count, profit_count, bid, bid_value } = desk.view.seats[seat]!;
  const level = desk.update.room.seats[seat]?.bot;
  const facts = [
    name,
    level === null || level === undefined ? "" : t(`bot.${level}`),
    t("seat.hand", { n: hand_count }),
    t("seat.profit", { n: profit_count }),
    bid.length ? t("seat.bids", { n: bid_value }) : status,
    desk.view.phase === "bid" && desk.view.lot?.leader === seat ? t("seat.highest") : "",
    desk.view.turn === seat ? t("turn.other", { name }) : "",
    absence,
  ];
  return list(facts.filter((fact) => fact !== ""));
}
