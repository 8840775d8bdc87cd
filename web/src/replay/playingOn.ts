/** New rooms out of positions of the past. */
import { Unreachable, playOn } from "../connection/api";
import { commandId, nonce } from "../connection/random";
import type { BotWord, PlayOn } from "../protocol/types";
import { ownName } from "../room/making";
import { settings } from "../settings/settings.svelte";

const ATTEMPTS = 3;

/** The room in which the game goes on after so many moves; asked twice, one room is made. */
export async function startFrom(replay: string, number: number, seat: number): Promise<string> {
  const bot = settings.strength as BotWord;
  const body: PlayOn = { command: commandId(), number, seat, name: ownName(), nonce: nonce(), bot };
  for (let attempt = 1; ; attempt++) {
    try {
      return (await playOn(replay, body)).room;
    } catch (error) {
      if (!(error instanceof Unreachable) || attempt === ATTEMPTS) throw error;
    }
  }
}
