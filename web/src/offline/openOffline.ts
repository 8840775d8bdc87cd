/** Loads what a page shows without a server, with its words. Pages load this module on demand. */
import type { Device } from "../device/device";
import { loadWords } from "../words/words.svelte";

export { default as OfflineStart } from "./OfflineStart.svelte";

/** The game on this device, once it is known how much of it is here. */
export async function lookHere(): Promise<Device> {
  const [{ device }] = await Promise.all([import("../device/device"), loadWords("offline")]);
  await device.look();
  return device;
}
