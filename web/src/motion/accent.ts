/** Accents: parts of the table that light up for a moment after an event. */
import type { EventFlights } from "./flight";
import type { Tempo } from "./tempo";

export interface Accent {
  readonly selector: string;
  readonly part: "::before" | "::after";
  /** The opacity of the part before, during and after the accent. */
  readonly opacities: readonly [before: number, lit: number, after: number];
  readonly delay: number; // milliseconds
  readonly duration: number; // milliseconds
}

/** The ring of the slab when a lot is won, and a stall when the last of its cards arrives. */
export function accentsOf(eventFlights: readonly EventFlights[]): Accent[] {
  const found = new Map<string, Accent>();
  for (const { event, start, flights } of eventFlights) {
    if (event.type === "auction_won" || event.type === "lot_granted") add(ringAccent(start));
    if (event.type !== "auction_won" && event.type !== "card_given") continue;
    for (const { to, delay, duration } of flights)
      if (to.startsWith("stall:")) add(stallAccent(to, delay + duration));
  }
  return [...found.values()];

  function add(accent: Accent): void {
    found.set(accent.selector, accent);
  }
}

function ringAccent(delay: number): Accent {
  return { selector: ".slab", part: "::after", opacities: [1, 0.5, 1], delay, duration: 480 };
}

function stallAccent(stall: string, delay: number): Accent {
  const selector = `[data-place="${stall}"] .niche`;
  return { selector, part: "::after", opacities: [0, 1, 0], delay, duration: 320 };
}

export function accentEndTime({ delay, duration }: Accent): number {
  return delay + duration;
}

/** Start an accent; its animation begins and ends together with the flights. */
export function animateAccent(
  { selector, part, opacities, delay, duration }: Accent,
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
  return [...document.querySelectorAll(selector)].map((each) => each.animate(frames, timing));
}
