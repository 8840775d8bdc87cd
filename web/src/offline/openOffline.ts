/** Loads what a page shows without a server, with its words. Pages load this module on demand. */
import { device, type Device } from "../device/device";
import { loadWords } from "../words/words.svelte";
import DownloadCard from "./DownloadCard.svelte";
import OfflineStart from "./OfflineStart.svelte";
import SendGames from "./SendGames.svelte";

export { DownloadCard, OfflineStart, SendGames };

/** The game on this device, once it is known how much of it is here. */
export async function lookHere(): Promise<Device> {
  await Promise.all([loadWords("offline"), device.look()]);
  return device;
}
