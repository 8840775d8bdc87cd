/** What this device remembers of its reader; without storage, until the page is closed. */
import type { BotId, Setup } from "../protocol/types";
import { LANGUAGES, type Language } from "../words/words.svelte";

export const THEMES = ["system", "light", "dark"] as const;
export const MOTIONS = ["system", "full", "quick", "none"] as const;
/** The bots, weakest first. */
export const STRENGTHS = [
  "beginner",
  "greedy",
  "solid",
  "strong",
  "expert",
] as const satisfies readonly BotId[];
/** What the tips of the first games are about. */
export const TIPS = ["goal", "market", "sell"] as const;

/** How quickly bots play with one person: calm, normal, fast. */
export const PACES = ["slow", "calm", "quick"] as const satisfies readonly Setup["pace"][];

export type Theme = (typeof THEMES)[number];
export type Motion = (typeof MOTIONS)[number];
export type Strength = (typeof STRENGTHS)[number];
export type Pace = (typeof PACES)[number];
export type Tip = (typeof TIPS)[number];
export type SeatCount = 3 | 4 | 5 | 6;
export const SEAT_COUNTS: readonly SeatCount[] = [3, 4, 5, 6];

interface Kept {
  language: Language;
  theme: Theme;
  sound: boolean;
  motion: Motion;
  shortcuts: boolean;
  notifications: boolean;
  name: string;
  strength: Strength;
  seatCount: SeatCount;
  pace: Pace;
  isNew: boolean;
  tipsSeen: readonly Tip[];
}

const PLACE = "byzanz.settings";

class Settings {
  language = $state<Language>("en");
  theme = $state<Theme>("system");
  sound = $state(false);
  motion = $state<Motion>("system");
  shortcuts = $state(true);
  notifications = $state(false);
  name = $state("");
  strength = $state<Strength>("greedy");
  seatCount = $state<SeatCount>(4);
  pace = $state<Pace>("calm");
  /** Has not played here yet, nor gone through the tutorial. */
  isNew = $state(true);
  tipsSeen = $state.raw<readonly Tip[]>([]);

  constructor() {
    Object.assign(this, { language: preferredLanguage(navigator.languages) }, stored());
  }

  /** Change some, and remember. */
  change(changes: Partial<Kept>): void {
    Object.assign(this, changes);
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.kept()));
    } catch {
      // Private windows may refuse; then this visit remembers.
    }
  }

  /** Whether cards may travel; `quick` halves the time. */
  get isMoving(): boolean {
    if (this.motion === "system") return !matchMedia("(prefers-reduced-motion: reduce)").matches;
    return this.motion !== "none";
  }

  private kept(): Kept {
    const { language, theme, sound, motion, shortcuts, notifications } = this;
    const { name, strength, seatCount, pace, isNew, tipsSeen } = this;
    const device = { language, theme, sound, motion, shortcuts, notifications };
    return { ...device, name, strength, seatCount, pace, isNew, tipsSeen };
  }
}

/** The first of the reader's languages that is spoken here. */
export function preferredLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? "en";
}

function isLanguage(word: string): word is Language {
  return (LANGUAGES as readonly string[]).includes(word);
}

/** Older versions stored neither field. Their users are no newcomers and need no tips. */
const EARLIER: Partial<Kept> = { isNew: false, tipsSeen: TIPS };

/** What an earlier visit left, as far as it still means something. */
function stored(): Partial<Kept> {
  let value: unknown;
  try {
    value = JSON.parse(localStorage.getItem(PLACE) ?? "null");
  } catch {
    return {};
  }
  if (typeof value !== "object" || value === null) return {};
  const valid: { [Field in keyof Kept]: (value: unknown) => boolean } = {
    language: (value) => oneOf(LANGUAGES, value),
    theme: (value) => oneOf(THEMES, value),
    sound: (value) => typeof value === "boolean",
    motion: (value) => oneOf(MOTIONS, value),
    shortcuts: (value) => typeof value === "boolean",
    notifications: (value) => typeof value === "boolean",
    name: (value) => typeof value === "string" && value.length <= 24,
    strength: (value) => oneOf(STRENGTHS, value),
    seatCount: (value) => oneOf(SEAT_COUNTS, value),
    pace: (value) => oneOf(PACES, value),
    isNew: (value) => typeof value === "boolean",
    tipsSeen: (value) => Array.isArray(value) && value.every((each) => oneOf(TIPS, each)),
  };
  const known = Object.entries(value).filter(
    ([field, each]) => Object.hasOwn(valid, field) && valid[field as keyof Kept](each),
  );
  return { ...EARLIER, ...Object.fromEntries(known) };
}

function oneOf(choices: readonly unknown[], value: unknown): boolean {
  return choices.includes(value);
}

export const settings = new Settings();
