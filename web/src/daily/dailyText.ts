/** Days, times and refusals of the deal of the day in words. */
import { Refused } from "../connection/api";
import { errorText } from "../problemText";
import type { Code, Daily } from "../protocol/types";
import { currentLanguage, t, type Key } from "../words/words.svelte";

const PROBLEMS: Partial<Record<Code, Key>> = {
  already_tried: "daily.tried",
  sealed: "daily.sealed",
  bad_day: "daily.badDay",
  future_day: "daily.future",
  no_deal: "daily.noDeal",
  other_version: "daily.otherVersion",
};

export function dailyProblem(error: unknown): string {
  const key = error instanceof Refused ? PROBLEMS[error.problem.code] : undefined;
  return key ? t(key) : errorText(error);
}

/** "Wednesday, 18 November": a day of the server's calendar, which is in UTC. */
export function longDay(day: string): string {
  return inUtc(day, { weekday: "long", day: "numeric", month: "long" });
}

/** "18 November" */
export function shortDay(day: string): string {
  return inUtc(day, { day: "numeric", month: "long" });
}

/** "November", with the year if it is not this one. */
export function monthName(day: string, today: string): string {
  const year = day.slice(0, 4) === today.slice(0, 4) ? undefined : "numeric";
  return inUtc(day, { month: "long", year });
}

/** The short names of the days of the week, from Monday on. */
export function weekdays(): string[] {
  return Array.from({ length: 7 }, (_, index) =>
    inUtc(`2024-01-0${index + 1}`, { weekday: "short" }).slice(0, 2),
  );
}

/** A time on the reader's clock: "01:30". */
export function clockTime(at: number): string {
  return new Intl.DateTimeFormat(currentLanguage(), {
    hour: "2-digit",
    minute: "2-digit",
  }).format(at);
}

/** A day on the reader's calendar: "19 November". */
export function localDay(at: number): string {
  return new Intl.DateTimeFormat(currentLanguage(), { day: "numeric", month: "long" }).format(at);
}

/** The other day of a month that is this many months away: its first day. */
export function monthAway(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
}

/** The seat that won, or the best other one if the person won; the name and the lead. */
export function bestOther({ own }: Daily): { name: string; profit: number } | null {
  if (!own || own.seat === null || own.seats.length === 0) return null;
  const others = own.seats.filter((_, seat) => seat !== own.seat);
  const best = others.reduce((one, two) => (two.place < one.place ? two : one));
  return { name: best.name ?? t("game.somebody"), profit: best.profit };
}

function inUtc(day: string, options: Intl.DateTimeFormatOptions): string {
  const time = new Date(`${day}T12:00:00Z`);
  return new Intl.DateTimeFormat(currentLanguage(), { timeZone: "UTC", ...options }).format(time);
}
