/** Guessing the price of the running lot, for those who only watch it. */
import type { View } from "../protocol/types";

export interface GuessResult {
  readonly guess: number;
  readonly price: number;
}

export class Guess {
  value = $state<number | null>(null);
  /** What came of the last guess, until the next lot is sold. */
  verdict = $state.raw<GuessResult | null>(null);

  follow(view: View, before: View): void {
    const isSameLot = view.round === before.round && view.lot?.number === before.lot?.number;
    const price = view.lot?.price ?? (isSameLot ? null : (before.lot?.beat ?? null));
    if (this.value !== null && price !== null && (view.phase !== "bid" || !isSameLot)) {
      this.verdict = { guess: this.value, price };
      this.value = null;
    } else if (!isSameLot) {
      this.value = null;
      if (view.lot?.number === 1) this.verdict = null;
    }
  }
}
