/** Shows one act after the other on the slab, each long enough to be read. */
import { paceOf } from "../motion/tempo";
import type { Setup, Update } from "../protocol/types";
import { settings } from "../settings/settings.svelte";
import { actsIn, type Act } from "./act";

const HOLD = 720; // milliseconds
const QUICK_HOLD = 240;

/** How long an act is shown at this table. */
export function holdOf(setup: Setup): number {
  return paceOf(settings.motion, setup) < 1 ? QUICK_HOLD : HOLD;
}

export class Acts {
  shown = $state.raw<Act | null>(null);
  private next: readonly Act[] = [];
  private hold = HOLD;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Where more happens than can be read, only the latest waits for its turn. */
  hear(update: Update, before: Update): void {
    if (update.is_rewound) this.dismiss();
    const acts = actsIn(update, before);
    if (!acts.length) return;
    this.hold = holdOf(update.room.setup);
    this.next = this.next.length ? acts.slice(-1) : acts;
    if (!this.shown) this.advance();
  }

  /** Whoever acts need not wait. */
  dismiss(): void {
    clearTimeout(this.timer);
    this.next = [];
    this.shown = null;
  }

  private advance(): void {
    const [first = null, ...rest] = this.next;
    this.next = rest;
    this.shown = first;
    if (first) this.timer = setTimeout(() => this.advance(), this.hold);
  }
}
