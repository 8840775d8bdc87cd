/** Cards seen, by good and value. The numbers are printed on the box. */
import type { Memory, Stall } from "../protocol/types";
import { STALLS } from "../cards/face";

export const DECK_SIZE = 112;
export const MERCHANTS = 16;
export const VALUES = [
  { value: 1, count: 6 },
  { value: 2, count: 5 },
  { value: 3, count: 3 },
  { value: 4, count: 2 },
] as const;

/** `seen` goes good by good and value by value; merchants come last. */
export function seenOf(memory: Memory, stall: Stall): readonly number[] {
  const first = STALLS.indexOf(stall) * VALUES.length;
  return memory.seen.slice(first, stall === "M" ? first + 1 : first + VALUES.length);
}
