/** Animates the tag of the highest bidder, which slides to its new seat after the cards
 *  of a bid. */
import type { EventFlights } from "./flight";
import type { Tempo } from "./tempo";

const DURATION = 320; // milliseconds

/** The position of the tag; null if it is not drawn. */
export function leaderTagBox(): DOMRect | null {
  const box = tag()?.getBoundingClientRect();
  return box?.width ? box : null;
}

/** Milliseconds until the tag arrives; 0 if no bid was laid. */
export function leaderTagArrival(eventFlights: readonly EventFlights[]): number {
  const bid = eventFlights.findLast(({ event }) => event.type === "bid_laid");
  return bid ? Math.max(...bid.flights.map((each) => each.delay + each.duration)) + DURATION : 0;
}

/** Start the slide so that the tag arrives at `end`, in milliseconds. */
export function slideLeaderTag(from: DOMRect, to: DOMRect, end: number, tempo: Tempo): Animation[] {
  const start = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
  const frames: Keyframe[] = [
    { transform: start, offset: 0 },
    { transform: start, offset: (end - DURATION) / tempo.span, easing: "cubic-bezier(.2,.8,.2,1)" },
    { transform: "translate(0)", offset: end / tempo.span },
    { transform: "translate(0)", offset: 1 },
  ];
  const timing = { duration: tempo.span * tempo.pace, composite: "add" } as const;
  const element = tag();
  return element ? [element.animate(frames, timing)] : [];
}

function tag(): Element | null {
  return document.querySelector(".seat .tag");
}
