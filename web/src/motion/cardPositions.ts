/** Measures the positions of cards on the screen. */
import type { Face } from "../cards/face";
import type { Spot } from "./flight";

export interface CardPosition {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** The card drawn at this position, if there is one. */
  readonly element: HTMLElement | null;
}

const DEFAULT_WIDTH = 36; // pixels, for a spot without a card
const RATIO = 7 / 5; // of height to width

/** Finds the positions of cards; equal cards get different ones. */
export class CardPositions {
  private readonly used = new Set<Element>();

  find(spot: Spot, face: Face): CardPosition | null {
    const root = visibleElement(`[data-place="${spot}"]`);
    if (!root) return null;
    const cards = root.querySelectorAll<HTMLElement>(`[data-card="${face}"]`);
    const card = [...cards].find((each) => !this.used.has(each)) ?? null;
    if (card) this.used.add(card);
    const box = (card ?? root).getBoundingClientRect();
    if (card && box.width) return { x: box.x, y: box.y, width: box.width, element: card };
    const x = box.x + box.width / 2 - DEFAULT_WIDTH / 2;
    const y = box.y + box.height / 2 - (DEFAULT_WIDTH * RATIO) / 2;
    return { x, y, width: DEFAULT_WIDTH, element: null };
  }
}

/** The visible one of the elements marked as this spot; some spots have one for large and one for
 * small screens. */
function visibleElement(selector: string): HTMLElement | null {
  const marked = document.querySelectorAll<HTMLElement>(selector);
  return [...marked].find((each) => each.getClientRects().length > 0) ?? null;
}
