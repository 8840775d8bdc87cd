/** A guess of the price of the running lot, for players who are out of its auction. */
import type { View } from "../../protocol/types";

export interface GuessResult {
  readonly guess: number;
  readonly price: number;
}

export class Guess {
  value = $state<number | null>(null);
  /** The result of the last guess, until the next lot is sold. */
  result = $state.raw<GuessResult | null>(null);

  /** Compare the guess with the price once the lot is sold; drop it if the lot changes. */
  update(view: View, before: View): void {
    const isSameLot = view.round === before.round && view.lot?.number === before.lot?.number;
    const price = view.lot?.price ?? (isSameLot ? null : (before.lot?.beat ?? null));
    if (this.value !== null && price !== null && (view.phase !== "bid" || !isSameLot)) {
      this.result = { guess: this.value, price };
      this.value = null;
    } else if (!isSameLot) {
      this.value = null;
      if (view.lot?.number === 1) this.result = null;
    }
  }
}
