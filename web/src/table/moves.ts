/** Moves, and their text as in a record. */
import type { Card, Hint, Stall } from "../protocol/types";

export type Move = Hint["explanation"]["candidates"][number]["move"];

export const bid = (cards: readonly Card[]): Move => ({ type: "bid", cards });
export const pass = (): Move => ({ type: "pass" });
export const give = (card: Card): Move => ({ type: "give", card });
export const take = (stall: Stall): Move => ({ type: "take", stall });
export const sell = (cards: readonly Card[]): Move => ({ type: "sell", cards });
export const discard = (card: Card): Move => ({ type: "discard", card });
export const done = (): Move => ({ type: "done" });

export function moveText(move: Move): string {
  switch (move.type) {
    case "bid":
    case "sell":
      return [move.type, ...move.cards].join(" ");
    case "give":
    case "discard":
      return `${move.type} ${move.card}`;
    case "take":
      return `take ${move.stall}`;
    case "pass":
    case "done":
      return move.type;
  }
}
