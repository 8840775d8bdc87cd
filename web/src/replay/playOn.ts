/** New rooms that continue from a position of a replay. */
import { Unreachable, playOn } from "../connection/api";
import { commandId, nonce } from "../connection/random";
import type { BotId, PlayOn } from "../protocol/types";
import { ownName } from "../room/createRoom";
import { settings } from "../settings/settings.svelte";

const ATTEMPTS = 3;

/** Create a room that continues after `number` moves. A retry creates no second room. */
export async function createRoomFrom(
  replay: string,
  number: number,
  seat: number,
): Promise<string> {
  const bot = settings.strength as BotId;
  const body: PlayOn = { command: commandId(), number, seat, name: ownName(), nonce: nonce(), bot };
  for (let attempt = 1; ; attempt++) {
    try {
      return (await playOn(replay, body)).room;
    } catch (error) {
      if (!(error instanceof Unreachable) || attempt === ATTEMPTS) throw error;
    }
  }
}
