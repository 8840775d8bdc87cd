/** The cards seen so far, by good and value, and the numbers of cards in the deck. */
import type { Memory, Stall } from "../../protocol/types";
import { STALLS } from "../../cards/face";

export const DECK_SIZE = 112;
export const MERCHANTS = 16;
export const VALUES = [
  { value: 1, count: 6 },
  { value: 2, count: 5 },
  { value: 3, count: 3 },
  { value: 4, count: 2 },
] as const;

/** The counts of one stall out of `memory.seen`, which lists values within goods,
 *  merchants last. */
export function seenOf(memory: Memory, stall: Stall): readonly number[] {
  const first = STALLS.indexOf(stall) * VALUES.length;
  return memory.seen.slice(first, stall === "M" ? first + 1 : first + VALUES.length);
}
