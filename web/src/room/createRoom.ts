/** New rooms. */
import { Unreachable, createRoom, sendCommand } from "../connection/api";
import { commandId, nonce } from "../connection/random";
import { storeDeal } from "../deal/storedDeals";
import type { BotId, CreateRoom, SeatPlan, Setup } from "../protocol/types";
import { settings } from "../settings/settings.svelte";
import { t } from "../words/words.svelte";

export const DEFAULT_SETUP: Setup = {
  clock: null,
  memory_aid: "log",
  spectators: true,
  is_public: false,
  hints: true,
  pace: "calm",
};
const USUAL_SEATS = 4;
const ATTEMPTS = 3;

/** One's name, or what guests are called. */
export function ownName(): string {
  return settings.name.trim() || t("name.guest");
}

/** A game against bots, which begins at once; the seats are drawn. Its room. */
export function playAgainstBots(): Promise<string> {
  const bots: SeatPlan[] = Array.from({ length: settings.seatCount - 1 }, () => ({
    bot: settings.strength as BotId,
  }));
  const { pace } = settings;
  const setup: Setup = { ...DEFAULT_SETUP, memory_aid: "full", spectators: false, pace };
  return make({ seats: [{ bot: null }, ...bots], setup, start: true });
}

/** A game of bots alone, to be watched; its room. */
export function watchBots(
  bots: readonly BotId[] = Array.from({ length: settings.seatCount }, () => settings.strength),
): Promise<string> {
  const seats: SeatPlan[] = bots.map((bot) => ({ bot }));
  return make({ seats, setup: { ...DEFAULT_SETUP, memory_aid: "full" }, start: true });
}

/** A table that waits for friends, who choose there how many play; its room. */
export function openTable(): Promise<string> {
  const seats: SeatPlan[] = Array.from({ length: USUAL_SEATS }, () => ({ bot: null }));
  return make({ seats, setup: DEFAULT_SETUP, start: false });
}

/** Start the game of a room that waits. */
export async function startGame(room: string): Promise<void> {
  await sendCommand(room, { type: "start", command: commandId() });
}

/** The command's id stays the same: asked twice, one room is made. */
async function make(plan: Pick<CreateRoom, "seats" | "setup" | "start">): Promise<string> {
  const command: CreateRoom = { command: commandId(), name: ownName(), nonce: nonce(), ...plan };
  for (let attempt = 1; ; attempt++) {
    try {
      const { room } = await createRoom(command);
      storeDeal(room, { nonce: command.nonce });
      return room;
    } catch (error) {
      if (!(error instanceof Unreachable) || attempt === ATTEMPTS) throw error;
    }
  }
}
