/** A guess at the price of the current lot, for players who are out of its auction and spectators. */
import type { UpdateStep, View } from "../../protocol/types";
import type { GuessScore } from "./guessScore";

export interface GuessResult {
  readonly guess: number;
  readonly price: number;
  /** 3 for the exact price, 2 if it is one off, 1 if it is two off. */
  readonly points: number;
  /** The round and number of the auction. */
  readonly auction: string;
}

const EXACT = 3;

export class Guess {
  value = $state<number | null>(null);
  /** The result of the last guess, until the next lot is sold. */
  result = $state.raw<GuessResult | null>(null);
  /** The score of this evening; null before the first result. */
  score = $state.raw<GuessScore | null>(null);

  /** Compare the guess with the price once the lot is sold; drop it if the lot changes. `steps` are
   *  those since `before`. */
  update(view: View, before: View, steps: readonly UpdateStep[]): void {
    const price = firstPrice(steps);
    if (this.value !== null && price !== null && before.lot) {
      this.result = {
        guess: this.value,
        price,
        points: Math.max(0, EXACT - Math.abs(this.value - price)),
        auction: `${before.round}.${before.lot.number}`,
      };
      this.value = null;
    } else if (view.round !== before.round || view.lot?.number !== before.lot?.number) {
      this.value = null;
      if (view.lot?.number === 1) this.result = null;
    }
  }
}

/** The price of the first lot that is sold in these steps; null if none is. */
function firstPrice(steps: readonly UpdateStep[]): number | null {
  for (const event of steps.flatMap(({ events }) => events)) {
    if (event.type === "auction_won") return event.bid_value;
    if (event.type === "lot_granted") return 0;
  }
  return null;
}
