/** How long all that moves after an update takes. */
import type { Setup } from "../protocol/types";
import type { Motion } from "../settings/settings.svelte";

export interface Tempo {
  readonly span: number; // milliseconds until the last has arrived
  /** Of the usual time. */
  readonly pace: number;
}

const LEAST = 0.2; // of the usual time; what is quicker is not seen

/** The pace at which all has arrived before the next update, if that comes as soon as this one did;
 *  0: there is no time to travel. */
export function paceThatFits(pace: number, span: number, between: number): number {
  const fits = Math.min(pace, (0.9 * between) / span);
  return fits < LEAST ? 0 : fits;
}

/** Half the time if the reader or the room chose a quick pace. */
export function paceOf(motion: Motion, { pace }: Setup): number {
  return motion === "quick" || pace === "quick" || pace === "rapid" ? 0.5 : 1;
}
