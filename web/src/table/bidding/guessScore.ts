/** The score of the guesses of an evening: of one game after another at the same table, with pauses of
 *  up to six hours. It is stored in this browser only. */
import type { Update } from "../../protocol/types";
import type { TableState } from "../tableState.svelte";

export interface GuessScore {
  /** The number of guesses. */
  readonly count: number;
  /** The number of guesses that were exact or one off. */
  readonly near: number;
  readonly points: number;
}

interface Game {
  readonly room: string;
  /** The points of each guess, by auction: an auction counts once, however many tabs show it. */
  points: Record<string, number>;
}

interface Evening {
  games: Game[];
  /** When something was last added, in milliseconds since 1970. */
  at: number;
}

const STORAGE_KEY = "byzanz.guesses";
const LONGEST_PAUSE = 6 * 3_600_000; // milliseconds
const MAX_EVENINGS = 4; // if there are more evenings or games, the oldest are dropped
const MAX_GAMES = 20;
const NEAR = 2; // points

/** Keep the score of a table as long as the table is shown. */
export function keepScore({ guess, playback, room }: TableState): void {
  if (room.isLessonOrReplay) return;
  let counted = guess.result;
  const count = ({ room: { rematch } }: Update): void => {
    if (rematch) continueEvening(room.id, rematch);
    const { result } = guess;
    if (result && result !== counted) addGuess(room.id, result.auction, result.points);
    counted = result;
    guess.score = scoreOf(room.id);
  };
  count(playback.shown);
  playback.onShow(count);
}

/** Add the points of a guess, unless this auction is counted already. */
export function addGuess(room: string, auction: string, points: number): void {
  const evenings = load();
  let evening = eveningOf(evenings, room);
  if (!evening) evenings.push((evening = { games: [{ room, points: {} }], at: 0 }));
  const game = evening.games.find((each) => each.room === room)!;
  game.points[auction] ??= points;
  evening.at = Date.now();
  store(evenings);
}

/** Count the guesses of the next game at a table together with those of the last one. */
export function continueEvening(room: string, next: string): void {
  const evenings = load();
  const evening = eveningOf(evenings, room);
  if (!evening || eveningOf(evenings, next)) return;
  evening.games = [...evening.games, { room: next, points: {} }].slice(-MAX_GAMES);
  store(evenings);
}

/** The score of the evening to which a game belongs; null without a guess. */
export function scoreOf(room: string): GuessScore | null {
  const games = eveningOf(load(), room)?.games ?? [];
  const points = games.flatMap((game) => Object.values(game.points));
  if (!points.length) return null;
  return {
    count: points.length,
    near: points.filter((each) => each >= NEAR).length,
    points: points.reduce((sum, each) => sum + each, 0),
  };
}

function eveningOf(evenings: readonly Evening[], room: string): Evening | undefined {
  return evenings.find(({ games }) => games.some((game) => game.room === room));
}

/** The stored evenings that may not be over yet. */
function load(): Evening[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    if (!Array.isArray(value)) return [];
    return value.filter(isEvening).filter(({ at }) => Date.now() - at <= LONGEST_PAUSE);
  } catch {
    return [];
  }
}

function isEvening(value: Partial<Evening> | null): value is Evening {
  const isGame = (game: Partial<Game> | null) =>
    typeof game?.room === "string" && typeof game.points === "object" && game.points !== null;
  return typeof value?.at === "number" && Array.isArray(value.games) && value.games.every(isGame);
}

function store(evenings: readonly Evening[]): void {
  const latest = [...evenings].sort((one, other) => one.at - other.at).slice(-MAX_EVENINGS);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(latest));
  } catch {
    // A private window may refuse to store; then nothing is counted.
  }
}
