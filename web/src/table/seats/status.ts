/** The status of a seat in a few words. */
import { cardList, goodName } from "../../cards/names";
import type { Event, UpdateStep, View } from "../../protocol/types";
import { t } from "../../words/words.svelte";
import { ordinalName } from "../ordinals";

export function statusOf(view: View, seat: number, steps: readonly UpdateStep[]): string {
  const { offer, has_passed, takes_at, is_done } = view.seats[seat]!;
  if (view.phase === "close") return is_done ? t("seat.done") : t("seat.sells");
  if (takes_at !== null) return takingStatus(view, seat, takes_at, steps);
  if (offer !== null) return t("seat.won", { n: offer });
  if (view.phase === "give" && view.lot?.leader === seat) return t("seat.gives");
  return has_passed ? t("seat.passed") : "";
}

function takingStatus(
  view: View,
  seat: number,
  order: number,
  steps: readonly UpdateStep[],
): string {
  const taken = view.market.find((stall) => stall.taken_by === seat);
  if (taken) return tookStatus(seat, taken.stall, steps);
  if (view.phase !== "take" && view.phase !== "reduce") return "";
  const isLast = order === view.seats.length;
  return isLast ? t("seat.takesLast") : t("seat.takes", { ordinal: ordinalName(order) });
}

function tookStatus(
  seat: number,
  stall: View["market"][number]["stall"],
  steps: readonly UpdateStep[],
): string {
  const events = steps.flatMap((step): readonly Event[] => step.events);
  const taken = events.findLast((event) => event.type === "stall_taken" && event.seat === seat);
  if (taken?.type !== "stall_taken") return t("seat.took", { cards: goodName(stall) });
  return taken.cards.length > 2
    ? t("seat.tookMany", { n: taken.cards.length, good: goodName(stall) })
    : t("seat.took", { cards: cardList(taken.cards) });
}
