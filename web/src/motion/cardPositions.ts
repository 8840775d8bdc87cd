/** Where cards lie on the screen, measured in one go. */
import type { Face } from "../cards/face";
import type { Place } from "./flight";

export interface CardPosition {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** The card that lies there, if one is drawn. */
  readonly element: HTMLElement | null;
}

const SMALL = 36; // a card's width where none is drawn
const RATIO = 7 / 5;

/** Finds positions; equal cards get one each. */
export class CardPositions {
  private readonly used = new Set<Element>();

  find(place: Place, face: Face): CardPosition | null {
    const root = onShow(`[data-place="${place}"]`);
    if (!root) return null;
    const cards = root.querySelectorAll<HTMLElement>(`[data-card="${face}"]`);
    const card = [...cards].find((each) => !this.used.has(each)) ?? null;
    if (card) this.used.add(card);
    const box = (card ?? root).getBoundingClientRect();
    if (card && box.width) return { x: box.x, y: box.y, width: box.width, element: card };
    const x = box.x + box.width / 2 - SMALL / 2;
    const y = box.y + box.height / 2 - (SMALL * RATIO) / 2;
    return { x, y, width: SMALL, element: null };
  }
}

/** A place may be marked twice, for large and for small screens: the one that is drawn. */
function onShow(selector: string): HTMLElement | null {
  const marked = document.querySelectorAll<HTMLElement>(selector);
  return [...marked].find((each) => each.getClientRects().length > 0) ?? null;
}
