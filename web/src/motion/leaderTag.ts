/** The mark of the highest bid slides from seat to seat when the cards of a bid have arrived. */
import type { EventFlights } from "./flight";
import type { Tempo } from "./tempo";

const DURATION = 320; // milliseconds

/** Where the mark is, if it is drawn. */
export function leaderTagBox(): DOMRect | null {
  const box = tag()?.getBoundingClientRect();
  return box?.width ? box : null;
}

/** When it has arrived, if a bid was laid. */
export function leaderTagArrival(eventFlights: readonly EventFlights[]): number {
  const bid = eventFlights.findLast(({ event }) => event.type === "bid_laid");
  return bid ? Math.max(...bid.flights.map((each) => each.delay + each.duration)) + DURATION : 0;
}

/** `end`: when it is to arrive. */
export function slideLeaderTag(from: DOMRect, to: DOMRect, end: number, tempo: Tempo): Animation[] {
  const away = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
  const frames: Keyframe[] = [
    { transform: away, offset: 0 },
    { transform: away, offset: (end - DURATION) / tempo.span, easing: "cubic-bezier(.2,.8,.2,1)" },
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
