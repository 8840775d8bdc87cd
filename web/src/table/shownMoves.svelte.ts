/** Shows one move after the other on the slab, each long enough to be read. */
import { paceOf } from "../motion/tempo";
import type { Setup, Update } from "../protocol/types";
import { settings } from "../settings/settings.svelte";
import { movesToShow, type ShownMove } from "./shownMove";

const HOLD = 720; // milliseconds
const QUICK_HOLD = 240;

/** How long a move is shown at this table. */
export function holdOf(setup: Setup): number {
  return paceOf(settings.motion, setup) < 1 ? QUICK_HOLD : HOLD;
}

export class ShownMoves {
  shown = $state.raw<ShownMove | null>(null);
  private next: readonly ShownMove[] = [];
  private hold = HOLD;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Where more happens than can be read, only the latest waits for its turn. */
  hear(update: Update, before: Update): void {
    if (update.is_rewound) this.dismiss();
    const shownMoves = movesToShow(update, before);
    if (!shownMoves.length) return;
    this.hold = holdOf(update.room.setup);
    this.next = this.next.length ? shownMoves.slice(-1) : shownMoves;
    if (!this.shown) this.advance();
  }

  /** A click or key ends it. */
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
