/** Games on this device: making them, and remembering that there are some. */
import type { Answer, Operation, Parameters } from "../connection/api";
import { rememberGames } from "./hereFlag";
import { STRENGTHS, settings, type Strength } from "../settings/settings.svelte";
import type { BotId, NewRoom } from "../protocol/types";

/** The levels of bots that play without a server, weakest first: the expert needs too much time. */
export const LEVELS: readonly Strength[] = STRENGTHS.slice(0, -1);

/** The level at which bots play here if the chosen one needs a server: the strongest. */
export function levelHere(): Strength {
  return LEVELS.includes(settings.strength) ? settings.strength : LEVELS.at(-1)!;
}

/** Make a room on this device, if the game is here and the room is for one person; otherwise throw
 *  the error because of which it can't be on the server. */
export async function createIfHere(command: NewRoom, error: Error): Promise<string> {
  const people = command.seats.filter(({ bot }) => bot === null).length;
  if (people > 1 || !(await isHere())) throw error;
  return createHere(command);
}

/** Ask the game on this device, if it is here; otherwise throw the error of the server. */
export async function askIfHere<Name extends Operation>(
  error: Error,
  operation: Name,
  parameters: Parameters,
  body?: object | string,
): Promise<Answer<Name>> {
  if (!(await isHere())) throw error;
  const { askDevice } = await import("../device/device");
  return askDevice(operation, parameters, body);
}

async function isHere(): Promise<boolean> {
  try {
    const { device } = await import("../device/device");
    await device.look();
    return device.state === "ready";
  } catch {
    return false; // this part of the pages is not in the cache
  }
}

/** Make a room on this device; bots of levels that need a server are replaced. */
export async function createHere(command: NewRoom): Promise<string> {
  const { createOnDevice } = await import("../device/device");
  const seats = command.seats.map(({ bot }) => ({ bot: bot && playable(bot) }));
  const { room } = await createOnDevice({ ...command, seats });
  rememberGames();
  return room;
}

function playable(bot: BotId): BotId {
  return LEVELS.includes(bot) ? bot : LEVELS.at(-1)!;
}
