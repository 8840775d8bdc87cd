/** Moves of other seats that the slab shows for a moment: a stall taken, a set sold, a card discarded. */
import type { Event, Update } from "../protocol/types";
import { isAsked, situationOf } from "./situation";

type ShownEvent = Extract<Event, { type: "stall_taken" | "trio_sold" | "card_discarded" }>;

export interface ShownMove {
  readonly event: ShownEvent;
  /** Cards in the seat's hand before it. */
  readonly handBefore: number;
  /** Cards over the limit before it; null if unknown. */
  readonly excessBefore: number | null;
}

const MOST_EVENTS = 24; // more arrive when the page was hidden

/** The moves of an update to show, in order; none if the reader has a decision to make. */
export function movesToShow(update: Update, before: Update): ShownMove[] {
  const events: readonly Event[] = update.steps.flatMap((step): readonly Event[] => step.events);
  const { view } = update;
  if (!view || view.phase === "over" || update.is_rewound || events.length > MOST_EVENTS) return [];
  if (asks(before) && asks(update)) return [];
  const hands = before.view?.seats.map((seat) => seat.hand_count) ?? [];
  const shownMoves: ShownMove[] = [];
  for (const event of events) {
    if (isShown(event) && event.seat !== view.seat)
      shownMoves.push({
        event,
        handBefore: hands[event.seat] ?? 0,
        excessBefore: shownMoves.length ? null : before.view?.excess_count || null,
      });
    change(hands, event);
  }
  return shownMoves;
}

function asks({ view, options }: Update): boolean {
  return view !== null && isAsked(situationOf(view, options));
}

function isShown(event: Event): event is ShownEvent {
  return ["stall_taken", "trio_sold", "card_discarded"].includes(event.type);
}

/** How many cards each hand holds after an event. */
function change(hands: number[], event: Event): void {
  if (!("seat" in event)) return;
  const { seat } = event;
  const grown = (count: number): number => (hands[seat] = (hands[seat] ?? 0) + count);
  if (event.type === "stall_taken" || event.type === "passed") grown(event.cards.length);
  else if (event.type === "lot_granted") grown(event.cards.length);
  else if (event.type === "card_given") grown(event.taken.length);
  else if (event.type === "bid_laid" || event.type === "trio_sold") grown(-event.cards.length);
  else if (event.type === "card_discarded") grown(-1);
}
