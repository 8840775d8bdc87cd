/** What another seat has just done, for everybody to read: it took a stall, sold a set, discarded a card. */
import type { Event, Update } from "../protocol/types";
import { isAsked, situationOf } from "./situation";

type ActEvent = Extract<Event, { type: "stall_taken" | "trio_sold" | "card_discarded" }>;

export interface Act {
  readonly event: ActEvent;
  /** Cards in the seat's hand before it. */
  readonly handBefore: number;
  /** Cards over the limit before it; null where nobody says so. */
  readonly excessBefore: number | null;
}

const MOST_EVENTS = 24; // more happened while nobody looked

/** The acts that an update brings, in order; none where somebody has a decision before their eyes. */
export function actsIn(update: Update, before: Update): Act[] {
  const events: readonly Event[] = update.steps.flatMap((step): readonly Event[] => step.events);
  const { view } = update;
  if (!view || view.phase === "over" || update.is_rewound || events.length > MOST_EVENTS) return [];
  if (asks(before) && asks(update)) return [];
  const hands = before.view?.seats.map((seat) => seat.hand_count) ?? [];
  const acts: Act[] = [];
  for (const event of events) {
    if (isAct(event) && event.seat !== view.seat)
      acts.push({
        event,
        handBefore: hands[event.seat] ?? 0,
        excessBefore: acts.length ? null : before.view?.excess_count || null,
      });
    change(hands, event);
  }
  return acts;
}

function asks({ view, options }: Update): boolean {
  return view !== null && isAsked(situationOf(view, options));
}

function isAct(event: Event): event is ActEvent {
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
