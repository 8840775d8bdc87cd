/** The flights of cards that show an event. */
import { stallOf, type Face } from "../cards/face";
import type { Event } from "../protocol/types";

/** A position on the screen, marked by an element with `data-place`. */
export type Spot = string;
export type Easing = "move" | "in";

export interface Flight {
  readonly face: Face;
  readonly from: Spot;
  readonly to: Spot;
  readonly delay: number; // milliseconds
  readonly duration: number; // milliseconds
  readonly easing: Easing;
  /** Milliseconds for which the card stops on the way, face up, so that all can read it. */
  readonly hold?: number;
  /** The card leaves the game: it sinks and fades. */
  readonly isLeaving?: boolean;
  /** The card shows its back until just before it arrives. */
  readonly isTurned?: boolean;
}

export function flightsOf(event: Event): Flight[] {
  switch (event.type) {
    case "dealt":
      return sequence(
        event.cards ?? backs(event.card_count),
        "pile",
        hand(event.seat),
        320,
        60,
      ).map((each) => ({ ...each, isTurned: event.cards !== null }));
    case "lot_revealed":
      return [
        flight(event.offer, `offer:${event.offer}`, "slab-heading", 0, 200),
        ...sequence(event.cards, "pile", "lot", 320, 90, 120),
      ];
    case "bid_laid":
      return sequence(event.cards, hand(event.seat), bid(event.seat), 320, 40);
    case "passed":
      return sequence(event.cards, bid(event.seat), hand(event.seat), 200, 0).map(withEaseIn);
    case "auction_won":
      return event.paid.map((card, index) =>
        flight(card, bid(event.seat), stall(card), 70 * index, 480),
      );
    case "card_given":
      return [
        flight(event.card, "lot", stall(event.card), 0, 480),
        ...sequence(event.taken, "lot", hand(event.seat), 480, 40, 120),
        flight(event.offer, "slab-heading", bid(event.seat), 120, 480),
      ];
    case "lot_granted":
      return [
        ...sequence(event.cards, "lot", hand(event.seat), 480, 40),
        flight(event.offer, "slab-heading", bid(event.seat), 0, 480),
      ];
    case "stall_taken":
      return sequence(event.cards, `stall:${event.stall}`, hand(event.seat), 480, 0);
    case "trio_sold":
      return saleFlights(event);
    case "card_discarded":
      return [
        { ...flight(event.card, hand(event.seat), hand(event.seat), 0, 320), isLeaving: true },
      ];
    case "market_cleared":
      return event.cards.map((card) => ({
        ...flight(card, stall(card), stall(card), 0, 320),
        isLeaving: true,
      }));
    case "round_begun":
    case "seat_done":
    case "game_ended":
      return [];
  }
}

/** An event with its flights and their start. */
export interface EventFlights {
  readonly event: Event;
  readonly start: number; // milliseconds
  readonly flights: readonly Flight[];
}

/** The flights of events one after the other. A new lot waits until the slab has shown the moves,
 *  `movesShownFor` milliseconds. */
export function flightsByEvent(events: readonly Event[], movesShownFor = 0): EventFlights[] {
  let next = 0;
  return events.map((event) => {
    const start = event.type === "lot_revealed" ? Math.max(next, movesShownFor) : next;
    const flights = flightsOf(event).map((each) => ({ ...each, delay: each.delay + start }));
    if (flights.length) next = Math.max(...flights.map((each) => each.delay)) + 160;
    return { event, start, flights };
  });
}

const MAX_SINCE_DEAL = 12; // events; after more the deal is not animated

/** The events of the deal and the first lot if they are recent; none otherwise. */
export function latestDeal(events: readonly Event[]): readonly Event[] {
  const lot = events.findIndex(({ type }) => type === "lot_revealed");
  const isNew =
    events.some(({ type }) => type === "dealt") && events.length - lot <= MAX_SINCE_DEAL;
  return lot >= 0 && isNew ? events.slice(0, lot + 1) : [];
}

function saleFlights(event: Extract<Event, { type: "trio_sold" }>): Flight[] {
  const from = hand(event.seat);
  let hasKept = false;
  return event.cards.map((card, index) => {
    const isKept = card === event.kept && !hasKept;
    hasKept ||= isKept;
    const common = { ...flight(card, from, `profit:${event.seat}`, 40 * index, 480), hold: 720 };
    return isKept ? common : { ...common, to: from, isLeaving: true };
  });
}

function sequence(
  faces: readonly Face[],
  from: Spot,
  to: Spot,
  duration: number,
  interval: number,
  start = 0,
): Flight[] {
  return faces.map((face, index) => flight(face, from, to, start + interval * index, duration));
}

function flight(face: Face, from: Spot, to: Spot, delay: number, duration: number): Flight {
  return { face, from, to, delay, duration, easing: "move" };
}

function withEaseIn(each: Flight): Flight {
  return { ...each, easing: "in" };
}

function backs(count: number): Face[] {
  return Array.from({ length: count }, () => "back" as const);
}

const hand = (seat: number): Spot => `hand:${seat}`;
const bid = (seat: number): Spot => `bid:${seat}`;
const stall = (card: Parameters<typeof stallOf>[0]): Spot => `stall:${stallOf(card)}`;
