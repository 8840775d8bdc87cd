/** What lights up for a moment when something happens, and when. */
import type { EventFlights } from "./flight";
import type { Tempo } from "./tempo";

export interface Accent {
  readonly element: string; // its selector
  readonly part: "::before" | "::after";
  /** Of the part before, in the middle and afterwards. */
  readonly opacities: readonly [before: number, lit: number, after: number];
  readonly delay: number; // milliseconds
  readonly duration: number;
}

/** The slab's ring when a lot is won; a stall when the last of its cards has come. */
export function accentsOf(eventFlights: readonly EventFlights[]): Accent[] {
  const found = new Map<string, Accent>();
  for (const { event, start, flights } of eventFlights) {
    if (event.type === "auction_won" || event.type === "lot_granted") add(ring(start));
    if (event.type !== "auction_won" && event.type !== "card_given") continue;
    for (const { to, delay, duration } of flights)
      if (to.startsWith("stall:")) add(niche(to, delay + duration));
  }
  return [...found.values()];

  function add(accent: Accent): void {
    found.set(accent.element, accent);
  }
}

function ring(delay: number): Accent {
  return { element: ".slab", part: "::after", opacities: [1, 0.5, 1], delay, duration: 480 };
}

function niche(stall: string, delay: number): Accent {
  const element = `[data-place="${stall}"] .niche`;
  return { element, part: "::after", opacities: [0, 1, 0], delay, duration: 320 };
}

export function accentEndTime({ delay, duration }: Accent): number {
  return delay + duration;
}

/** Let it light up; it begins and ends with all that moves meanwhile. */
export function animateAccent(
  { element, part, opacities, delay, duration }: Accent,
  { span, pace }: Tempo,
): Animation[] {
  const [before, lit, after] = opacities;
  const frames = [
    { opacity: before, offset: 0 },
    { opacity: before, offset: delay / span },
    { opacity: lit, offset: (delay + duration / 2) / span },
    { opacity: after, offset: (delay + duration) / span },
    { opacity: after, offset: 1 },
  ];
  const timing = { duration: span * pace, pseudoElement: part };
  return [...document.querySelectorAll(element)].map((each) => each.animate(frames, timing));
}
