/** The animation of a card in the overlay. Only transform and opacity change. */
import { imageUrl, type Face } from "../cards/face";
import type { Flight } from "./flight";
import type { CardPosition } from "./cardPositions";
import type { Tempo } from "./tempo";

const LARGE_FROM = 72; // pixels of width; narrower cards use the small image
const EASINGS = { move: "cubic-bezier(.45,.05,.15,1)", in: "cubic-bezier(.5,0,.9,.4)" };
const SINK_DEPTH = 12; // pixels
const TURN_TIME = 80; // milliseconds
const OUTLINE_TIME = 1_500; // milliseconds

export interface LocatedFlight {
  readonly flight: Flight;
  readonly from: CardPosition;
  readonly to: CardPosition;
}

/** Milliseconds from the start of all flights until this one arrives. */
export function arrivalTime({ flight }: LocatedFlight): number {
  return flight.delay + flight.duration + (flight.hold ?? 0);
}

/** Start a flight. All flights start together and end together, when the last has arrived, because
 *  each start and end of an animation makes the browser draw the whole page again. */
export function animateFlight(
  overlay: HTMLElement,
  located: LocatedFlight,
  { span, pace }: Tempo,
): Animation[] {
  const { flight, from, to } = located;
  const width = Math.max(from.width, to.width);
  const timing = { duration: span * pace, fill: "both" as const };
  const frames = withinSpan(span, located, framesOf(located, width));
  const arrived = arrivalTime(located) / span;
  const visibleFrom = from.element ? 0 : flight.delay / span;
  const launch = (face: Face, fade: readonly Keyframe[] = []): Animation[] => {
    const card = imageOf(face, width);
    overlay.append(card);
    const travel = card.animate(frames, timing);
    const remove = (): void => card.remove();
    travel.finished.then(remove, remove);
    return fade.length ? [travel, card.animate([...fade], timing)] : [travel];
  };
  const travels = flight.isTurned
    ? [
        ...launch(flight.face, sideFrames(arrived, span, [0, 1], visibleFrom)),
        ...launch("back", sideFrames(arrived, span, [1, 0], visibleFrom)),
      ]
    : launch(flight.face);
  return to.element && !flight.isLeaving
    ? [...travels, hide(to.element, timing.duration)]
    : travels;
}

function imageOf(face: Face, width: number): HTMLImageElement {
  const card = document.createElement("img");
  card.src = imageUrl(face, width >= LARGE_FROM ? "l" : "s");
  card.alt = "";
  card.className = "flying";
  card.style.width = `${width}px`;
  return card;
}

/** The opacities of one side of a card that turns just before it arrives. */
function sideFrames(
  arrived: number,
  span: number,
  [before, after]: readonly [number, number],
  visibleFrom: number,
): Keyframe[] {
  const waiting = visibleFrom ? 0 : before;
  return [
    { opacity: waiting, offset: 0 },
    { opacity: waiting, offset: visibleFrom },
    { opacity: before, offset: visibleFrom },
    { opacity: before, offset: Math.max(visibleFrom, arrived - TURN_TIME / span) },
    { opacity: after, offset: arrived },
    { opacity: after, offset: 1 },
  ];
}

/** Hide the card at the target until all flights have arrived; the travelling card covers it. */
function hide(element: HTMLElement, duration: number): Animation {
  const target = element.closest(".hand button") ?? element; // includes the mark of a selected card
  return target.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
}

/** The keyframes of a flight within the whole span. The card is hidden before it starts and after it
 *  arrives wherever no card is drawn. */
function withinSpan(span: number, located: LocatedFlight, frames: readonly Keyframe[]): Keyframe[] {
  const { flight, from, to } = located;
  const first = flight.delay / span;
  const last = arrivalTime(located) / span;
  const easing = EASINGS[flight.easing];
  const moving = frames.map((frame, index) => {
    const share = frame.offset ?? index / (frames.length - 1);
    return { ...frame, easing, offset: Math.min(1, first + share * (last - first)) };
  });
  const arrived = { ...moving.at(-1)!, ...(to.element ? {} : { opacity: 0 }) };
  const waiting = { ...moving[0]!, ...(from.element ? {} : { opacity: 0 }) };
  return [{ ...waiting, offset: 0 }, waiting, ...moving, arrived, { ...arrived, offset: 1 }];
}

function framesOf({ flight, from, to }: LocatedFlight, width: number): Keyframe[] {
  const start = transformOf(from.x, from.y, from.width / width);
  if (flight.hold) {
    const middle = transformOf(
      from.x,
      from.y - from.width / 2,
      Math.max(from.width / width, Math.min(1, 60 / width)),
    );
    const share = flight.duration / 2 / (flight.duration + flight.hold);
    const end = flight.isLeaving
      ? transformOf(from.x, from.y - from.width / 2 + SINK_DEPTH, from.width / width)
      : transformOf(to.x, to.y, to.width / width);
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
      { transform: transformOf(from.x, from.y + SINK_DEPTH, from.width / width), opacity: 0 },
    ];
  return [
    { transform: start, opacity: 1 },
    { transform: transformOf(to.x, to.y, to.width / width), opacity: 1 },
  ];
}

function transformOf(x: number, y: number, scale: number): string {
  return `translate(${x}px, ${y}px) scale(${scale})`;
}

/** Fade a card in and outline it for a moment, instead of a flight. */
export function fadeIn({ flight, to }: LocatedFlight): void {
  if (flight.isLeaving || !to.element) return;
  const { element } = to;
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120 });
  element.classList.add("arrived");
  setTimeout(() => element.classList.remove("arrived"), OUTLINE_TIME);
}
