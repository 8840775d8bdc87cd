/** Sends games that were played on this device to the server, where they are the person's own. */
import { Refused, sendGame } from "../connection/api";
import type { PlayedGame } from "../protocol/types";
import { deviceRecord } from "./deviceRecord";

const STORAGE_KEY = "byzanz.sent"; // the ids of games that the server has
const MOST_PAGES = 25;

/** Why sending has ended before the last game. */
export type Obstacle =
  { readonly reason: "full"; readonly most: number } | { readonly reason: "pause" };

/** The finished games on this device that the server does not have, oldest first. */
export async function unsentGames(): Promise<PlayedGame[]> {
  const sent = sentGames();
  return (await gamesHere()).filter(({ room }) => !sent.has(room)).reverse();
}

/** All finished games on this device, latest first. */
export async function gamesHere(): Promise<PlayedGame[]> {
  const { askDevice } = await import("../device/device");
  const games: PlayedGame[] = [];
  for (let page = 0; page < MOST_PAGES; page++) {
    const found = await askDevice("my_games", { skip: games.length, opponents: 0 });
    games.push(...found.games);
    if (found.games.length === 0 || games.length >= found.count) break;
  }
  return games;
}

/** Send games one after the other. A game that the server refuses for good is not sent again.
 *  Returns how many are there now; throws `Unreachable`. */
export async function sendGames(
  games: readonly PlayedGame[],
): Promise<{ count: number; obstacle: Obstacle | null }> {
  let count = 0;
  for (const { room, ended } of games) {
    try {
      await sendGame({ record: await deviceRecord(room), ended });
      count += 1;
    } catch (error) {
      const obstacle = obstacleOf(error);
      if (obstacle) return { count, obstacle };
    }
    remember(room);
  }
  return { count, obstacle: null };
}

function obstacleOf(error: unknown): Obstacle | null {
  if (!(error instanceof Refused)) throw error;
  const { code, facts } = error.problem;
  if (code === "too_many_sent") return { reason: "full", most: Number(facts["most"]) };
  return code === "too_fast" || code === "busy" ? { reason: "pause" } : null;
}

function sentGames(): Set<string> {
  try {
    return new Set(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]") as string[]);
  } catch {
    return new Set();
  }
}

/** The server stores a game once, so that nothing is lost if this is forgotten. */
function remember(room: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...sentGames(), room]));
  } catch {
    // A private window may refuse to store.
  }
}

/** Forget which games were sent, after all of them were removed from this device. */
export function forgetSent(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // A private window may refuse to store; then it did not remember any either.
  }
}
