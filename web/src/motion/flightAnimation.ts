/** One card on its way, in the overlay. Only transform and opacity change. */
import { imageUrl, type Face } from "../cards/face";
import type { Flight } from "./flight";
import type { CardPosition } from "./cardPositions";
import type { Tempo } from "./tempo";

const FULL_SIZE = 72; // pixels wide
const EASINGS = { move: "cubic-bezier(.45,.05,.15,1)", in: "cubic-bezier(.5,0,.9,.4)" };
const SUNK = 12;
const TURNING = 80; // milliseconds

export interface LocatedFlight {
  readonly flight: Flight;
  readonly from: CardPosition;
  readonly to: CardPosition;
}

/** How long it takes until it has arrived, from the first move of all. */
export function arrivalTime({ flight }: LocatedFlight): number {
  return flight.delay + flight.duration + (flight.hold ?? 0);
}

/** Start a flight. Flights begin together and are over together, when the last has arrived: whatever
 *  begins or ends has the whole page drawn anew. */
export function animateFlight(
  overlay: HTMLElement,
  located: LocatedFlight,
  { span, pace }: Tempo,
): Animation[] {
  const { flight, from, to } = located;
  const width = Math.max(from.width, to.width);
  const timing = { duration: span * pace, fill: "both" as const };
  const frames = within(span, located, framesOf(located, width));
  const turned = arrivalTime(located) / span;
  const seen = from.element ? 0 : flight.delay / span;
  const send = (face: Face, fade: readonly Keyframe[] = []): Animation[] => {
    const card = drawn(face, width);
    overlay.append(card);
    const travel = card.animate(frames, timing);
    const remove = (): void => card.remove();
    travel.finished.then(remove, remove);
    return fade.length ? [travel, card.animate([...fade], timing)] : [travel];
  };
  const travels = flight.isTurned
    ? [
        ...send(flight.face, turn(turned, span, [0, 1], seen)),
        ...send("back", turn(turned, span, [1, 0], seen)),
      ]
    : send(flight.face);
  return to.element && !flight.isLeaving
    ? [...travels, hide(to.element, timing.duration)]
    : travels;
}

function drawn(face: Face, width: number): HTMLImageElement {
  const card = document.createElement("img");
  card.src = imageUrl(face, width >= FULL_SIZE ? "l" : "s");
  card.alt = "";
  card.className = "flying";
  card.style.width = `${width}px`;
  return card;
}

/** One side of a card that turns just before it arrives; it is seen from a moment on. */
function turn(
  arrived: number,
  span: number,
  [before, after]: readonly [number, number],
  seen: number,
): Keyframe[] {
  const waiting = seen ? 0 : before;
  return [
    { opacity: waiting, offset: 0 },
    { opacity: waiting, offset: seen },
    { opacity: before, offset: seen },
    { opacity: before, offset: Math.max(seen, arrived - TURNING / span) },
    { opacity: after, offset: arrived },
    { opacity: after, offset: 1 },
  ];
}

/** The card at the target shows when all have arrived; the travelling one lies over it till then. */
function hide(element: HTMLElement, duration: number): Animation {
  const whole = element.closest(".hand button") ?? element; // with the mark of a chosen card
  return whole.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
}

/** A card's own frames as a part of the whole span. Where no card is drawn, it is not seen before it
 *  sets out, and gone as soon as it arrives. */
function within(span: number, located: LocatedFlight, frames: readonly Keyframe[]): Keyframe[] {
  const { flight, from, to } = located;
  const first = flight.delay / span;
  const last = arrivalTime(located) / span;
  const easing = EASINGS[flight.easing];
  const moving = frames.map((frame, at) => {
    const share = frame.offset ?? at / (frames.length - 1);
    return { ...frame, easing, offset: Math.min(1, first + share * (last - first)) };
  });
  const arrived = { ...moving.at(-1)!, ...(to.element ? {} : { opacity: 0 }) };
  const waiting = { ...moving[0]!, ...(from.element ? {} : { opacity: 0 }) };
  return [{ ...waiting, offset: 0 }, waiting, ...moving, arrived, { ...arrived, offset: 1 }];
}

function framesOf({ flight, from, to }: LocatedFlight, width: number): Keyframe[] {
  const start = at(from.x, from.y, from.width / width);
  if (flight.hold) {
    const middle = at(
      from.x,
      from.y - from.width / 2,
      Math.max(from.width / width, Math.min(1, 60 / width)),
    );
    const share = flight.duration / 2 / (flight.duration + flight.hold);
    const end = flight.isLeaving
      ? at(from.x, from.y - from.width / 2 + SUNK, from.width / width)
      : at(to.x, to.y, to.width / width);
    return [
      { transform: start, opacity: 1 },
      { transform: middle, opacity: 1, offset: share },
      { transform: middle, opacity: 1, offset: 1 - share },
      { transform: end, opacity: flight.isLeaving ? 0 : 0.4 },
    ];
  }
  if (flight.isLeaving)
    return [
      { transform: start, opacity: 1 },
      { transform: at(from.x, from.y + SUNK, from.width / width), opacity: 0 },
    ];
  return [
    { transform: start, opacity: 1 },
    { transform: at(to.x, to.y, to.width / width), opacity: 1 },
  ];
}

function at(x: number, y: number, scale: number): string {
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

/** Without travel: the card that came fades in and keeps an outline for a moment. */
export function fadeIn({ flight, to }: LocatedFlight): void {
  if (flight.isLeaving || !to.element) return;
  const { element } = to;
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120 });
  element.classList.add("arrived");
  setTimeout(() => element.classList.remove("arrived"), 1_500);
}
