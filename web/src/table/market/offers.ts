/** The offer cards: the lots of the round, then the order of taking. */
import { t } from "../../words/words.svelte";
import type { TableState } from "../tableState.svelte";

export interface Offer {
  readonly offer: number;
  readonly state: "done" | "now" | "later";
  /** The name of the player, or "now" or "next" for a lot; may be empty. */
  readonly caption: string;
}

export function offersOf(table: TableState): Offer[] {
  const { view } = table;
  return view.seats.some((seat) => seat.takes_at !== null) ? takingOrder(table) : lotOrder(table);
}

function lotOrder(table: TableState): Offer[] {
  const next = table.view.offers.find(({ state }) => state === "to_come")?.offer;
  const isRunning = table.view.offers.some(({ state }) => state === "now");
  return table.view.offers.map(({ offer, state, seat }) => {
    if (state === "sold")
      return { offer, state: "done", caption: seat === null ? "" : nameOf(table, seat) };
    if (state === "now") return { offer, state: "now", caption: t("offers.now") };
    return { offer, state: "later", caption: !isRunning && offer === next ? t("offers.next") : "" };
  });
}

/** The offer cards in the order of taking, the lowest first. */
function takingOrder(table: TableState): Offer[] {
  const { view } = table;
  return [...view.offers].reverse().map(({ offer, seat }) => {
    const isTurn = seat === view.turn;
    const hasTaken = view.market.some((stall) => stall.taken_by === seat);
    const state = view.phase === "take" && isTurn ? "now" : hasTaken ? "done" : "later";
    return { offer, state, caption: seat === null ? "" : nameOf(table, seat) };
  });
}

function nameOf(table: TableState, seat: number): string {
  return seat === table.seat ? t("offers.you") : table.name(seat);
}
