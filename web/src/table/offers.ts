/** The offer cards: lots of the round, then the order of taking. */
import { t } from "../words/words.svelte";
import type { Desk } from "./desk.svelte";

export interface Offer {
  readonly offer: number;
  readonly state: "done" | "now" | "later";
  readonly who: string;
}

export function offersOf(desk: Desk): Offer[] {
  const { view } = desk;
  return view.seats.some((seat) => seat.takes_at !== null) ? takers(desk) : lots(desk);
}

function lots(desk: Desk): Offer[] {
  const next = desk.view.offers.find(({ state }) => state === "to_come")?.offer;
  const isRunning = desk.view.offers.some(({ state }) => state === "now");
  return desk.view.offers.map(({ offer, state, seat }) => {
    if (state === "sold")
      return { offer, state: "done", who: seat === null ? "" : who(desk, seat) };
    if (state === "now") return { offer, state: "now", who: t("offers.now") };
    return { offer, state: "later", who: !isRunning && offer === next ? t("offers.next") : "" };
  });
}

/** The lowest offer card takes first. */
function takers(desk: Desk): Offer[] {
  const { view } = desk;
  return [...view.offers].reverse().map(({ offer, seat }) => {
    const isTurn = seat === view.turn;
    const hasTaken = view.market.some((stall) => stall.taken_by === seat);
    const state = view.phase === "take" && isTurn ? "now" : hasTaken ? "done" : "later";
    return { offer, state, who: seat === null ? "" : who(desk, seat) };
  });
}

function who(desk: Desk, seat: number): string {
  return seat === desk.seat ? t("offers.you") : desk.name(seat);
}
