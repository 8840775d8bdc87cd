/** Creates rooms and starts games. */
import { Unreachable, createRoom, sendCommand } from "../connection/api";
import { commandId, nonce } from "../connection/random";
import { storeDeal } from "../deal/storedDeals";
import type { BotId, NewRoom, SeatPlan, Setup } from "../protocol/types";
import { settings } from "../settings/settings.svelte";
import { isSite, worksOffline } from "../site";
import { t } from "../words/words.svelte";

export const DEFAULT_SETUP: Setup = {
  clock: null,
  memory_aid: "log",
  spectators: true,
  is_public: false,
  hints: true,
  pace: "calm",
};
const DEFAULT_SEATS = 4;
const ATTEMPTS = 3;

/** The name in the settings, or the default name of a guest. */
export function ownName(): string {
  return settings.name.trim() || t("name.guest");
}

/** Start a game against bots, with drawn seats, and return the id of its room. Nobody can watch it
 *  unless it is listed for everybody. */
export function playAgainstBots(isListed = false): Promise<string> {
  const bots: SeatPlan[] = Array.from({ length: settings.seatCount - 1 }, () => ({
    bot: settings.strength as BotId,
  }));
  const { pace } = settings;
  const setup: Setup = { ...DEFAULT_SETUP, memory_aid: "full", spectators: isListed, pace };
  const listing = isListed ? { allows_listing: true } : {};
  return create({ seats: [{ bot: null }, ...bots], setup, start: true, ...listing });
}

/** Start a game of bots alone, to watch, and return the id of its room. */
export function watchBots(
  bots: readonly BotId[] = Array.from({ length: settings.seatCount }, () => settings.strength),
): Promise<string> {
  const seats: SeatPlan[] = bots.map((bot) => ({ bot }));
  return create({ seats, setup: { ...DEFAULT_SETUP, memory_aid: "full" }, start: true });
}

/** Open a table for friends and return the id of its room; the number of seats is chosen there. */
export function openTable(): Promise<string> {
  const seats: SeatPlan[] = Array.from({ length: DEFAULT_SEATS }, () => ({ bot: null }));
  return create({ seats, setup: DEFAULT_SETUP, start: false });
}

/** Start the game of a waiting room. */
export async function startGame(room: string): Promise<void> {
  await sendCommand(room, { type: "start", command: commandId() });
}

/** Create a room on this device, because the server does not answer; throws the given error if that
 *  is impossible. */
async function createWithout(command: NewRoom, error: Unreachable): Promise<string> {
  if (!worksOffline()) throw error;
  const { createIfHere } = await import("../offline/hereGames").catch(() => Promise.reject(error));
  return createIfHere(command, error);
}

/** Create a room, with retries. All attempts have the same command id, so only one room
 *  is created. */
async function create(plan: Omit<NewRoom, "command" | "name" | "nonce">): Promise<string> {
  const command: NewRoom = { command: commandId(), name: ownName(), nonce: nonce(), ...plan };
  if (isSite) return (await import("../offline/hereGames")).createHere(command);
  for (let attempt = 1; ; attempt++) {
    try {
      const { room } = await createRoom(command);
      storeDeal(room, { nonce: command.nonce });
      return room;
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      if (attempt === ATTEMPTS) return createWithout(command, error);
    }
  }
}
