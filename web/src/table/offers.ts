/** The offer cards: lots of the round, then the order of taking. */
import { t } from "../words/words.svelte";
import type { TableState } from "./tableState.svelte";

export interface Offer {
  readonly offer: number;
  readonly state: "done" | "now" | "later";
  readonly who: string;
}

export function offersOf(table: TableState): Offer[] {
  const { view } = table;
  return view.seats.some((seat) => seat.takes_at !== null) ? takers(table) : lots(table);
}

function lots(table: TableState): Offer[] {
  const next = table.view.offers.find(({ state }) => state === "to_come")?.offer;
  const isRunning = table.view.offers.some(({ state }) => state === "now");
  return table.view.offers.map(({ offer, state, seat }) => {
    if (state === "sold")
      return { offer, state: "done", who: seat === null ? "" : who(table, seat) };
    if (state === "now") return { offer, state: "now", who: t("offers.now") };
    return { offer, state: "later", who: !isRunning && offer === next ? t("offers.next") : "" };
  });
}

/** The lowest offer card takes first. */
function takers(table: TableState): Offer[] {
  const { view } = table;
  return [...view.offers].reverse().map(({ offer, seat }) => {
    const isTurn = seat === view.turn;
    const hasTaken = view.market.some((stall) => stall.taken_by === seat);
    const state = view.phase === "take" && isTurn ? "now" : hasTaken ? "done" : "later";
    return { offer, state, who: seat === null ? "" : who(table, seat) };
  });
}

function who(table: TableState, seat: number): string {
  return seat === table.seat ? t("offers.you") : table.name(seat);
}
