/** Which cards travel when something happens, from where to where and how long. */
import { stallOf, type Face } from "../cards/face";
import type { Event } from "../protocol/types";

/** A spot that an element marks with `data-place`. */
export type Place = string;
export type Easing = "move" | "in";

export interface Flight {
  readonly face: Face;
  readonly from: Place;
  readonly to: Place;
  readonly delay: number; // milliseconds
  readonly duration: number;
  readonly easing: Easing;
  /** Shown open on the way for so long, so that all can read it. */
  readonly hold?: number;
  /** Leaves the game: sinks and fades. */
  readonly isLeaving?: boolean;
  /** Shows its back until it is nearly there. */
  readonly isTurned?: boolean;
}

export function flightsOf(event: Event): Flight[] {
  switch (event.type) {
    case "dealt":
      return row(event.cards ?? backs(event.card_count), "pile", hand(event.seat), 320, 60).map(
        (each) => ({ ...each, isTurned: event.cards !== null }),
      );
    case "lot_revealed":
      return [
        flight(event.offer, `offer:${event.offer}`, "slab-heading", 0, 200),
        ...row(event.cards, "pile", "lot", 320, 90, 120),
      ];
    case "bid_laid":
      return row(event.cards, hand(event.seat), bid(event.seat), 320, 40);
    case "passed":
      return row(event.cards, bid(event.seat), hand(event.seat), 200, 0).map(leavesSoftly);
    case "auction_won":
      return event.paid.map((card, at) => flight(card, bid(event.seat), stall(card), 70 * at, 480));
    case "card_given":
      return [
        flight(event.card, "lot", stall(event.card), 0, 480),
        ...row(event.taken, "lot", hand(event.seat), 480, 40, 120),
        flight(event.offer, "slab-heading", bid(event.seat), 120, 480),
      ];
    case "lot_granted":
      return [
        ...row(event.cards, "lot", hand(event.seat), 480, 40),
        flight(event.offer, "slab-heading", bid(event.seat), 0, 480),
      ];
    case "stall_taken":
      return row(event.cards, `stall:${event.stall}`, hand(event.seat), 480, 0);
    case "trio_sold":
      return sale(event);
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

/** An event with the flights that it brings about, and when they begin. */
export interface EventFlights {
  readonly event: Event;
  readonly start: number; // milliseconds
  readonly flights: readonly Flight[];
}

/** Events one after the other; a lot is delayed by the milliseconds for which the slab shows a move. */
export function flightsByEvent(events: readonly Event[], shownFor = 0): EventFlights[] {
  let next = 0;
  return events.map((event) => {
    const start = event.type === "lot_revealed" ? Math.max(next, shownFor) : next;
    const flights = flightsOf(event).map((each) => ({ ...each, delay: each.delay + start }));
    if (flights.length) next = Math.max(...flights.map((each) => each.delay)) + 160;
    return { event, start, flights };
  });
}

const MOST_SINCE = 12; // events: more, and the deal is long past

/** The deal and the first lot, if they have just been; whatever followed is not played again. */
export function latestDeal(events: readonly Event[]): readonly Event[] {
  const lot = events.findIndex(({ type }) => type === "lot_revealed");
  const isNew = events.some(({ type }) => type === "dealt") && events.length - lot <= MOST_SINCE;
  return lot >= 0 && isNew ? events.slice(0, lot + 1) : [];
}

function sale(event: Extract<Event, { type: "trio_sold" }>): Flight[] {
  const from = hand(event.seat);
  let hasKept = false;
  return event.cards.map((card, at) => {
    const isKept = card === event.kept && !hasKept;
    hasKept ||= isKept;
    const common = { ...flight(card, from, `profit:${event.seat}`, 40 * at, 480), hold: 720 };
    return isKept ? common : { ...common, to: from, isLeaving: true };
  });
}

function row(
  faces: readonly Face[],
  from: Place,
  to: Place,
  duration: number,
  apart: number,
  start = 0,
): Flight[] {
  return faces.map((face, at) => flight(face, from, to, start + apart * at, duration));
}

function flight(face: Face, from: Place, to: Place, delay: number, duration: number): Flight {
  return { face, from, to, delay, duration, easing: "move" };
}

function leavesSoftly(each: Flight): Flight {
  return { ...each, easing: "in" };
}

function backs(count: number): Face[] {
  return Array.from({ length: count }, () => "back" as const);
}

const hand = (seat: number): Place => `hand:${seat}`;
const bid = (seat: number): Place => `bid:${seat}`;
const stall = (card: Parameters<typeof stallOf>[0]): Place => `stall:${stallOf(card)}`;
