/** How long all that moves after an update takes. */
import type { Setup } from "../protocol/types";
import type { Motion } from "../settings/settings.svelte";

export interface Tempo {
  readonly span: number; // milliseconds until the last has arrived
  /** Of the usual time. */
  readonly pace: number;
}

/** Half the time for whoever wants it quick, and at a table where bots are. */
export function paceOf(motion: Motion, { pace }: Setup): number {
  return motion === "quick" || pace === "quick" || pace === "rapid" ? 0.5 : 1;
}
