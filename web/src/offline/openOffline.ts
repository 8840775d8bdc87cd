/** Loads what a page shows without a server, with its words. Pages load this module on demand. */
import type { Device } from "../device/device";
import { loadWords } from "../words/words.svelte";
import OfflineStart from "./OfflineStart.svelte";

export interface OfflineParts {
  readonly OfflineStart: typeof OfflineStart;
  readonly device: Device;
}

/** The game on this device, once it is known how much of it is here. */
export async function lookHere(): Promise<Device> {
  const [{ device }] = await Promise.all([import("../device/device"), loadWords("offline")]);
  await device.look();
  return device;
}

/** What the start page shows without a server. */
export async function openStart(): Promise<OfflineParts> {
  return { OfflineStart, device: await lookHere() };
}
