/** Moves of other seats that the slab shows for a moment: a stall taken, a set sold, a card
 *  discarded. */
import type { Event, Update } from "../../protocol/types";
import { isOwnTurn, situationOf } from "../situation";

type ShownEvent = Extract<Event, { type: "stall_taken" | "trio_sold" | "card_discarded" }>;

export interface ShownMove {
  readonly event: ShownEvent;
  /** The number of cards in the seat's hand before the move. */
  readonly handBefore: number;
  /** The number of cards over the limit before the move; null if unknown. */
  readonly excessBefore: number | null;
}

const MAX_EVENTS = 24; // an update has more if the page was hidden for a while

/** The moves of an update to show, in order; none if the reader has a decision to make. */
export function movesToShow(update: Update, before: Update): ShownMove[] {
  const events: readonly Event[] = update.steps.flatMap((step): readonly Event[] => step.events);
  const { view } = update;
  if (!view || view.phase === "over" || update.is_rewound || events.length > MAX_EVENTS) return [];
  if (hasDecision(before) && hasDecision(update)) return [];
  const hands = before.view?.seats.map((seat) => seat.hand_count) ?? [];
  const shownMoves: ShownMove[] = [];
  for (const event of events) {
    if (isShown(event) && event.seat !== view.seat)
      shownMoves.push({
        event,
        handBefore: hands[event.seat] ?? 0,
        excessBefore: shownMoves.length ? null : before.view?.excess_count || null,
      });
    countCards(hands, event);
  }
  return shownMoves;
}

/** Does the game wait for the reader? */
function hasDecision({ view, options }: Update): boolean {
  return view !== null && isOwnTurn(situationOf(view, options));
}

function isShown(event: Event): event is ShownEvent {
  return ["stall_taken", "trio_sold", "card_discarded"].includes(event.type);
}

/** Change the number of cards in a hand by an event. */
function countCards(hands: number[], event: Event): void {
  if (!("seat" in event)) return;
  const { seat } = event;
  const add = (count: number): number => (hands[seat] = (hands[seat] ?? 0) + count);
  if (event.type === "stall_taken" || event.type === "passed") add(event.cards.length);
  else if (event.type === "lot_granted") add(event.cards.length);
  else if (event.type === "card_given") add(event.taken.length);
  else if (event.type === "bid_laid" || event.type === "trio_sold") add(-event.cards.length);
  else if (event.type === "card_discarded") add(-1);
}
