/** Records of games on this device. */
import { Refused } from "../connection/api";

/** The record of a finished game on this device; throws `Refused`. */
export async function deviceRecord(game: string): Promise<string> {
  const { askDevice } = await import("../device/device");
  return askDevice("replay_record", { replay: game });
}

/** Save the record of a game on this device as a file. */
export async function saveDeviceRecord(game: string, fileName: string): Promise<void> {
  const record = await deviceRecord(game).catch((error: unknown) => {
    if (error instanceof Refused) return null; // the game was removed in another tab
    throw error;
  });
  if (record === null) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers read it later
}
