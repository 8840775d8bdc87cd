/** A finished game in words: the result, the opponents, the day. */
import type { PlayedGame } from "../protocol/types";
import { currentLanguage, formatList, t } from "../words/words.svelte";

const DAY = 86_400_000; // milliseconds

/** "27 to 24": the reader's profit, and that of the best other seat. */
export function scoreText({ seats, seat }: PlayedGame): string {
  const others = seats.filter((_, number) => number !== seat);
  const other = Math.max(...others.map(({ profit }) => profit));
  return t("game.score", { own: seats[seat]!.profit, other });
}

/** "Three Medium bots", or the names of the people with the number of bots. */
export function opponentsText({ seats, seat }: PlayedGame): string {
  const others = seats.filter((_, number) => number !== seat);
  const people = others.filter(({ bot }) => bot === null);
  const levels = others.flatMap(({ bot }) => (bot === null ? [] : [bot]));
  const [level] = levels;
  if (people.length > 0 || level === undefined) {
    const names = people.map(({ name }) => name ?? t("game.somebody"));
    const bots = levels.length > 0 ? [t("game.andBots", { n: levels.length })] : [];
    return formatList([...names, ...bots]);
  }
  const n = String(levels.length);
  if (levels.some((other) => other !== level)) return t("game.mixedBots", { n });
  return t("game.bots", { n, level: t(`bot.${level}`) });
}

/** "yesterday" or "14 Nov", with the year if it is another one. */
export function dayText(ended: number, now: number): string {
  const language = currentLanguage();
  const days = Math.round((startOfDay(now) - startOfDay(ended)) / DAY);
  if (days < 2) {
    return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-days, "day");
  }
  const isThisYear = new Date(ended).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "short",
    year: isThisYear ? undefined : "numeric",
  }).format(ended);
}

/** "April", with the year if it is another one. */
export function monthText(time: number, now: number): string {
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(currentLanguage(), {
    month: "long",
    year: isThisYear ? undefined : "numeric",
  }).format(time);
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
