/** One card on its way, in the overlay. Only transform and opacity change. */
import { picture } from "../cards/face";
import type { Flight } from "./flight";
import type { Spot } from "./spots";

const FULL_CUT = 72; // pixels wide
const EASINGS = { move: "cubic-bezier(.45,.05,.15,1)", in: "cubic-bezier(.5,0,.9,.4)" };
const SUNK = 12;

export interface Journey {
  readonly flight: Flight;
  readonly from: Spot;
  readonly to: Spot;
}

/** Let it go; it tells when it has arrived. */
export function depart(
  overlay: HTMLElement,
  { flight, from, to }: Journey,
  pace: number,
): Animation[] {
  const width = Math.max(from.width, to.width);
  const card = document.createElement("img");
  card.src = picture(flight.face, width >= FULL_CUT ? "l" : "s");
  card.alt = "";
  card.className = "flying";
  card.style.width = `${width}px`;
  overlay.append(card);
  const total = (flight.duration + (flight.hold ?? 0)) * pace;
  const timing = {
    duration: total,
    delay: flight.delay * pace,
    easing: EASINGS[flight.easing],
    fill: "both" as const,
  };
  const travel = card.animate(frames(flight, from, to, width), timing);
  travel.finished.then(
    () => card.remove(),
    () => card.remove(),
  );
  const hidden = to.element && !flight.isLeaving ? [hide(to.element, timing.delay + total)] : [];
  return [travel, ...hidden];
}

/** The card at the target shows when the travelling one has arrived. */
function hide(element: HTMLElement, duration: number): Animation {
  return element.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
}

function frames(flight: Flight, from: Spot, to: Spot, width: number): Keyframe[] {
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
export function appear({ flight, to }: Journey): void {
  if (flight.isLeaving || !to.element) return;
  const { element } = to;
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120 });
  element.classList.add("arrived");
  setTimeout(() => element.classList.remove("arrived"), 1_500);
}
