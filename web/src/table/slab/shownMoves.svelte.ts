/** Shows moves on the slab one after the other, each long enough to be read. */
import { paceOf } from "../../motion/tempo";
import type { Setup, Update } from "../../protocol/types";
import { settings } from "../../settings/settings.svelte";
import { movesToShow, type ShownMove } from "./shownMove";

const SHOWN_FOR = 720; // milliseconds
const SHOWN_QUICKLY = 240; // milliseconds

/** The milliseconds for which a move is shown at this table. */
export function shownMoveTime(setup: Setup): number {
  return paceOf(settings.motion, setup) < 1 ? SHOWN_QUICKLY : SHOWN_FOR;
}

export class ShownMoves {
  shown = $state.raw<ShownMove | null>(null);
  private queue: readonly ShownMove[] = [];
  private shownFor = SHOWN_FOR;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Queue the moves of an update. If moves still wait, only the latest is queued. */
  add(update: Update, before: Update): void {
    if (update.is_rewound) this.dismiss();
    const shownMoves = movesToShow(update, before);
    if (!shownMoves.length) return;
    this.shownFor = shownMoveTime(update.room.setup);
    this.queue = this.queue.length ? shownMoves.slice(-1) : shownMoves;
    if (!this.shown) this.advance();
  }

  /** Hide the shown move and drop the queue. */
  dismiss(): void {
    clearTimeout(this.timer);
    this.queue = [];
    this.shown = null;
  }

  private advance(): void {
    const [first = null, ...rest] = this.queue;
    this.queue = rest;
    this.shown = first;
    if (first) this.timer = setTimeout(() => this.advance(), this.shownFor);
  }
}
