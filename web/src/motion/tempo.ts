/** The duration of the animations after an update. */
import type { Setup } from "../protocol/types";
import type { Motion } from "../settings/settings.svelte";

export interface Tempo {
  readonly span: number; // milliseconds until the last flight arrives, at pace 1
  readonly pace: number; // the factor by which all times are multiplied
}

const MIN_PACE = 0.2; // quicker animations cannot be seen

/** The pace at which all flights arrive before the next update, if it comes after as many milliseconds
 *  as this one. 0 if there is no time to animate. */
export function paceThatFits(pace: number, span: number, sinceLast: number): number {
  const fits = Math.min(pace, (0.9 * sinceLast) / span);
  return fits < MIN_PACE ? 0 : fits;
}

/** 0.5 if the reader or the room chose a quick pace, otherwise 1. */
export function paceOf(motion: Motion, { pace }: Setup): number {
  return motion === "quick" || pace === "quick" || pace === "rapid" ? 0.5 : 1;
}
