/** Sentences for what the game on this device refuses. */
import { problemText } from "../problemText";
import type { Code } from "../protocol/types";
import type { DeviceCode } from "../device/problems";
import { t } from "../words/words.svelte";

const CODES: readonly string[] = [
  "no_wasm",
  "not_here",
  "damaged",
  "not_loaded",
  "no_space",
  "no_storage",
  "damaged_game",
  "other_tab",
  "device_failed",
  "not_found",
] satisfies (DeviceCode | "not_found")[];

export function isDeviceCode(code: string): code is DeviceCode | "not_found" {
  return CODES.includes(code);
}

/** The sentence for a code of this device or of the protocol. */
export function deviceText(code: string): string {
  return isDeviceCode(code) ? t(`off.${code}`) : problemText(code as Code);
}
