/** The settings of this device. Without storage they last until the page is closed. */
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
/** The topics of the tips in the first games. */
export const TIPS = ["goal", "market", "sell"] as const;

/** The pace of bots against one person; shown as calm, normal and fast. */
export const PACES = ["slow", "calm", "quick"] as const satisfies readonly Setup["pace"][];

export type Theme = (typeof THEMES)[number];
export type Motion = (typeof MOTIONS)[number];
export type Strength = (typeof STRENGTHS)[number];
export type Pace = (typeof PACES)[number];
export type Tip = (typeof TIPS)[number];
export type SeatCount = 3 | 4 | 5 | 6;
export const SEAT_COUNTS: readonly SeatCount[] = [3, 4, 5, 6];

interface StoredSettings {
  language: Language;
  theme: Theme;
  sound: boolean;
  motion: Motion;
  shortcuts: boolean;
  notifications: boolean;
  alerts: boolean;
  alertsOffered: boolean;
  name: string;
  strength: Strength;
  seatCount: SeatCount;
  pace: Pace;
  isNew: boolean;
  tipsSeen: readonly Tip[];
}

const STORAGE_KEY = "byzanz.settings";

class Settings {
  language = $state<Language>("en");
  theme = $state<Theme>("system");
  sound = $state(false);
  motion = $state<Motion>("system");
  shortcuts = $state(true);
  notifications = $state(false);
  /** Should this device get alerts while no page is open? */
  alerts = $state(false);
  /** Has the reader seen the offer of alerts at a table? */
  alertsOffered = $state(false);
  name = $state("");
  strength = $state<Strength>("greedy");
  seatCount = $state<SeatCount>(4);
  pace = $state<Pace>("calm");
  /** Has the reader not yet played or finished the tutorial on this device? */
  isNew = $state(true);
  tipsSeen = $state.raw<readonly Tip[]>([]);

  constructor() {
    Object.assign(this, { language: preferredLanguage(navigator.languages) }, loadSettings());
  }

  /** Change some settings and store all. */
  change(changes: Partial<StoredSettings>): void {
    Object.assign(this, changes);
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(this.toStore()));
    } catch {
      // A private window may refuse to store; then the change lasts until the page is closed.
    }
  }

  /** May cards travel? */
  get isMoving(): boolean {
    if (this.motion === "system") return !matchMedia("(prefers-reduced-motion: reduce)").matches;
    return this.motion !== "none";
  }

  private toStore(): StoredSettings {
    const { language, theme, sound, motion, shortcuts, notifications } = this;
    const { alerts, alertsOffered } = this;
    const { name, strength, seatCount, pace, isNew, tipsSeen } = this;
    const device = { language, theme, sound, motion, shortcuts, notifications };
    return { ...device, alerts, alertsOffered, name, strength, seatCount, pace, isNew, tipsSeen };
  }
}

/** The first of the reader's languages that the pages have. */
export function preferredLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? "en";
}

function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text);
}

/** Fields that older versions did not store: their users are not new and need no tips. */
const MISSING_FIELDS: Partial<StoredSettings> = { isNew: false, tipsSeen: TIPS };

/** The settings of an earlier visit that are still valid. */
function loadSettings(): Partial<StoredSettings> {
  let value: unknown;
  try {
    value = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "null");
  } catch {
    return {};
  }
  if (typeof value !== "object" || value === null) return {};
  const valid: { [Field in keyof StoredSettings]: (value: unknown) => boolean } = {
    language: (value) => oneOf(LANGUAGES, value),
    theme: (value) => oneOf(THEMES, value),
    sound: (value) => typeof value === "boolean",
    motion: (value) => oneOf(MOTIONS, value),
    shortcuts: (value) => typeof value === "boolean",
    notifications: (value) => typeof value === "boolean",
    alerts: (value) => typeof value === "boolean",
    alertsOffered: (value) => typeof value === "boolean",
    name: (value) => typeof value === "string" && value.length <= 24,
    strength: (value) => oneOf(STRENGTHS, value),
    seatCount: (value) => oneOf(SEAT_COUNTS, value),
    pace: (value) => oneOf(PACES, value),
    isNew: (value) => typeof value === "boolean",
    tipsSeen: (value) => Array.isArray(value) && value.every((each) => oneOf(TIPS, each)),
  };
  const known = Object.entries(value).filter(
    ([field, each]) => Object.hasOwn(valid, field) && valid[field as keyof StoredSettings](each),
  );
  return { ...MISSING_FIELDS, ...Object.fromEntries(known) };
}

function oneOf(choices: readonly unknown[], value: unknown): boolean {
  return choices.includes(value);
}

export const settings = new Settings();
